/// A member name or an array place on a coding path.
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

    /// Where `superDecoder()` and `superEncoder()` look by convention.
    static let `super` = JSONCodingKey(stringValue: "super")
}
