/// The six kinds of JSON value, named as JSON Schema's `type` names them.
///
/// - SeeAlso: RFC 8259, section 3.
public enum JSONKind: String, Hashable, Sendable, CaseIterable {
    /// The literal `null`.
    case null
    /// `true` or `false`.
    case boolean
    /// A number, with or without a fraction.
    case number
    /// A string.
    case string
    /// An array.
    case array
    /// An object.
    case object
}
