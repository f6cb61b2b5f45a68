package import JSONCore

/// A rule about JSON values, as a value.
///
/// The same schema validates (``validate(_:definitions:shown:)``), fills in defaults
/// (``applyingDefaults(to:)``) and prints itself (``json(referencePrefix:)``), so that
/// the documented rule is the enforced one. It is a subset of JSON Schema 2020-12 whose keywords
/// mean the same in draft-07.
///
/// - SeeAlso: JSON Schema Validation 2020-12, section 6.
package indirect enum Schema: Equatable, Sendable {
    case null
    case boolean
    case number
    /// Any number with an integral value: 15.0 is one.
    ///
    /// Without a range it may have any size, and may not fit an `Int`. A range up to `Int.max` has
    /// no maximum.
    case integer(ClosedRange<Int>? = nil)
    /// Lengths count Unicode code points. The format is for readers; it is not checked.
    case string(
        TextRule? = nil, minLength: Int? = nil, maxLength: Int? = nil, format: String? = nil)
    case const(JSONValue)
    /// One of some strings.
    case enumeration([String])
    case array(of: Schema, maxItems: Int? = nil)
    /// Unlisted members are accepted if `additional` is true. If there are alternatives, exactly
    /// one of them must hold.
    case object([Property] = [], additional: Bool = true, exactlyOneOf: [Alternative] = [])
    /// An object whose members may have any name.
    case map(of: Schema)
    /// At least one of some schemas.
    case anyOf([Schema])
    case nullable(Schema)
    /// The definition of that name, which is passed when validating.
    case ref(String)
    /// A schema, itself without annotations, and its documentation.
    case annotated(Schema, Annotations)

    /// Documentation of a value, besides the rule.
    package struct Annotations: Equatable, Sendable {
        var title: String?
        var description: String?
        var defaultValue: JSONValue?
        var isSecret = false
        /// The value's name in words, for "expected".
        var phrase: String?
    }

    /// The schema without annotations.
    package var rule: Schema {
        if case .annotated(let rule, _) = self { rule } else { self }
    }

    /// The listed members of an object; none for another schema.
    package var properties: [Property] {
        if case .object(let properties, _, _) = rule { properties } else { [] }
    }

    /// The format of a string, such as `date-time`.
    package var format: String? {
        if case .string(_, _, _, let format) = rule { format } else { nil }
    }

    var annotations: Annotations {
        if case .annotated(_, let annotations) = self { annotations } else { Annotations() }
    }
}
