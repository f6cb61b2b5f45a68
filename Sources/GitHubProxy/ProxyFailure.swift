import HTTPCore
import NIOHTTP1

/// What a client gets when GitHub could not be asked.
struct ProxyFailure {
    let status: HTTPResponseStatus
    private let sentence: String

    init(_ error: HTTPTransportError) {
        switch error {
        case .unavailable(let failure):
            status = failure.cause == .timeout ? .gatewayTimeout : .badGateway
            sentence = Self.sentence(failure)
        case .invalidBody(_, let reason):
            status = .badGateway
            sentence = "GitHub's response is not valid: \(reason)."
        case .offline:
            status = .gatewayTimeout
            sentence = "The response is not stored, and GitHub may not be asked."
        case .rateLimited(let notice):
            status = .forbidden
            sentence =
                "The \(notice.resource) rate limit is used up; try again in \(notice.retryAfter) s."
        case .cancelled:
            status = .serviceUnavailable
            sentence = "The proxy is shutting down; try again later."
        }
    }

    private static func sentence(_ failure: UpstreamFailure) -> String {
        switch failure.cause {
        case .dns: "GitHub's host name cannot be resolved."
        case .connect: "GitHub does not accept connections."
        case .tls: "GitHub's certificate is not trusted, or TLS failed."
        case .timeout: "GitHub did not answer in time; --upstream-timeout says how long."
        case .reset: "GitHub ended the connection, or its response is not HTTP."
        case .http: "GitHub answered with status \(failure.status ?? 500)."
        }
    }

    /// In the form of GitHub's own errors.
    var body: String {
        let sections: [UInt: Int] = [502: 3, 503: 4, 504: 5]
        let page =
            sections[UInt(status.code)].map {
                "https://www.rfc-editor.org/rfc/rfc9110#section-15.6.\($0)"
            } ?? "https://docs.github.com/rest"
        return #"{"message":"\#(sentence)","documentation_url":"\#(page)"}"# + "\n"
    }
}
