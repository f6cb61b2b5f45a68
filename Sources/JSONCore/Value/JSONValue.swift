/// A JSON value.
///
/// Numbers keep their digits (``JSONNumber``) and objects the order of their members
/// (``JSONObject``), so that a value survives reading and writing unchanged. Equality is that of
/// JSON Schema: numbers by value, objects in any order, strings code point by code point (Swift's
/// own `==` would equate two spellings of `é`).
///
/// - SeeAlso: RFC 8259; JSON Schema 2020-12, section 4.2.2 "Instance Equality".
public enum JSONValue: Equatable, Sendable {
    /// The literal `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number with its digits.
    case number(JSONNumber)
    /// A string.
    case string(String)
    /// The elements of an array.
    case array([JSONValue])
    /// The members of an object, in order.
    case object(JSONObject)

    /// Equality of JSON Schema.
    public static func == (left: JSONValue, right: JSONValue) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.number(let left), .number(let right)): left == right
        case (.string(let left), .string(let right)): left.isSameText(as: right)
        case (.array(let left), .array(let right)): left == right
        case (.object(let left), .object(let right)): left == right
        default: false
        }
    }

    /// Which of the six kinds of value this is.
    public var kind: JSONKind {
        switch self {
        case .null: .null
        case .bool: .boolean
        case .number: .number
        case .string: .string
        case .array: .array
        case .object: .object
        }
    }
}
