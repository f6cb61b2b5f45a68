/// A JSON object whose values are decoded one by one. Unreadable values are counted, not fatal.
package struct LossyMap<Value: Decodable & Sendable>: Decodable, Sendable {
    package let values: [String: Value]
    /// The number of malformed values that were left out.
    package let skipped: Int

    package init(from decoder: any Decoder) throws {
        let attempts = try [String: Attempt<Value>](from: decoder)
        values = attempts.compactMapValues(\.value)
        skipped = attempts.count - values.count
    }
}
