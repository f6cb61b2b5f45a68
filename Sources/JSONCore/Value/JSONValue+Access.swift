/// Reads and builds values by hand.
extension JSONValue {
    /// The member `key`; nil if there is none, or if this is not an object.
    public subscript(key: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members[key]
    }

    /// The element at `index`, counted from 0; nil if there is none, or if this is not an array.
    public subscript(index: Int) -> JSONValue? {
        guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
        return elements[index]
    }

    /// Whether this is `null`.
    public var isNull: Bool {
        self == .null
    }

    /// `true` or `false`; nil for any other kind.
    public var boolValue: Bool? {
        guard case .bool(let value) = self else { return nil }
        return value
    }

    /// The value of a number as an integer, however it is written: 15, 15.0 and 1.5e1 are 15.
    public var intValue: Int? {
        guard case .number(let value) = self else { return nil }
        return value.int
    }

    /// The number as a `Double`; infinite if it is outside a `Double`'s range.
    public var doubleValue: Double? {
        guard case .number(let value) = self else { return nil }
        return value.double
    }

    /// The text of a string; nil for any other kind.
    public var stringValue: String? {
        guard case .string(let value) = self else { return nil }
        return value
    }

    /// The elements of an array; nil for any other kind.
    public var arrayValue: [JSONValue]? {
        guard case .array(let value) = self else { return nil }
        return value
    }

    /// The members of an object; nil for any other kind.
    public var objectValue: JSONObject? {
        guard case .object(let value) = self else { return nil }
        return value
    }

    /// `true` or `false`, or null for nil.
    public init(_ value: Bool?) {
        self = value.map(JSONValue.bool) ?? .null
    }

    /// A number, or null for nil.
    public init(_ value: Int?) {
        self = value.map { .number(JSONNumber($0)) } ?? .null
    }

    /// A number; null for nil, infinities and NaN.
    public init(_ value: Double?) {
        self = value.flatMap(JSONNumber.init).map(JSONValue.number) ?? .null
    }

    /// A string, or null for nil.
    public init(_ value: String?) {
        self = value.map(JSONValue.string) ?? .null
    }
}
