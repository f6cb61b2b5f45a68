import ExplorerRPC
import HTTPCore
import JSONCore
import RedisClient
import SharedCache

/// The output of `gitxplorer cache stats`: the members of `cache.stats`, with the counts of all
/// processes.
struct CacheReport {
    private var members: JSONObject

    /// - Parameter engine: the shared cache, which is asked; nil without one.
    init(_ statistics: CacheStatistics, engine: RedisConfiguration?) async {
        var report = statistics
        report.counts = report.lifetime
        members = CacheStatistics.wire.json(report, { $0 }).objectValue ?? [:]
        let since = members["lifetime"]?["since"]
        // The size limit belongs to a server; this command has none.
        members["maxBytes"] = nil
        members["lifetime"] = nil
        members["since"] = since
        members["shared"] = if let engine { await Self.state(of: engine) } else { .null }
    }

    private static func state(of engine: RedisConfiguration) async -> JSONValue {
        let client = RedisClient(engine)
        // Without user and password.
        var state: JSONObject = ["url": .string(engine.url)]
        do throws(RedisError) {
            let statistics = try await EngineUpkeep(client).statistics()
            state["state"] = "up"
            state["servers"] = JSONValue(statistics.servers)
            state["responses"] = JSONValue(statistics.responses)
            for (name, count) in SharingCounts.named {
                state[name] = JSONValue(statistics.totals[keyPath: count])
            }
        } catch {
            state["state"] = "down"
            state["reason"] = .string("\(error)")
        }
        await client.shutdown()
        return .object(state)
    }

    /// As one line of JSON.
    var json: String { JSONValue.object(members).text }

    /// As a table for people.
    var table: String {
        let rows = Self.rows(members)
        let width = rows.map(\.0.count).max() ?? 0
        return rows.map { name, value in
            name + String(repeating: " ", count: width - name.count) + "  \(value.visible)\n"
        }.joined()
    }

    /// The members of an inner object follow its name, indented.
    private static func rows(_ members: JSONObject, indent: String = "") -> [(String, String)] {
        members.flatMap { name, value -> [(String, String)] in
            let label = indent + words(name)
            return switch value {
            case .object(let inner): [(label, "")] + rows(inner, indent: indent + "  ")
            case .array(let items):
                items.flatMap { rows($0.objectValue ?? [:], indent: indent + "  ") }
            case .string(let text): [(label, text)]
            case .null: []
            default: [(label, name == "bytes" ? size(value.intValue ?? 0) : value.text)]
            }
        }
    }

    private static func size(_ bytes: Int) -> String {
        switch bytes {
        case ..<10_000: "\(bytes) bytes"
        case ..<10_000_000: "\(bytes / 1000) kB"
        default: "\(bytes / 1_000_000) MB"
        }
    }

    /// `rateLimitSpared` is `rate limit spared`.
    private static func words(_ name: String) -> String {
        switch name {
        case "path": "file"
        case "entries": "responses"
        case "bytes": "size"
        default: name.map { $0.isUppercase ? " \($0.lowercased())" : "\($0)" }.joined()
        }
    }
}
