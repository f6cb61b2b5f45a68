import FoundationEssentials
import HTTPCore
import Testing

@testable import HTTPFront

@Suite struct ServerMetricsTests {
    /// The lines of what `count` counts that contain `part`, without comments.
    private func lines(
        with part: String, isShared: Bool? = nil, _ count: (ServerMetrics) -> Void = { _ in }
    ) -> [String] {
        let metrics = ServerMetrics()
        count(metrics)
        let gauges: ServerMetrics.Gauges = (
            version: "1\n\"2\\", connections: [("stdio", 1), ("http", 2)],
            limits: [("core", 59, Date(timeIntervalSince1970: 1_800_000_000.4))],
            isSharedCacheUp: isShared
        )
        return metrics.text(gauges).split(separator: "\n").map(String.init)
            .filter { !$0.hasPrefix("#") && $0.contains(part) }
    }

    @Test func `every family is there, also without samples`() {
        let text = ServerMetrics().text(("1", connections: [], limits: [], isSharedCacheUp: nil))
        for name in [
            "requests_total counter", "request_duration_seconds histogram",
            "upstream_requests_total counter", "upstream_duration_seconds histogram",
            "results_total counter", "rate_limit_remaining gauge",
            "rate_limit_reset_timestamp_seconds gauge", "connections gauge",
            "shared_cache_up gauge", "build_info gauge",
        ] {
            #expect(text.contains("# TYPE gitxplorer_\(name)\n"), "\(name)")
        }
    }

    @Test func `immediate results and others are counted together`() {
        let name = "user.summary"
        let counted = lines(with: "") { metrics in
            let immediate = metrics.immediateCounter(name)
            for _ in 0..<3 { immediate() }
            metrics.count(name, .milliseconds(20), error: nil, source: .network)
            metrics.count(name, .seconds(2), error: 1404, source: nil)
        }
        let family = "gitxplorer_request_duration_seconds"
        for line in [
            "gitxplorer_requests_total{method=\"user.summary\",outcome=\"ok\"} 4",
            "gitxplorer_requests_total{method=\"user.summary\",outcome=\"notFound\"} 1",
            "gitxplorer_requests_total{method=\"users.random\",outcome=\"ok\"} 0",
            "gitxplorer_results_total{source=\"cache\"} 3",
            "gitxplorer_results_total{source=\"network\"} 1",
            "gitxplorer_results_total{source=\"stale\"} 0",
            "\(family)_bucket{method=\"user.summary\",le=\"0.001\"} 3",
            "\(family)_bucket{method=\"user.summary\",le=\"0.05\"} 4",
            "\(family)_bucket{method=\"user.summary\",le=\"+Inf\"} 5",
            "\(family)_sum{method=\"user.summary\"} 2.02",
            "\(family)_count{method=\"user.summary\"} 5",
        ] {
            #expect(counted.contains(line), "\(line)")
        }
        #expect(!counted.contains { $0.hasPrefix("\(family)_count{method=\"users.random\"") })
    }

    @Test func `names and codes that are not ours are other`() {
        let counted = lines(with: "\"other\"") { metrics in
            metrics.count("ghp_secret\"}", .zero, error: -32601, source: nil)
            metrics.count("tools/list", .zero, error: -32020, source: nil)
            metrics.immediateCounter("tools/list")()
        }
        let requests = counted.filter { $0.hasPrefix("gitxplorer_requests_total") }
        #expect(
            requests == [
                "gitxplorer_requests_total{method=\"other\",outcome=\"methodNotFound\"} 1",
                "gitxplorer_requests_total{method=\"other\",outcome=\"ok\"} 1",
                "gitxplorer_requests_total{method=\"other\",outcome=\"other\"} 1",
            ])
    }

    @Test(
        arguments: [
            (200, nil, "ok"), (304, nil, "notModified"), (301, nil, "redirect"),
            (404, nil, "clientError"), (503, nil, "serverError"),
            (200, .invalidBody(status: 200, reason: ""), "invalid"), (nil, .cancelled, "cancelled"),
            (nil, .unavailable(UpstreamFailure(cause: .dns)), "dns"),
            (503, .unavailable(UpstreamFailure(cause: .http, status: 503)), "serverError"),
        ] as [(Int?, HTTPTransportError?, String)])
    func `an exchange has one outcome`(
        status: Int?, failure: HTTPTransportError?, outcome: String
    ) {
        let counted = lines(with: " 1") { metrics in
            metrics.count(
                upstream: UpstreamOutcome(status: status, failure: failure), milliseconds: 90_000)
        }
        let family = "gitxplorer_upstream"
        #expect(counted.contains("\(family)_requests_total{outcome=\"\(outcome)\"} 1"))
        #expect(
            counted.filter { $0.contains("duration_seconds_bucket") } == [
                "\(family)_duration_seconds_bucket{le=\"+Inf\"} 1"
            ])
    }

    @Test func `the present is shown, and labels are escaped`() {
        #expect(
            lines(with: "rate_limit") == [
                "gitxplorer_rate_limit_remaining{resource=\"core\"} 59",
                "gitxplorer_rate_limit_reset_timestamp_seconds{resource=\"core\"} 1800000000",
            ])
        #expect(
            lines(with: "connections") == [
                "gitxplorer_connections{transport=\"stdio\"} 1",
                "gitxplorer_connections{transport=\"http\"} 2",
            ])
        #expect(
            lines(with: "build_info") == [
                "gitxplorer_build_info{version=\"1\\n\\\"2\\\\\"} 1"
            ])
        #expect(lines(with: "shared_cache_up").isEmpty)
        for (isUp, value) in [(true, 1), (false, 0)] {
            #expect(
                lines(with: "shared", isShared: isUp) == ["gitxplorer_shared_cache_up \(value)"])
        }
        #expect(lines(with: "process_").count == 6)
    }
}
