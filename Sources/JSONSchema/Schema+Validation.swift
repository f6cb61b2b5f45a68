package import JSONCore

extension Schema {
    /// All violations; empty if the value satisfies the schema.
    ///
    /// Validation ends after the hundredth violation: a response that lists them is never much
    /// longer than the value that caused it.
    ///
    /// - Parameters:
    ///   - definitions: the targets of ``ref(_:)``; a name that is missing accepts nothing.
    ///   - shown: removes secrets from a wrong value before it is shortened and repeated.
    package func validate(
        _ value: JSONValue, definitions: [String: Schema] = [:],
        shown: @escaping (String) -> String = { $0 }
    ) -> [SchemaViolation] {
        var validator = SchemaValidator(definitions: definitions, shown: shown)
        validator.check(value, against: self)
        return validator.violations
    }
}

/// One validation of one value.
private struct SchemaValidator {
    private static let maximumViolations = 100

    let definitions: [String: Schema]
    let shown: (String) -> String
    var violations: [SchemaViolation] = []
    /// The path to the current value.
    var path: [String] = []
    /// Whether the current value is under a secret schema.
    var isSecret = false

    mutating func check(_ value: JSONValue, against schema: Schema) {
        if isFull { return }
        let wasSecret = isSecret
        isSecret = isSecret || schema.annotations.isSecret
        defer { isSecret = wasSecret }
        switch schema.rule {
        case .nullable(let inner):
            if value.isNull { return }
            guard inner.allows(value.kind, definitions) else { return refuse(value, schema) }
            check(value, against: inner)
        case .ref(let name):
            guard let definition = definitions[name] else { return refuse(value, schema) }
            check(value, against: definition)
        case .anyOf(let schemas): check(value, againstAny: schemas, of: schema)
        case .array(let items, let maxItems):
            guard case .array(let elements) = value, elements.count <= maxItems ?? .max else {
                return refuse(value, schema)
            }
            for (index, element) in elements.enumerated() {
                descend(String(index)) { $0.check(element, against: items) }
            }
        case .object(let properties, let isOpen, let alternatives):
            guard case .object(let members) = value else { return refuse(value, schema) }
            let before = violations.count
            check(members, against: properties, isOpen: isOpen)
            if violations.count == before { check(members, against: alternatives) }
        case .map(let values):
            guard case .object(let members) = value else { return refuse(value, schema) }
            for (name, member) in members {
                descend(name) { $0.check(member, against: values) }
            }
        default:
            if !schema.rule.acceptsScalar(value) { refuse(value, schema) }
        }
    }

    private mutating func check(
        _ members: JSONObject, against properties: [Property], isOpen: Bool
    ) {
        var (known, missing) = (0, 0)
        let before = violations.count
        for property in properties {
            if let member = members[property.name] {
                known += 1
                descend(property.name) { $0.check(member, against: property.schema) }
            } else if property.isRequired {
                missing += 1
                let expected = property.schema.expectation(definitions)
                descend(property.name) { $0.report("expected \(expected), found nothing") }
            }
        }
        if isOpen || known == members.count { return }
        // A member is often missing because its name is misspelled, which is then said first.
        let others = missing > 0 ? violations[before...] : []
        violations.removeLast(others.count)
        let names = properties.map(\.name)
        let expected = names.isEmpty ? "no members" : "only \(Phrase.list(names, "and"))"
        for (name, _) in members
        where !isFull && !names.contains(where: { $0.isSameText(as: name) }) {
            descend(name) { $0.report("expected \(expected), found an unknown member") }
        }
        violations += others.prefix(Self.maximumViolations - violations.count)
    }

    /// If no alternative holds, reports the first one; if several do, the last one.
    private mutating func check(_ members: JSONObject, against alternatives: [Alternative]) {
        guard let first = alternatives.first else { return }
        let met = alternatives.filter { $0.holds(in: members) }
        guard met.count != 1 else { return }
        let expected = Phrase.list(alternatives.map(\.phrase), "and")
        let found = met.isEmpty ? "none" : Phrase.list(met.map(\.phrase), "and")
        descend(met.last?.name ?? first.name) {
            $0.report("expected exactly one of \(expected), found \(found)")
        }
    }

    /// If only one alternative is for values of this kind, reports that alternative's violations.
    private mutating func check(
        _ value: JSONValue, againstAny schemas: [Schema], of schema: Schema
    ) {
        let before = violations.count
        let candidates = schemas.filter { $0.allows(value.kind, definitions) }
        for candidate in candidates {
            violations.removeLast(violations.count - before)
            check(value, against: candidate)
            if violations.count == before { return }
        }
        if candidates.count != 1 {
            violations.removeLast(violations.count - before)
            refuse(value, schema)
        }
    }

    private var isFull: Bool {
        violations.count >= Self.maximumViolations
    }

    private mutating func descend(
        _ step: String, _ body: (inout SchemaValidator) -> Void
    ) {
        path.append(step)
        body(&self)
        path.removeLast()
    }

    private mutating func refuse(_ value: JSONValue, _ schema: Schema) {
        let found = isSecret ? Phrase.kind(of: value) : Phrase.found(value, shown)
        report("expected \(schema.expectation(definitions)), found \(found)")
    }

    private mutating func report(_ message: String) {
        if isFull { return }
        violations.append(SchemaViolation(path: JSONPointer(tokens: path), message: message))
    }
}
