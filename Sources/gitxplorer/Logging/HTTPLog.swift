import CurlHTTP
import Logging

/// `--log-http`: one line for each request to GitHub, whatever the log level.
///
/// It tells method, URL, status, bytes, milliseconds and what is left of the rate limit; never a
/// header field, so never a token, and never a body.
struct HTTPLog: Sendable {
    private let logger: Logger

    init(format: LogFormat) {
        logger = Logger(label: "gitxplorer.http") {
            StandardErrorLogHandler(label: $0, format: format, logLevel: .info)
        }
    }

    func record(_ exchange: ExchangeRecord) {
        var metadata: Logger.Metadata = [
            "bytes": "\(exchange.bodyBytes)", "ms": "\(exchange.milliseconds)",
        ]
        switch exchange.outcome {
        case .response(let status): metadata["status"] = "\(status)"
        case .refused(let status):
            metadata["status"] = "\(status)"
            metadata["outcome"] = "body too long"
        case .failure(let cause): metadata["outcome"] = "\(cause.rawValue)"
        case .cancelled: metadata["outcome"] = "cancelled"
        }
        if let remaining = exchange.rateLimitRemaining { metadata["remaining"] = "\(remaining)" }
        logger.info("\(exchange.method) \(exchange.url)", metadata: metadata)
    }
}
