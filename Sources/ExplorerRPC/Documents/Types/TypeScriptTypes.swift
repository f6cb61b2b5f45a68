import JSONCore

/// `gitxplorer.d.ts`: params, results and errors for TypeScript, made from the method table.
package enum TypeScriptTypes {
    package static var text: String {
        let entries = MethodCatalog.entries()
        var parts = [heading]
        parts += NamedTypes.shared.map(interface)
        for entry in entries {
            parts += (NamedTypes.params(of: entry) + NamedTypes.results(of: entry)).map(interface)
        }
        parts.append(methods(entries))
        parts += ErrorKind.allCases.flatMap(NamedTypes.data).map(interface)
        parts.append(errors)
        return parts.joined(separator: "\n\n") + "\n"
    }

    private static let heading = """
        // Types of GitXplorer's methods: params, results, errors.
        //
        // Generated from the server's method table by `make schemas`; do not edit. Times are RFC 3339
        // in UTC. A result may have more members than are listed here.
        """

    private static func interface(_ type: NamedType) -> String {
        let members = type.members.flatMap { member in
            comment(member.description, indent: "  ") + [
                "  \(member.name)\(member.isOptional ? "?" : ""): \(name(of: member.shape));"
            ]
        }
        let lines =
            comment(type.description) + ["export interface \(type.name) {"] + members + ["}"]
        return lines.joined(separator: "\n")
    }

    private static func methods(_ entries: [CatalogEntry]) -> String {
        let lines = entries.map { entry in
            let hasParams = !NamedTypes.params(of: entry).isEmpty
            let params = hasParams ? NamedTypes.paramsName(of: entry) : "NoParams"
            let result = name(of: TypeShape(entry.result))
            return
                "  \(JSONValue.string(entry.name).text): { params: \(params); result: \(result) };"
        }
        return """
            /** The params of a method that has none: `{}`, or none at all. */
            export type NoParams = Record<string, never>;

            /** Every method, with its params by name and its result. */
            export interface Methods {
            \(lines.joined(separator: "\n"))
            }

            export type MethodName = keyof Methods;
            export type Params<M extends MethodName> = Methods[M]["params"];
            export type Result<M extends MethodName> = Methods[M]["result"];
            """
    }

    private static var errors: String {
        let members = ErrorKind.allCases.map {
            "  | { code: \($0.code); message: string; data: \(NamedTypes.dataName(of: $0)) }"
        }
        return """
            /** The `error` of a JSON-RPC response; its `code` and its `data.kind` identify it. */
            export type RPCError =
            \(members.joined(separator: "\n"));

            export type ErrorData = RPCError["data"];
            export type ErrorKind = ErrorData["kind"];
            """
    }

    /// `/** ... */`, on several lines if it is long.
    private static func comment(_ description: String?, indent: String = "") -> [String] {
        guard let description else { return [] }
        let lines = TextWrapping.lines(description, width: 90)
        if lines.count == 1 { return ["\(indent)/** \(description) */"] }
        return ["\(indent)/**"] + lines.map { "\(indent) * \($0)" } + ["\(indent) */"]
    }

    private static func name(of shape: TypeShape) -> String {
        switch shape {
        case .any: "unknown"
        case .null: "null"
        case .boolean: "boolean"
        case .integer, .number: "number"
        case .string: "string"
        case .literal(let values): values.map(\.text).joined(separator: " | ")
        case .list(let inner):
            switch inner {
            case .union, .literal: "(\(name(of: inner)))[]"
            default: "\(name(of: inner))[]"
            }
        case .map(let inner): "{ [name: string]: \(name(of: inner)) }"
        case .named(let name): name
        case .union(let shapes): shapes.map(name).joined(separator: " | ")
        }
    }
}
