import HTTPCore
import HTTPTypes

/// The responses that clients of HTTP got last, so that a hit costs no access to the file: that takes two
/// changes of thread, and with them a hit takes several times what nginx takes (`Benchmarks/`, `proxy`).
///
/// A plain value. What is in it is also in the file, or will be.
struct HotResponses: Sendable {
    /// When a response was read from the file.
    struct Mark: Sendable {
        /// ``ResponseStore/clears``
        let clears: UInt64
        let changes: Int
    }

    private struct Entry: Sendable {
        let response: StoredResponse
        let clears: UInt64
        var use: Int

        /// About what it takes, with what a reader makes of it.
        var bytes: Int { 2 * response.body.count + 16 << 10 }
    }

    private static let maximumBytes = 16 << 20
    private static let longestBody = 1 << 20

    private var entries: [CacheKey: [VaryingFields: Entry]] = [:]
    private var bytes = 0
    private var uses = 0
    /// The number of removals: what was read before one may be outdated.
    private(set) var changes = 0

    mutating func response(
        for key: CacheKey, fields: HTTPFields, clears: UInt64
    ) -> StoredResponse? {
        guard let variants = entries[key],
            let found = variants.first(where: { $0.key.match(fields) })
        else { return nil }
        guard found.value.clears == clears else {
            removeAll()
            return nil
        }
        uses += 1
        entries[key]?[found.key]?.use = uses
        return found.value.response
    }

    mutating func add(_ response: StoredResponse, readAt mark: Mark) {
        guard response.body.count <= Self.longestBody, mark.changes == changes else { return }
        uses += 1
        let entry = Entry(response: response, clears: mark.clears, use: uses)
        let former = entries[response.key, default: [:]].updateValue(
            entry, forKey: response.varying)
        bytes += entry.bytes - (former?.bytes ?? 0)
        if bytes > Self.maximumBytes { shrink() }
    }

    mutating func remove(where condition: (CacheKey) -> Bool) {
        changes += 1
        for (key, variants) in entries where condition(key) {
            bytes -= variants.values.reduce(0) { $0 + $1.bytes }
            entries[key] = nil
        }
    }

    mutating func removeAll() {
        entries = [:]
        bytes = 0
    }

    /// Removes what was not used for longest, down to half.
    private mutating func shrink() {
        let oldest = entries.map { ($0.key, $0.value.values.map(\.use).max() ?? 0) }
            .sorted { $0.1 < $1.1 }
        for (key, _) in oldest where bytes > Self.maximumBytes / 2 {
            remove { $0 == key }
        }
    }
}
