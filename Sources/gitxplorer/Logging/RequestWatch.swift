import ExplorerRPC
import HTTPCore
import HTTPFront
import JSONRPC

/// Observes each request once, for `--log-requests` and for `/metrics`.
struct RequestWatch: RequestObserver {
    let log: RequestLog?
    /// Counts immediate results by itself, where there is no log: see ``watching(_:)``.
    let metrics: ServerMetrics?

    var skipsImmediateResults: Bool { log == nil }

    /// The methods, observed once; unchanged if nobody wants to know.
    func watching(_ methods: MethodRegistry) -> MethodRegistry {
        guard methods.observer == nil, log != nil || metrics != nil else { return methods }
        var watched = methods
        if let metrics, log == nil {
            watched = methods.notingImmediateResults(metrics.immediateCounter)
        }
        watched.observer = self
        return watched
    }

    func answered(_ method: String, _ context: RequestContext, _ outcome: Outcome) {
        let record = RequestRecord(trace: context.trace)
        if case .success = outcome, MethodCatalog.withFreshness.contains(method) {
            record.note { $0.source = .cache }
        }
        tell(record, method, context, .zero, outcome)
    }

    func observe(
        _ method: String, _ context: RequestContext, _ handle: () async -> Outcome
    ) async -> Outcome {
        let (record, start) = (RequestRecord(trace: context.trace), ContinuousClock.now)
        let outcome = await RequestRecord.$current.withValue(record) { await handle() }
        // The client is told this, if anything, whatever came of the call.
        let told = Task.isCancelled ? .failure(.cancelled) : outcome
        tell(record, method, context, start.duration(to: .now), told)
        return outcome
    }

    private func tell(
        _ record: RequestRecord, _ method: String, _ context: RequestContext, _ time: Duration,
        _ outcome: Outcome
    ) {
        if case .failure(let failure) = outcome { record.note { $0.error = failure.code } }
        log?.log(record, method, context.connection, time, outcome)
        let facts = record.facts
        metrics?.count(
            facts.method ?? method, time, error: facts.error, source: facts.source)
    }
}
