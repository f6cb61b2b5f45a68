package import NIOHTTP1

/// A path with its methods.
package struct HTTPRoute: Sendable {
    package typealias Handler = @Sendable (HTTPExchange) -> Void

    /// Longest body, in bytes.
    let maximumBody: Int
    /// The types that a body may have, in lowercase; any if there are none.
    let mediaTypes: [String]
    let needsSecret: Bool
    private let path: String
    private let methods: KeyValuePairs<HTTPMethod, Handler>
    private var anyMethod: Handler?

    /// - Parameters:
    ///   - path: such as `/rpc`, or `/avatars/*`, in which `*` stands for any one segment.
    ///   - needsSecret: false opens the route's methods to all; others are refused as usual.
    ///   - methods: GET implies HEAD.
    package init(
        _ path: String, maximumBody: Int = 0, mediaTypes: [String] = [], needsSecret: Bool = true,
        _ methods: KeyValuePairs<HTTPMethod, Handler>
    ) {
        self.path = path
        self.maximumBody = maximumBody
        self.mediaTypes = mediaTypes
        self.needsSecret = needsSecret
        self.methods = methods
    }

    /// Any method, for a server that has routes of its own.
    package init(maximumBody: Int, any handler: @escaping Handler) {
        self.init("", maximumBody: maximumBody, needsSecret: false, [:])
        anyMethod = handler
    }

    package func matches(_ path: String) -> Bool {
        guard self.path.hasSuffix("*") else { return path == self.path }
        let expected = self.path.split(separator: "/", omittingEmptySubsequences: false)
        let segments = path.split(separator: "/", omittingEmptySubsequences: false)
        return expected.count == segments.count
            && zip(expected, segments).allSatisfy { $0 == "*" ? !$1.isEmpty : $0 == $1 }
    }

    func handler(for method: HTTPMethod) -> Handler? {
        let own = anyMethod ?? methods.first { $0.key == method }?.value
        return own ?? (method == .HEAD ? handler(for: .GET) : nil)
    }

    /// Whether the route answers this method without the secret.
    func isOpen(to method: HTTPMethod) -> Bool { !needsSecret && handler(for: method) != nil }

    /// The value of `Allow`.
    var allow: String {
        let names = methods.map(\.key.rawValue)
        return (names.contains("GET") ? names + ["HEAD"] : names).sorted().joined(separator: ", ")
    }

    /// Whether a body may have this type.
    func takes(_ contentTypes: [String]) -> Bool {
        guard !mediaTypes.isEmpty else { return true }
        guard contentTypes.count == 1 else { return false }
        // By bytes: comparing characters takes ten times as long.
        let type = contentTypes[0].utf8.prefix { $0 != 0x3B && $0 != 0x20 }
        let rest = contentTypes[0].utf8[type.endIndex...].drop { $0 == 0x20 }
        return mediaTypes.contains(Substring(type).lowercased())
            && (rest.isEmpty || rest.first == UInt8(ascii: ";"))
    }
}
