import JSONSchema

/// The object types of the method table, each after the types of its members.
enum NamedTypes {
    /// The types that methods share.
    static var shared: [NamedType] {
        let definitions = TypeSchemas.definitions.sorted { $0.key < $1.key }
        return definitions.compactMap { name, schema in
            NamedType(name, schema.description ?? name, schema)
        }
    }

    /// The named objects in a method's result, including the result itself.
    static func results(of entry: CatalogEntry) -> [NamedType] {
        titled(
            in: entry.result, "Result of `\(entry.name)`.",
            parts: "Part of the result of `\(entry.name)`.")
    }

    /// The params of a method, after the objects in them; empty for a method without params.
    static func params(of entry: CatalogEntry) -> [NamedType] {
        let schema = entry.documentation.paramsSchema
        let description = "Params of `\(entry.name)`."
        let own = NamedType(paramsName(of: entry), description, schema)
        let parts = titled(in: schema, description, parts: "Part of the params of `\(entry.name)`.")
        return parts + [own].compactMap(\.self).filter { !$0.members.isEmpty }
    }

    /// The type of an error's `data`, after the objects in it.
    static func data(of kind: ErrorKind) -> [NamedType] {
        let name = dataName(of: kind)
        let own = NamedType(name, kind.summary, kind.dataSchema)
        let parts = titled(in: kind.dataSchema, kind.summary, parts: "Part of `\(name)`.")
        return parts + [own].compactMap(\.self)
    }

    /// `repos.list` gives `ReposListParams`.
    static func paramsName(of entry: CatalogEntry) -> String {
        pascalCase(entry.name) + "Params"
    }

    /// `notFound` gives `NotFoundData`.
    static func dataName(of kind: ErrorKind) -> String {
        pascalCase(kind.rawValue) + "Data"
    }

    private static func pascalCase(_ name: String) -> String {
        name.split(separator: ".").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }

    /// The objects with a title, inner ones first.
    private static func titled(
        in schema: Schema, _ description: String, parts: String
    ) -> [NamedType] {
        switch schema.rule {
        case .array(let rule): return titled(in: rule.items, parts, parts: parts)
        case .map(let inner): return titled(in: inner, parts, parts: parts)
        case .nullable(let inner): return titled(in: inner, description, parts: parts)
        case .anyOf(let schemas):
            return schemas.flatMap { titled(in: $0, description, parts: parts) }
        case .object(let rule):
            let inner = rule.properties.flatMap { titled(in: $0.schema, parts, parts: parts) }
            let own = schema.title.flatMap { NamedType($0, description, schema) }
            return inner + [own].compactMap(\.self)
        default: return []
        }
    }
}
