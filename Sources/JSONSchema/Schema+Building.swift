package import JSONCore

/// Constructors of schemas.
extension Schema {
    package static let null = Schema(.null)
    package static let boolean = Schema(.boolean)
    package static let number = Schema(.number)

    /// Any number with an integral value: 15.0 is one.
    ///
    /// Without bounds it may have any size, and may not fit an `Int`.
    package static func integer() -> Schema {
        Schema(.integer(nil))
    }

    package static func integer(_ bounds: ClosedRange<Int>) -> Schema {
        Schema(.integer(bounds))
    }

    package static func integer(_ bounds: PartialRangeFrom<Int>) -> Schema {
        Schema(.integer(bounds.lowerBound...Int.max))
    }

    /// - Parameters:
    ///   - minLength: in Unicode code points, as is `maxLength`.
    ///   - format: for readers of the schema; it is not checked.
    package static func string(
        _ text: TextRule? = nil, minLength: Int? = nil, maxLength: Int? = nil,
        format: String? = nil
    ) -> Schema {
        Schema(
            .string(
                StringRule(
                    text: text, minLength: minLength, maxLength: maxLength, format: format)))
    }

    /// Only the value that is equal to `value`.
    package static func const(_ value: JSONValue) -> Schema {
        Schema(.const(value))
    }

    /// One of some strings.
    package static func enumeration(_ values: [String]) -> Schema {
        Schema(.enumeration(values))
    }

    /// One of the words of a type.
    package static func enumeration<Word: CaseIterable & RawRepresentable>(
        _ words: Word.Type
    ) -> Schema where Word.RawValue == String {
        .enumeration(words.allCases.map(\.rawValue))
    }

    package static func array(of items: Schema, maxItems: Int? = nil) -> Schema {
        Schema(.array(ArrayRule(items: items, maxItems: maxItems)))
    }

    /// - Parameters:
    ///   - additional: whether unlisted members are accepted.
    ///   - exactlyOneOf: exactly one of these must hold.
    package static func object(
        _ properties: [Property] = [], additional: Bool = true,
        exactlyOneOf alternatives: [Alternative] = []
    ) -> Schema {
        Schema(
            .object(
                ObjectRule(
                    properties: properties, isOpen: additional, alternatives: alternatives)))
    }

    /// An object whose members may have any name.
    package static func map(of values: Schema) -> Schema {
        Schema(.map(values))
    }

    /// At least one of some schemas.
    package static func anyOf(_ schemas: [Schema]) -> Schema {
        Schema(.anyOf(schemas))
    }

    /// Values of `schema`, or null.
    package static func nullable(_ schema: Schema) -> Schema {
        Schema(.nullable(schema))
    }

    /// The definition `name`, which is passed when validating.
    package static func ref(_ name: String) -> Schema {
        Schema(.ref(name))
    }
}

/// Annotated copies of a schema.
extension Schema {
    package func titled(_ title: String) -> Schema {
        annotating { $0.title = title }
    }

    package func described(_ description: String) -> Schema {
        annotating { $0.description = description }
    }

    package func defaulting(to value: JSONValue) -> Schema {
        annotating { $0.defaultValue = value }
    }

    /// Keeps the value out of violations, and prints as `writeOnly`.
    package func secret() -> Schema {
        annotating { $0.isSecret = true }
    }

    /// The phrase for violations, such as `a GitHub login`, where a pattern would say little.
    package func called(_ phrase: String) -> Schema {
        annotating { $0.phrase = phrase }
    }

    private func annotating(_ change: (inout Annotations) -> Void) -> Schema {
        var schema = self
        change(&schema.annotations)
        return schema
    }
}
