package import FoundationEssentials
import HTTPCore
package import HTTPServer
import LinuxSystem
import NIOCore
import NIOHTTP1

extension ServerMetrics {
    /// The present state of a server. `isSharedCacheUp` is nil without a shared cache.
    package typealias Gauges = (
        version: String, connections: [(transport: String, count: Int)],
        limits: [(resource: String, remaining: Int, resetAt: Date)], isSharedCacheUp: Bool?
    )

    /// `GET /metrics`.
    ///
    /// - Parameter gauges: must neither block nor ask upstream.
    package func route(_ gauges: @escaping @Sendable () -> Gauges) -> HTTPRoute {
        let answer: HTTPRoute.Handler = { exchange in
            let text = ByteBuffer(string: self.text(gauges()))
            exchange.respond(.ok, ["Content-Type": MetricsText.mediaType], text)
        }
        return HTTPRoute("/metrics", [.GET: answer])
    }

    func text(_ gauges: Gauges) -> String {
        var text = MetricsText()
        add(counts, to: &text)
        add(gauges, to: &text)
        addProcess(to: &text)
        return text.text
    }

    private func add(_ counts: Counts, to text: inout MetricsText) {
        text.add(
            "gitxplorer_requests_total", .counter,
            "Requests that were answered, by method and outcome: ok or the kind of the error.",
            counts.requests.sorted { $0.key < $1.key }.flatMap { method, outcomes in
                outcomes.sorted { $0.key < $1.key }.map {
                    ("", [("method", method), ("outcome", $0)], Double($1))
                }
            })
        text.add(
            "gitxplorer_request_duration_seconds", .histogram,
            "Time from the start of a request to its answer. Results in memory count as 0.",
            counts.durations.sorted { $0.key < $1.key }
                .flatMap { $1.samples([("method", $0)]) })
        text.add(
            "gitxplorer_results_total", .counter,
            "Results made of GitHub's responses, by their freshness.source.", by: "source",
            Provenance.Source.allCases.map { ($0.rawValue, Double(counts.sources[$0] ?? 0)) })
        text.add(
            "gitxplorer_upstream_requests_total", .counter,
            "Requests to GitHub, retries included, by outcome.", by: "outcome",
            UpstreamOutcome.allCases.map { ($0.rawValue, Double(counts.upstream[$0] ?? 0)) })
        text.add(
            "gitxplorer_upstream_duration_seconds", .histogram,
            "Time of a request to GitHub, without its wait for a place.",
            counts.upstreamDurations.samples())
    }

    private func add(_ gauges: Gauges, to text: inout MetricsText) {
        text.add(
            "gitxplorer_rate_limit_remaining", .gauge,
            "Requests left of GitHub's limit after the last one in this window; absent before.",
            by: "resource", gauges.limits.map { ($0.resource, Double($0.remaining)) })
        text.add(
            "gitxplorer_rate_limit_reset_timestamp_seconds", .gauge,
            "When GitHub's limit is full again, in seconds since 1970.", by: "resource",
            gauges.limits.map { ($0.resource, $0.resetAt.timeIntervalSince1970.rounded()) })
        text.add(
            "gitxplorer_connections", .gauge, "Open connections, by transport.", by: "transport",
            gauges.connections.map { ($0, Double($1)) })
        text.add(
            "gitxplorer_shared_cache_up", .gauge,
            "Whether the engine of the shared cache answers; absent without a shared cache.",
            gauges.isSharedCacheUp.map { [("", $0 ? 1 : 0)] } ?? [])
        text.add(
            "gitxplorer_build_info", .gauge, "Always 1; the version is its label.", by: "version",
            [(gauges.version, 1)])
    }

    private func addProcess(to text: inout MetricsText) {
        guard let usage = try? ProcessUsage() else { return }
        text.add(
            "process_cpu_seconds_total", .counter, "CPU time, user and system.",
            [("", usage.cpuSeconds)])
        for (name, help, value) in [
            ("virtual_memory_bytes", "Virtual memory size.", Double(usage.virtualMemory)),
            ("resident_memory_bytes", "Resident memory size.", Double(usage.residentMemory)),
            ("open_fds", "Open file descriptors.", Double(usage.openDescriptors)),
            ("max_fds", "Most file descriptors at once.", Double(usage.maximumDescriptors)),
            (
                "start_time_seconds", "When the process started, in seconds since 1970.",
                startedAt.timeIntervalSince1970
            ),
        ] {
            text.add("process_\(name)", .gauge, help, [("", value)])
        }
    }
}
