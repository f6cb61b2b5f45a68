import ExplorerRPC
import FoundationEssentials
package import HTTPCore
import Synchronization

/// Counts what a server does, for `/metrics`.
///
/// All labels come from closed sets: a method that is not in the catalogue counts as `other`.
package final class ServerMetrics: Sendable {
    struct Counts {
        /// By method and outcome.
        var requests: [String: [String: Int]] = [:]
        /// By method, once it has been called.
        var durations: [String: Histogram] = [:]
        var sources: [Provenance.Source: Int] = [:]
        var upstream: [UpstreamOutcome: Int] = [:]
        var upstreamDurations = Histogram()

        mutating func add(_ count: Int, _ method: String, _ outcome: String, seconds: Double) {
            requests[method, default: [:]][outcome, default: 0] += count
            if count > 0 { durations[method, default: Histogram()].add(seconds, count: count) }
        }
    }

    /// The immediate results of one method. Counting may take such a call a hundred instructions: this
    /// takes 29, and a lock and a dictionary would take several times the limit.
    private final class ImmediateCount: Sendable {
        let value = Atomic(0)
    }

    private static let other = "other"
    private static let ok = "ok"

    let startedAt = Date.now
    private let immediate: [String: ImmediateCount]
    private let state = Mutex(Counts())

    package init() {
        let names = MethodCatalog.methods.map { $0.name } + [Self.other]
        immediate = Dictionary(uniqueKeysWithValues: names.map { ($0, ImmediateCount()) })
    }

    /// What counts an immediate result of a method each time it is called.
    package func immediateCounter(_ method: String) -> @Sendable () -> Void {
        let count = immediate[method] ?? immediate[Self.other]
        return { count?.value.add(1, ordering: .relaxed) }
    }

    /// - Parameters:
    ///   - error: the code of the request's error; nil for a result.
    ///   - source: of its result, if it has one.
    package func count(
        _ method: String, _ time: Duration, error: Int?, source: Provenance.Source?
    ) {
        let method = immediate[method] == nil ? Self.other : method
        let kind = error.map { code in
            ErrorKind.allCases.first { $0.code == code }?.rawValue ?? Self.other
        }
        state.withLock { counts in
            counts.add(1, method, kind ?? Self.ok, seconds: time / .seconds(1))
            if error == nil, let source { counts.sources[source, default: 0] += 1 }
        }
    }

    package func count(upstream outcome: UpstreamOutcome, milliseconds: Int) {
        state.withLock { counts in
            counts.upstream[outcome, default: 0] += 1
            counts.upstreamDurations.add(Double(milliseconds) / 1000)
        }
    }

    /// Immediate results are from the cache, and take no time that is worth a look at the clock.
    var counts: Counts {
        var counts = state.withLock(\.self)
        for (method, count) in immediate {
            let count = count.value.load(ordering: .relaxed)
            counts.add(count, method, Self.ok, seconds: 0)
            if MethodCatalog.withFreshness.contains(method) {
                counts.sources[.cache, default: 0] += count
            }
        }
        return counts
    }
}
