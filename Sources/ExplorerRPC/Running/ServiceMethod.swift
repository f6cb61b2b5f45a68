import FoundationEssentials
import JSONCore
import JSONRPC
import JSONSchema

/// A method as protocols other than JSON-RPC show and call it.
///
/// They follow progress in their own way (``RequestContext/progress``), so that `workDoneToken` is
/// no param of it, and params go by name.
package struct ServiceMethod: Sendable {
    package let name: String
    package let documentation: MethodDocumentation

    private let method: any DocumentedMethod.Type
    private let params: Schema

    /// Everything that can be asked, in the order of the table.
    package static let all = Catalogue.services.map(ServiceMethod.init)

    init(_ method: any DocumentedMethod.Type) {
        self.method = method
        name = method.name
        documentation = method.documentation
        // Without `exactlyOneOf`: Anthropic's API refuses every tool of a client that has one with
        // a oneOf at the root of its schema. The method itself still keeps to it.
        params = .object(
            documentation.allParams.filter { $0.name != MethodDocumentation.progressToken },
            additional: documentation.isOpen)
    }

    /// The schema of the params, an object at its root, with the types it refers to.
    package var paramsSchema: JSONObject {
        SchemaFiles.standalone(params)
    }

    /// The schema of the result, with the types it refers to.
    package var resultSchema: JSONObject {
        SchemaFiles.standalone(documentation.result)
    }

    /// What the schema of the params does not say: which of them exclude each other.
    package var rule: String? {
        let ways = documentation.exactlyOneOf.map { way in
            way.value.map { "`\(way.name)`: \($0.text)" } ?? "`\(way.name)`"
        }
        return ways.isEmpty ? nil : "Give exactly one of \(ways.joined(separator: " and "))."
    }

    /// Answers as the JSON-RPC method of that name does; at once where the answer is known.
    package func answer(
        _ params: JSONObject, _ context: RequestContext, from registry: MethodRegistry
    ) async throws(RPCError) -> JSONValue {
        let violations = self.params.validate(
            .object(params), definitions: TypeSchemas.definitions)
        guard violations.isEmpty else {
            throw .invalidParams(violations.map { ($0.path.description, $0.message) })
        }
        let text = RPCParams(.object(params)) ?? .none
        let result: [UInt8]
        if let known = registry[name]?.immediate?(text) {
            result = known
        } else {
            result = try await registry.call(name, text, context).get()
        }
        // The text is this program's own.
        return (try? JSONParser(maximumDepth: .max).parse(result)) ?? .null
    }

    /// The gist of a result for a person, and what is to be known of where it came from.
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

    /// For how many seconds an equal call may be answered with `result`; nil for what has no
    /// freshness.
    package func freshness(
        of result: JSONValue, to params: JSONObject, at now: Date = .now
    ) -> Double? {
        guard documentation.takesCommonParams else { return nil }
        guard method.isRepeatable(named: params), let end = ResultFreshness.expiry(of: result)
        else { return 0 }
        return max(end.timeIntervalSince(now), 0)
    }
}

extension DocumentedMethod {
    /// Whether an equal call within the answer's freshness gets the same answer.
    ///
    /// - Parameter params: valid ones.
    fileprivate static func isRepeatable(named params: JSONObject) -> Bool {
        let filled = documentation.paramsSchema.applyingDefaults(
            to: .object(params), definitions: TypeSchemas.definitions)
        let decoder = JSONValueDecoder()
        guard let common = try? decoder.decode(CommonParams.self, from: filled),
            let own = try? decoder.decode(Params.self, from: filled)
        else { return false }
        return common.areDefault && isRepeatable(own)
    }
}
