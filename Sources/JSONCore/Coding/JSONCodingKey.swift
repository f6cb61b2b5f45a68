/// A member name or an array index on a coding path.
package struct JSONCodingKey: CodingKey {
    package let stringValue: String
    package let intValue: Int?

    package init(stringValue: String) {
        self.stringValue = stringValue
        intValue = nil
    }

    package init(intValue: Int) {
        stringValue = String(intValue)
        self.intValue = intValue
    }

    /// The key that `superDecoder()` and `superEncoder()` use by convention.
    static let `super` = JSONCodingKey(stringValue: "super")
}
