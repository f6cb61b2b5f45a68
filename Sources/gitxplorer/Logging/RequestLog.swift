import HTTPCore
import JSONCore
import JSONRPC
import Logging
import Secrets

/// `--log-requests`: one line per request, without its params, whatever the log level.
struct RequestLog: RequestObserver {
    let logger: Logger

    func answered(_ method: String, on connection: String, _ outcome: Outcome) {
        log(RequestRecord(), method, connection, .zero, outcome)
    }

    func observe(
        _ method: String, _ context: RequestContext, _ handle: () async -> Outcome
    ) async -> Outcome {
        let (record, start) = (RequestRecord(), ContinuousClock.now)
        let outcome = await RequestRecord.$current.withValue(record) { await handle() }
        // The client is told this, if anything, whatever came of the call.
        let told = Task.isCancelled ? .failure(.cancelled) : outcome
        log(record, method, context.connection, start.duration(to: .now), told)
        return outcome
    }

    private func log(
        _ record: RequestRecord, _ method: String, _ connection: String, _ time: Duration,
        _ outcome: Outcome
    ) {
        let facts = record.facts
        let name = facts.method ?? method
        var metadata: Logger.Metadata = [
            "id": .string(record.id), "method": .string(name),
            "ms": .stringConvertible(Int(time / .milliseconds(1))),
            "upstream": .stringConvertible(facts.upstreamRequests),
        ]
        if !connection.isEmpty { metadata["connection"] = .string(connection) }
        var error = facts.error
        switch outcome {
        case .failure(let failure):
            error = failure.code
            // There may be no such method, and its name may be a secret. It is redacted before it is
            // cut: a part of a secret would not be known as one.
            let known = Process.redactor.redacted(name.prefix(utf8: 1024)).cut(to: 64)
            metadata["method"] = .string(known)
        case .success(let text):
            // MCP wraps results.
            let result = try? JSONParser(maximumDepth: .max).parse(text)
            let freshness = result?["freshness"] ?? result?["structuredContent"]?["freshness"]
            metadata["source"] = freshness?["source"]?.stringValue.map { .string($0) }
        }
        metadata[error == nil ? "outcome" : "error"] = error.map { .stringConvertible($0) } ?? "ok"
        logger.info("request", metadata: metadata)
    }
}
