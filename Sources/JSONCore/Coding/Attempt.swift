/// A value if it can be decoded. It never fails, so that a container always advances.
package struct Attempt<Value: Decodable & Sendable>: Decodable, Sendable {
    /// Nil if it is malformed.
    package let value: Value?

    package init(from decoder: any Decoder) throws {
        value = try? Value(from: decoder)
    }
}
