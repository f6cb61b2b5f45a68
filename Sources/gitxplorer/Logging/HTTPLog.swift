import CurlHTTP
import GitHubSandbox
import GitHubUpstream
import HTTPCore
import HTTPTypes
import Logging
import Secrets

/// `--log-http`: one line per request to GitHub, whatever the log level.
///
/// It has the method, URL, status, bytes, milliseconds and the remaining rate limit. It has no
/// header field, so no token, and no body.
struct HTTPLog: Sendable {
    private let logger: Logger

    init(label: String = "gitxplorer.http", format: StandardErrorLogHandler.Format) {
        logger = Logger(label: label, format, .info)
    }

    /// A request to the sandbox.
    func record(answered exchange: SandboxExchange) {
        logger.info(
            "\(exchange.method) \(Self.loggable(exchange.target))",
            metadata: [
                "ms": .stringConvertible(exchange.milliseconds),
                "status": exchange.status.map { .stringConvertible($0) } ?? "none",
            ])
    }

    func record(_ exchange: ExchangeRecord) {
        var metadata: Logger.Metadata = [
            "bytes": .stringConvertible(exchange.bodyBytes),
            "ms": .stringConvertible(exchange.milliseconds),
        ]
        let remaining: Logger.MetadataValue? = exchange.head?.headerFields[.rateLimitRemaining]
            .flatMap { Int($0) }.map { .stringConvertible($0) }
        switch exchange.failure {
        case nil:
            metadata["status"] = exchange.head.map { .stringConvertible($0.status.code) }
            metadata["remaining"] = remaining
        case .invalidBody(let status, _):
            metadata["status"] = .stringConvertible(status)
            metadata["remaining"] = remaining
            metadata["outcome"] = "body too long"
        case .unavailable(let failure): metadata["outcome"] = "\(failure.cause.rawValue)"
        default: metadata["outcome"] = "cancelled"
        }
        logger.info("\(exchange.method) \(Self.loggable(exchange.url))", metadata: metadata)
    }

    /// The URL without what may grant access, such as parts of a redirect's `Location`.
    private static func loggable(_ url: String) -> String {
        guard let mark = url.firstIndex(of: "?") else { return url }
        let parameters = url[url.index(after: mark)...].split(separator: "&").map { parameter in
            guard let equals = parameter.firstIndex(of: "=") else { return String(parameter) }
            let name = parameter[..<equals].lowercased()
            let isSecret = exactNames.contains(name) || secretNames.contains { name.contains($0) }
            return isSecret ? "\(parameter[...equals])\(Redactor.mark)" : String(parameter)
        }
        return "\(url[...mark])\(parameters.joined(separator: "&"))"
    }

    private static let exactNames = ["code", "device_code", "user_code"]
    private static let secretNames = [
        "token", "secret", "password", "signature", "credential", "jwt", "sig",
    ]
}
