import FoundationEssentials
import HTTPServer
import JSONCore

/// A recorded response and its request.
struct RecordedExchange: Sendable {
    let method: String
    /// Decoded, with one slash before each segment.
    let path: String
    let query: Set<Query.Member>
    let status: Int
    let headers: Fields
    let body: [UInt8]
    /// The base URLs to replace by the sandbox's own.
    private let origins: [String]

    static let defaultOrigin = "https://api.github.com"

    /// Headers about one transfer and one moment, which the sandbox sets itself.
    private static let dropped: Set<String> = [
        "connection", "keep-alive", "proxy-authenticate", "te", "trailer", "transfer-encoding",
        "upgrade", "content-length", "content-encoding", "date", "status",
    ]

    /// - Parameter line: an object with `request` and `response`; other members are ignored.
    init?(_ line: JSONValue) {
        guard let request = line["request"], let response = line["response"],
            let method = request["method"]?.stringValue, let path = request["path"]?.stringValue,
            let status = response["status"]?.intValue, (100...599).contains(status)
        else { return nil }
        self.method = method.uppercased()
        self.path = RecordedExchange.path(path.split(separator: "/").map { Percent.decode($0) })
        query = RecordedExchange.members(request["query"])
        self.status = status
        let sent = response["headers"]?.objectValue?.compactMap { name, value in
            value.stringValue.map { (name: name, value: $0) }
        }
        headers = (sent ?? []).filter {
            !RecordedExchange.dropped.contains($0.name.lowercased())
                && RecordedExchange.isPlain($0.name) && RecordedExchange.isPlain($0.value)
        }
        body = RecordedExchange.bytes(response["body"], headers)
        origins = RecordedExchange.origins(request["host"]?.stringValue, headers)
    }

    /// Whether the text stays on one line of the head.
    private static func isPlain(_ text: String) -> Bool {
        !text.utf8.contains { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }
    }

    static func path(_ segments: [String]) -> String {
        "/" + segments.joined(separator: "/")
    }

    /// The body with the recording's base URLs replaced.
    func body(at base: String) -> [UInt8] {
        let text = String(decoding: body, as: UTF8.self)
        guard origins.contains(where: { text.contains($0) }) else { return body }
        return Array(rewritten(text, base).utf8)
    }

    func headers(at base: String) -> Fields {
        headers.map { ($0.name, rewritten($0.value, base)) }
    }

    private func rewritten(_ text: String, _ base: String) -> String {
        // By way of a mark, so that no origin is found in what has replaced another.
        origins.reduce(text) { $0.replacing($1, with: "\u{FFFF}") }
            .replacing("\u{FFFF}", with: base)
    }

    private static func members(_ query: JSONValue?) -> Set<Query.Member> {
        let pairs = query?.objectValue?.flatMap { name, value -> [Query.Member] in
            (value.arrayValue ?? [value]).map {
                Query.Member(name: name, value: $0.stringValue ?? $0.text)
            }
        }
        return Set(pairs ?? [])
    }

    private static func bytes(_ body: JSONValue?, _ headers: Fields) -> [UInt8] {
        guard let body, !body.isNull else { return [] }
        if let encoded = body["base64"]?.stringValue, body.objectValue?.count == 1 {
            return Data(base64Encoded: encoded).map(Array.init) ?? []
        }
        if let text = body.stringValue, !(headers["content-type"]?.contains("json") ?? true) {
            return Array(text.utf8)
        }
        return body.bytes
    }

    /// GitHub's base URL, the recorded host's, and the one that a recorder wrote into `Link`.
    private static func origins(_ host: String?, _ headers: Fields) -> [String] {
        var origins = [defaultOrigin]
        if let host { origins += ["https://\(host)", "http://\(host)"] }
        let link = headers["link"] ?? ""
        if link.hasPrefix("<http://localhost:") {
            let port = link.dropFirst("<http://localhost:".count).prefix { $0.isNumber }
            origins.append("http://localhost:\(port)")
        }
        return origins
    }
}
