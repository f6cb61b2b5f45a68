package import JSONCore

extension Schema {
    package static func integer(_ bounds: PartialRangeFrom<Int>) -> Schema {
        .integer(bounds.lowerBound...Int.max)
    }

    /// One of the words of a type.
    package static func enumeration<Word: CaseIterable & RawRepresentable>(
        _ words: Word.Type
    ) -> Schema where Word.RawValue == String {
        .enumeration(words.allCases.map(\.rawValue))
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
        var annotations = annotations
        change(&annotations)
        return .annotated(rule, annotations)
    }
}
