/// The six kinds of JSON value, named as JSON Schema's `type` names them.
///
/// - SeeAlso: RFC 8259, section 3.
package enum JSONKind: String, Hashable, Sendable, CaseIterable {
    case null
    case boolean
    case number
    case string
    case array
    case object
}
