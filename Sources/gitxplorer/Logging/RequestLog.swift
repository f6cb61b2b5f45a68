import HTTPCore
import JSONCore
import JSONRPC
import Logging
import Secrets

/// `--log-requests`: one line per request, without its params, whatever the log level.
struct RequestLog: Sendable {
    let logger: Logger

    func log(
        _ record: RequestRecord, _ method: String, _ connection: String, _ time: Duration,
        _ outcome: RequestObserver.Outcome
    ) {
        let facts = record.facts
        let name = facts.method ?? method
        var metadata: Logger.Metadata = [
            "id": .string(record.id), "method": .string(name),
            "ms": .stringConvertible(Int(time / .milliseconds(1))),
            "upstream": .stringConvertible(facts.upstreamRequests),
        ]
        if !connection.isEmpty { metadata["connection"] = .string(connection) }
        metadata["trace"] = facts.trace.map { .string($0) }
        switch outcome {
        case .failure:
            // There may be no such method, and its name may be a secret. It is redacted before it is
            // cut: a part of a secret would not be known as one.
            let known = Process.redactor.redacted(name.prefix(utf8: 1024)).cut(to: 64)
            metadata["method"] = .string(known)
        case .success: metadata["source"] = facts.source.map { .string($0.rawValue) }
        }
        let error = facts.error
        metadata[error == nil ? "outcome" : "error"] = error.map { .stringConvertible($0) } ?? "ok"
        logger.info("request", metadata: metadata)
    }
}
