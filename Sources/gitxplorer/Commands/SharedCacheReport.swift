import HTTPCore
import JSONCore
import RedisClient
import SharedCache

/// What `gitxplorer cache stats --shared-cache` tells of the engine.
struct SharedCacheReport {
    /// Without user and password.
    let url: String
    let found: Result<EngineUpkeep.Statistics, RedisError>

    var json: JSONValue {
        switch found {
        case .success(let statistics):
            [
                "url": .string(url), "state": "up", "servers": JSONValue(statistics.servers),
                "responses": JSONValue(statistics.responses),
                "hits": JSONValue(statistics.totals.hits),
                "fills": JSONValue(statistics.totals.fills),
                "waits": JSONValue(statistics.totals.waits),
                "takeovers": JSONValue(statistics.totals.takeovers),
                "alone": JSONValue(statistics.totals.alone),
            ]
        case .failure(let error):
            ["url": .string(url), "state": "down", "reason": .string("\(error)")]
        }
    }

    /// Of the table; the first one is empty.
    var rows: [(String, String)] {
        let rows = [("", ""), ("shared cache", url)]
        switch found {
        case .success(let statistics):
            return rows + [
                ("servers", "\(statistics.servers)"), ("responses", "\(statistics.responses)"),
                ("fetched and shared", "\(statistics.totals.fills)"),
                ("found shared", "\(statistics.totals.hits)"),
                ("waited for another server", "\(statistics.totals.waits)"),
                ("took over", "\(statistics.totals.takeovers)"),
                ("asked alone", "\(statistics.totals.alone)"),
            ]
        case .failure(let error): return rows + [("not reachable", "\(error)")]
        }
    }
}
