package import NIOHTTP1

/// A request that is answered with a status and one sentence.
package struct HTTPRefusal: Error, Equatable, Sendable {
    package let status: HTTPResponseStatus
    /// What to do; never text of a client.
    package let sentence: String
    /// Such as `Allow`.
    package let fields: HTTPHeaders
    /// Whether the connection ends, because what follows on it cannot be trusted.
    package let closes: Bool

    package init(
        _ status: HTTPResponseStatus, _ sentence: String, _ fields: HTTPHeaders = HTTPHeaders(),
        closes: Bool = false
    ) {
        self.status = status
        self.sentence = sentence
        self.fields = fields
        self.closes = closes
    }

    /// A request that is not HTTP/1.x (RFC 9112), or that two readers could read differently.
    package static func malformed(_ sentence: String) -> HTTPRefusal {
        HTTPRefusal(.badRequest, sentence, closes: true)
    }

    /// `{"error": SENTENCE}`, with the name of the member.
    func body(_ member: String) -> String {
        let escaped = sentence.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : "\($0)" }.joined()
        return "{\"\(member)\":\"\(escaped)\"}\n"
    }
}
