package import FoundationEssentials

/// The text of a result that equal requests get until it expires.
package struct StoredResult: Hashable, Sendable {
    package let text: [UInt8]
    package let expiresAt: Date
    /// The number of requests to GitHub that each use of it spares.
    package let requests: Int
    /// How many of them would count against a rate limit.
    package let limited: Int

    package init(text: [UInt8], expiresAt: Date, requests: Int = 0, limited: Int = 0) {
        // Without spare room: a text that was appended to has up to as much again.
        self.text = [UInt8](unsafeUninitializedCapacity: text.count) { buffer, count in
            count = buffer.initialize(fromContentsOf: text)
        }
        self.expiresAt = expiresAt
        self.requests = requests
        self.limited = limited
    }
}
