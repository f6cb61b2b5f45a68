package import JSONCore

/// A rule about JSON values, as a value.
///
/// The same schema validates (``validate(_:definitions:)``), fills in defaults
/// (``applyingDefaults(to:)``) and prints itself (``json(referencePrefix:)``), so that
/// the documented rule is the enforced one. It is a subset of JSON Schema 2020-12 whose keywords
/// mean the same in draft-07.
///
/// - SeeAlso: JSON Schema Validation 2020-12, section 6.
package struct Schema: Equatable, Sendable {
    package indirect enum Rule: Equatable, Sendable {
        case null
        case boolean
        /// Nil for integers of any size. A range up to `Int.max` has no maximum.
        case integer(ClosedRange<Int>?)
        case number
        case string(StringRule)
        case const(JSONValue)
        case enumeration([String])
        case array(ArrayRule)
        case object(ObjectRule)
        case map(Schema)
        case anyOf([Schema])
        case nullable(Schema)
        case ref(String)
    }

    /// Lengths count Unicode code points.
    package struct StringRule: Equatable, Sendable {
        package var text: TextRule?
        var minLength: Int?
        var maxLength: Int?
        /// For documentation only, as in 2020-12; it is not checked.
        package var format: String?
    }

    package struct ArrayRule: Equatable, Sendable {
        package var items: Schema
        var maxItems: Int?
    }

    package struct ObjectRule: Equatable, Sendable {
        package var properties: [Property]
        /// Whether unlisted members are accepted.
        var isOpen: Bool
        /// Exactly one of these must hold, if there are any.
        var alternatives: [Alternative] = []
    }

    /// Documentation of a value, besides the rule.
    struct Annotations: Equatable, Sendable {
        var title: String?
        var description: String?
        var defaultValue: JSONValue?
        var isSecret = false
        /// The value's name in words, for "expected".
        var phrase: String?
    }

    package let rule: Rule
    var annotations = Annotations()

    package var title: String? { annotations.title }
    package var description: String? { annotations.description }

    init(_ rule: Rule) {
        self.rule = rule
    }
}
