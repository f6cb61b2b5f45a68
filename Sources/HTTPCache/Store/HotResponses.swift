import HTTPCore
import HTTPTypes

/// The responses that clients of HTTP got last, so that a hit costs no access to the file: that takes two
/// changes of thread, and with them a hit takes several times what nginx takes (`Benchmarks/`, `proxy`).
///
/// A plain value. What is in it is also in the file, or will be.
struct HotResponses: Sendable {
    private struct Entry: Sendable {
        let response: StoredResponse
        /// ``ResponseStore/clears`` when it was found.
        let clears: UInt64
        var use: Int
    }

    /// In bytes of bodies.
    private static let maximumBytes = 8 << 20
    private static let longestBody = 1 << 20

    private var entries: [CacheKey: [VaryingFields: Entry]] = [:]
    private var bytes = 0
    private var uses = 0

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

    mutating func add(_ response: StoredResponse, clears: UInt64) {
        guard response.body.count <= Self.longestBody else { return }
        uses += 1
        let entry = Entry(response: response, clears: clears, use: uses)
        let former = entries[response.key, default: [:]].updateValue(
            entry, forKey: response.varying)
        bytes += response.body.count - (former?.response.body.count ?? 0)
        if bytes > Self.maximumBytes { shrink() }
    }

    mutating func remove(where condition: (CacheKey) -> Bool) {
        for (key, variants) in entries where condition(key) {
            bytes -= variants.values.reduce(0) { $0 + $1.response.body.count }
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
