/// Whole numbers on the wire that count something: ids, sizes, times.
///
/// None is below 0, and none is larger than 2^53, up to which every reader of JSON is exact (RFC
/// 8259, section 6). Two of them can be added without overflow.
package enum WireInteger {
    package static let range = 0...(1 << 53)

    /// The sum, or the largest integer if it overflows.
    package static func sum(_ left: Int, _ right: Int) -> Int {
        min(left + right, range.upperBound)
    }
}

extension KeyedDecodingContainer {
    /// Decodes a number of ``WireInteger/range``; any other is an error, as is what is no integer.
    package func wireInteger(forKey key: Key) throws -> Int {
        try checked(decode(Int.self, forKey: key), key)
    }

    package func wireIntegerIfPresent(forKey key: Key) throws -> Int? {
        try decodeIfPresent(Int.self, forKey: key).map { try checked($0, key) }
    }

    private func checked(_ value: Int, _ key: Key) throws -> Int {
        guard WireInteger.range.contains(value) else {
            throw DecodingError.dataCorruptedError(
                forKey: key, in: self,
                debugDescription: "expected 0 to \(WireInteger.range.upperBound), found \(value)")
        }
        return value
    }
}
