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
