package import JSONCore
import JSONSchema

/// A method as protocols other than JSON-RPC describe it; ``Services`` calls it.
///
/// Params are given by name. `workDoneToken` is not among them, because these protocols report
/// progress in their own way (``RequestContext/progress``).
package struct ServiceMethod: Sendable {
    package let name: String
    package let documentation: MethodDocumentation

    private let method: any DocumentedMethod.Type

    /// All of them, in the order of the table.
    package static let all = MethodCatalog.services.map(ServiceMethod.init)

    init(_ method: any DocumentedMethod.Type) {
        self.method = method
        name = method.name
        documentation = method.documentation.withoutProgressToken
    }

    /// The schema of the params, an object at its root, with the types it refers to.
    ///
    /// It lacks ``rule``: Anthropic's API refuses every tool of a client if one of them has a
    /// `oneOf` at the root of its schema.
    package var paramsSchema: JSONObject {
        SchemaFiles.standalone(
            .object(documentation.allParams, additional: documentation.isOpen))
    }

    /// The schema of the result, with the types it refers to.
    package var resultSchema: JSONObject {
        SchemaFiles.standalone(method.resultSchema)
    }

    /// Which params exclude each other, in words; nil if none do. Calls are checked for it.
    package var rule: String? {
        let ways = documentation.exactlyOneOf.map { way in
            way.value.map { "`\(way.name)`: \($0.text)" } ?? "`\(way.name)`"
        }
        return ways.isEmpty ? nil : "Give exactly one of \(ways.joined(separator: " and "))."
    }

    /// The most bytes of a result, if it can have images.
    package func largestResult(_ params: JSONValue) -> Int {
        method.largestResult(params)
    }

    /// A summary of a result for a person: its gist, whether it is stale, and what it lacks.
    package func gist(of result: JSONValue) -> String {
        var sentences = [method.gist(of: result)]
        if let count = result["skipped"]?.intValue, count > 0 {
            sentences.append("\(Gist.count(count, "malformed item")) left out.")
        }
        if result["freshness"]?["source"] == "stale" {
            let time = (result["freshness"]?["fetchedAt"]).text
            sentences.append("GitHub could not be asked; this is as of \(time).")
        }
        return sentences.joined(separator: " ")
    }

    /// The items of a result, one per line; nil if the result has no list.
    package func table(of result: JSONValue) -> String? {
        method.items?.text(of: result)
    }
}
