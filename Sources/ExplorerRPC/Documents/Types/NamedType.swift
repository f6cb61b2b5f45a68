import JSONCore
import JSONSchema

/// An object type, as it is declared in another language.
struct NamedType {
    struct Member {
        let name: String
        let shape: TypeShape
        let isOptional: Bool
        let description: String?
    }

    let name: String
    let description: String
    let members: [Member]

    /// Nil if the schema is not an object.
    init?(_ name: String, _ description: String, _ schema: Schema) {
        guard case .object(let rule) = schema.rule else { return nil }
        self.name = name
        self.description = description
        members = rule.properties.map {
            Member(
                name: $0.name, shape: TypeShape($0.schema), isOptional: !$0.isRequired,
                description: $0.description)
        }
    }
}
