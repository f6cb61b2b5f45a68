package import JSONCore
package import JSONSchema

/// The files of `Schemas/`, made from the method table.
///
/// They are JSON Schema 2020-12 with keywords that mean the same in draft-07. Each file is
/// complete: the types that it refers to are in its `$defs`.
package enum SchemaFiles {
    /// The names of the files and their contents, pretty-printed, with a line feed at the end.
    package static var all: [(name: String, text: String)] {
        var files = [(name: "openrpc.json", value: OpenRPCDocument.value)]
        for method in MethodCatalog.methods {
            let (name, params) = (method.name, method.documentation.paramsSchema)
            files.append(("\(name).params.json", document(params, "\(name) params")))
            files.append(("\(name).result.json", document(method.resultSchema, "\(name) result")))
        }
        files.append(("errors.json", errors))
        return files.map { ($0.name, $0.value.pretty() + "\n") }
    }

    private static let dialect: JSONValue = "https://json-schema.org/draft/2020-12/schema"

    private static func document(_ schema: Schema, _ title: String) -> JSONValue {
        let head: JSONObject = ["$schema": dialect, "title": .string(title)]
        return .object(head.merging(standalone(schema)))
    }

    /// The schema as one object, with the types that it refers to in its `$defs`.
    package static func standalone(_ schema: Schema) -> JSONObject {
        var members = schema.json(referencePrefix: reference).objectValue ?? [:]
        let definitions = definitions(for: schema)
        if definitions.count > 0 { members["$defs"] = .object(definitions) }
        return members
    }

    /// The types that `schema` refers to, directly or through another type.
    private static func definitions(for schema: Schema) -> JSONObject {
        var pending = schema.references
        var found: Set<String> = []
        while let name = pending.popFirst() {
            guard found.insert(name).inserted, let type = TypeSchemas.definitions[name] else {
                continue
            }
            pending.formUnion(type.references)
        }
        let types = TypeSchemas.definitions.filter { found.contains($0.key) }
            .sorted { $0.key < $1.key }
        return JSONObject(types.map { ($0.key, $0.value.json(referencePrefix: reference)) })
    }

    /// The error object of JSON-RPC 2.0, section 5.1, with `data` by kind.
    private static var errors: JSONValue {
        let definitions = JSONObject(
            ErrorKind.allCases.map {
                ($0.rawValue, $0.dataSchema.json(referencePrefix: reference))
            })
        return [
            "$schema": dialect,
            "title": "error",
            "type": "object",
            "required": ["code", "message", "data"],
            "properties": ["code": ["type": "integer"], "message": ["type": "string"]],
            "anyOf": .array(ErrorKind.allCases.map(error)),
            "$defs": .object(definitions),
        ]
    }

    private static func error(_ kind: ErrorKind) -> JSONValue {
        var object: JSONObject = ["description": .string(kind.summary)]
        if kind.signInHelps { object["x-signInHelps"] = true }
        object["properties"] = [
            "code": ["const": JSONValue(kind.code)],
            "data": ["$ref": .string(reference(kind.rawValue))],
        ]
        return .object(object)
    }

    private static func reference(_ name: String) -> String {
        "#/$defs/\(name)"
    }
}
