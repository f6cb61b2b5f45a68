import ExplorerRPC
import FoundationEssentials
import HTTPCore
import JSONCore

/// The output of `gitxplorer cache stats`: the members of `cache.stats`, with the counts of all
/// processes.
struct CacheReport {
    private let statistics: CacheStatistics
    /// Nil without a shared cache.
    var shared: SharedCacheReport?

    init(_ statistics: CacheStatistics) {
        self.statistics = statistics
    }

    /// As one line of JSON.
    var json: String {
        var report = statistics
        report.counts = report.lifetime
        guard case .object(var members) = CacheStatistics.wire.json(report, { $0 })
        else { return "{}" }
        let since = members["lifetime"]?["since"]
        // The size limit belongs to a server; this command has none.
        members["maxBytes"] = nil
        members["lifetime"] = nil
        members["since"] = since
        members["clients"] = .array(
            clients.map { name, counts in
                [
                    "name": JSONValue(name), "requests": JSONValue(counts.requests),
                    "spared": JSONValue(counts.spared), "free": JSONValue(counts.free),
                ]
            })
        members["shared"] = shared?.json ?? .null
        return JSONValue.object(members).text
    }

    /// As a table for people.
    var table: String {
        let counts = statistics.lifetime
        var rows = [
            ("file", statistics.path),
            ("size", Self.size(statistics.bytes)),
            ("responses", "\(statistics.entries)"),
            ("oldest", Self.time(statistics.oldest)),
            ("newest", Self.time(statistics.newest)),
        ]
        rows += statistics.hosts.map {
            ("  \($0.host.visible)", "\($0.entries) responses, \(Self.size($0.bytes))")
        }
        rows += [
            ("", ""),
            ("counted since", Self.time(statistics.since)),
            ("hits", "\(counts.hits)"),
            ("shared transfers", "\(counts.coalesced)"),
            ("revalidations", "\(counts.revalidations)"),
            ("misses", "\(counts.misses)"),
            ("stale responses", "\(counts.staleServed)"),
            ("evictions", "\(counts.evictions)"),
            ("requests spared", "\(counts.requestsSpared)"),
            ("rate limit spared", "\(counts.rateLimitSpared)"),
        ]
        if !clients.isEmpty { rows += [("", ""), ("clients of the proxy", "")] }
        rows += clients.map { name, counts in
            (
                "  \(name)",
                "\(counts.requests) requests, \(counts.spared) spared, \(counts.free) free of the limit"
            )
        }
        rows += shared?.rows ?? []
        return rows.map { [$0, $1.visible] }.aligned(to: .max).map { "\($0)\n" }.joined()
    }

    /// Those with the most requests first.
    private var clients: [(name: String, counts: ClientCounts)] {
        statistics.clients.sorted { ($1.value.requests, $0.key) < ($0.value.requests, $1.key) }
            .map { ($0.key, $0.value) }
    }

    private static func time(_ date: Date?) -> String {
        date.map { "\(Timestamp($0))" } ?? "-"
    }

    private static func size(_ bytes: Int) -> String {
        switch bytes {
        case ..<10_000: "\(bytes) bytes"
        case ..<10_000_000: "\(bytes / 1000) kB"
        default: "\(bytes / 1_000_000) MB"
        }
    }
}
