package import JSONCore
import JSONSchema

/// The document of OpenRPC 1.3.2, made from the method table: the result of `rpc.discover`.
package enum OpenRPCDocument {
    package static let version = "1.3.2"

    /// Made once, because it never changes while a server runs.
    package static let value: JSONValue = [
        "openrpc": .string(version),
        "info": [
            "title": "GitXplorer",
            "description":
                "Explore GitHub: random users, repositories by stars, summaries and search, cached.",
            "version": .string(ServerVersion.current),
            "license": ["name": "MIT"],
        ],
        "methods": .array(MethodCatalog.methods.map { describe($0) }),
        "components": [
            "schemas": .object(schemas),
            "errors": .object(errors),
        ],
    ]

    private static func describe(_ method: any DocumentedMethod.Type) -> JSONValue {
        let documentation = method.documentation
        return [
            "name": .string(method.name),
            "summary": .string(documentation.summary),
            "paramStructure": "either",
            "params": .array(documentation.allParams.map(descriptor)),
            "result": [
                "name": "result",
                "schema": method.resultSchema.json(referencePrefix: reference),
            ],
            "errors": .array(
                documentation.errors.map {
                    ["$ref": .string("#/components/errors/\($0.rawValue)")]
                }),
            "examples": .array(
                documentation.examples.enumerated().map { index, call in
                    example(call, MethodExample.result(of: method.name, index))
                }),
        ]
    }

    private static func descriptor(_ param: Property) -> JSONValue {
        [
            "name": .string(param.name),
            "description": JSONValue(param.description),
            "required": .bool(param.isRequired),
            "schema": param.schema.json(referencePrefix: reference),
        ]
    }

    private static func example(_ example: MethodExample, _ result: JSONValue) -> JSONValue {
        [
            "name": .string(example.name),
            "params": .array(
                example.params.map { ["name": .string($0.key), "value": $0.value] }),
            "result": ["name": "result", "value": result],
        ]
    }

    private static var schemas: JSONObject {
        let sorted = TypeSchemas.definitions.sorted { $0.key < $1.key }
        return JSONObject(sorted.map { ($0.key, $0.value.json(referencePrefix: reference)) })
    }

    private static var errors: JSONObject {
        JSONObject(
            ErrorKind.allCases.map { kind in
                let data: JSONValue = [
                    "kind": .string(kind.rawValue), "retryable": .bool(kind.isRetryable),
                ]
                return (
                    kind.rawValue,
                    ["code": JSONValue(kind.code), "message": .string(kind.summary), "data": data]
                )
            })
    }

    private static func reference(_ name: String) -> String {
        "#/components/schemas/\(name)"
    }
}
