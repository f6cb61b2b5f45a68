package import NIOHTTP1

/// A request target (RFC 9112, section 3.2).
package struct HTTPTarget: Hashable, Sendable {
    /// As sent, percent-encoded, without the query.
    package let path: String
    /// As sent, without the question mark; nil if there is none.
    package let query: String?
    /// The authority of an absolute target, as sent.
    package let authority: String?

    /// Nil unless the target has the origin form, the absolute form with http or https, or is `*` for
    /// OPTIONS.
    package init?(_ text: String, method: HTTPMethod) {
        var rest = Substring(text)
        var authority: Substring?
        if !text.hasPrefix("/"), text != "*" || method != .OPTIONS {
            let start = text.prefix(8).lowercased()
            guard let scheme = ["http://", "https://"].first(where: start.hasPrefix) else {
                return nil
            }
            rest = rest.dropFirst(scheme.count)
            authority = rest.prefix { $0 != "/" && $0 != "?" }
            rest = rest.dropFirst(authority?.count ?? 0)
        }
        guard method != .CONNECT, !text.utf8.contains(UInt8(ascii: "#")) else { return nil }
        let mark = rest.utf8.firstIndex(of: UInt8(ascii: "?")) ?? rest.endIndex
        path = mark == rest.startIndex ? "/" : String(Substring(rest.utf8[..<mark]))
        query = mark == rest.endIndex ? nil : String(Substring(rest.utf8[mark...].dropFirst()))
        self.authority = authority.map(String.init)
    }

    /// A target that is only shown.
    init(path: String) {
        self.path = path
        query = nil
        authority = nil
    }

    /// The path, split at the slashes and then decoded; empty segments are left out.
    package var segments: [String] {
        path.split(separator: "/").map { Percent.decode($0) }
    }

    /// The decoded value of the query's first member `name`; empty if it has none.
    package func parameter(_ name: String) -> String? {
        for member in query?.split(separator: "&") ?? [] {
            let parts = member.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard Percent.decode(parts[0], plusIsSpace: true) == name else { continue }
            return parts.count > 1 ? Percent.decode(parts[1], plusIsSpace: true) : ""
        }
        return nil
    }
}
