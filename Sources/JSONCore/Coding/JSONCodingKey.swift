/// A member name or an array index on a coding path.
struct JSONCodingKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(stringValue: String) {
        self.stringValue = stringValue
        intValue = nil
    }

    init(intValue: Int) {
        stringValue = String(intValue)
        self.intValue = intValue
    }

    /// The key that `superDecoder()` and `superEncoder()` use by convention.
    static let `super` = JSONCodingKey(stringValue: "super")
}
