import HTTPCore

extension CacheCounts {
    /// Each count with its name in the file.
    static var names: [(name: String, count: WritableKeyPath<CacheCounts, Int>)] {
        [
            ("hits", \.hits), ("misses", \.misses), ("revalidations", \.revalidations),
            ("staleServed", \.staleServed), ("coalesced", \.coalesced),
            ("evictions", \.evictions), ("requestsSpared", \.requestsSpared),
            ("rateLimitSpared", \.rateLimitSpared),
        ]
    }

    static func += (left: inout CacheCounts, right: CacheCounts) {
        for (_, count) in names { left[keyPath: count] += right[keyPath: count] }
    }

    static func -= (left: inout CacheCounts, right: CacheCounts) {
        for (_, count) in names { left[keyPath: count] -= right[keyPath: count] }
    }
}
