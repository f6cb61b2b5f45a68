/// Reads and builds values by hand.
extension JSONValue {
    /// The member `key`; nil if there is none, or if this is not an object.
    package subscript(key: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members[key]
    }

    /// The element at `index`, counted from 0; nil if there is none, or if this is not an array.
    package subscript(index: Int) -> JSONValue? {
        guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
        return elements[index]
    }

    package var isNull: Bool {
        self == .null
    }

    package var boolValue: Bool? {
        guard case .bool(let value) = self else { return nil }
        return value
    }

    /// The value of a number as an integer, however it is written: 15, 15.0 and 1.5e1 are 15.
    package var intValue: Int? {
        guard case .number(let value) = self else { return nil }
        return value.int
    }

    /// The number as a `Double`; infinite if it is outside a `Double`'s range.
    package var doubleValue: Double? {
        guard case .number(let value) = self else { return nil }
        return value.double
    }

    package var stringValue: String? {
        guard case .string(let value) = self else { return nil }
        return value
    }

    package var arrayValue: [JSONValue]? {
        guard case .array(let value) = self else { return nil }
        return value
    }

    package var objectValue: JSONObject? {
        guard case .object(let value) = self else { return nil }
        return value
    }

    /// `true` or `false`, or null for nil.
    package init(_ value: Bool?) {
        self = value.map(JSONValue.bool) ?? .null
    }

    /// A number, or null for nil.
    package init(_ value: Int?) {
        self = value.map { .number(JSONNumber($0)) } ?? .null
    }

    /// A number; null for nil, infinities and NaN.
    package init(_ value: Double?) {
        self = value.flatMap(JSONNumber.init).map(JSONValue.number) ?? .null
    }

    /// A string, or null for nil.
    package init(_ value: String?) {
        self = value.map(JSONValue.string) ?? .null
    }
}
