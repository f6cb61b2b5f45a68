package import JSONCore
import JSONSchema

/// The OpenRPC document, made from the method table: the result of `rpc.discover`.
///
/// - SeeAlso: OpenRPC Specification 1.3.2.
package enum OpenRPCDocument {
    package static let version = "1.3.2"

    /// Made once, because it never changes while a server runs.
    package static let value = document(MethodCatalog.entries())

    static func document(_ entries: [CatalogEntry]) -> JSONValue {
        [
            "openrpc": .string(version),
            "info": [
                "title": "GitXplorer",
                "description":
                    "Explore GitHub: random users, repositories by stars, summaries and search, cached.",
                "version": .string(ServerVersion.current),
                "license": ["name": "MIT"],
            ],
            "methods": .array(entries.map(method)),
            "components": [
                "schemas": .object(schemas),
                "errors": .object(errors),
            ],
        ]
    }

    private static func method(_ entry: CatalogEntry) -> JSONValue {
        let documentation = entry.documentation
        var object: JSONObject = [
            "name": .string(entry.name),
            "summary": .string(documentation.summary),
            "paramStructure": "either",
        ]
        if entry.isFormer { object["deprecated"] = true }
        object["params"] = .array(
            documentation.allParams.map(descriptor)
                + documentation.formerParams.map(deprecatedDescriptor))
        object["result"] = [
            "name": "result",
            "schema": entry.result.json(referencePrefix: reference),
        ]
        object["errors"] = .array(
            documentation.errors.map { ["$ref": .string("#/components/errors/\($0.rawValue)")] })
        object["examples"] = .array(documentation.examples.map(example))
        return .object(object)
    }

    private static func descriptor(_ param: Property) -> JSONValue {
        [
            "name": .string(param.name),
            "description": JSONValue(param.description),
            "required": .bool(param.isRequired),
            "schema": param.schema.json(referencePrefix: reference),
        ]
    }

    private static func deprecatedDescriptor(_ param: Property) -> JSONValue {
        guard case .object(var members) = descriptor(param) else { return nil }
        members["deprecated"] = true
        return .object(members)
    }

    private static func example(_ example: MethodExample) -> JSONValue {
        [
            "name": .string(example.name),
            "params": .array(
                example.params.map { ["name": .string($0.key), "value": $0.value] }),
            "result": ["name": "result", "value": example.result],
        ]
    }

    private static var schemas: JSONObject {
        var schemas = JSONObject()
        for (name, schema) in TypeSchemas.definitions.sorted(by: { $0.key < $1.key }) {
            schemas[name] = schema.json(referencePrefix: reference)
        }
        return schemas
    }

    private static var errors: JSONObject {
        var errors = JSONObject()
        for kind in ErrorKind.allCases {
            errors[kind.rawValue] = [
                "code": JSONValue(kind.code),
                "message": .string(kind.summary),
                "data": ["kind": .string(kind.rawValue), "retryable": .bool(kind.isRetryable)],
            ]
        }
        return errors
    }

    private static func reference(_ name: String) -> String {
        "#/components/schemas/\(name)"
    }
}
