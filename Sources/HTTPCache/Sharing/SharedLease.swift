/// The right to fetch one response. Its issuer knows it by the number.
package struct SharedLease: Hashable, Sendable {
    package let number: UInt64

    package init(number: UInt64) {
        self.number = number
    }
}
