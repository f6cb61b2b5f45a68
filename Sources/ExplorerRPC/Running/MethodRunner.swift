import Explorer
import GitHubAPI
import HTTPCore
import JSONCore
import JSONRPC
import JSONSchema

/// Runs a documented method: validates and decodes the params, calls it, writes the result.
struct MethodRunner<Method: DocumentedMethod>: Sendable {
    let environment: MethodEnvironment
    /// Built by the first call: a server that has just started answers that call sooner.
    ///
    /// The schema refers to no definitions, so that those of results are not needed.
    private let documented: OnDemand<(documentation: MethodDocumentation, schema: Schema)>

    /// - Parameter shown: the documentation as the method's protocol shows it.
    init(
        _ method: Method.Type, environment: MethodEnvironment,
        shown: @escaping @Sendable (MethodDocumentation) -> MethodDocumentation = { $0 }
    ) {
        self.environment = environment
        documented = OnDemand {
            let documentation = shown(Method.documentation)
            return (documentation, documentation.paramsSchema)
        }
    }

    var rpcMethod: RPCMethod {
        let memory = environment.kept.memory
        return RPCMethod(
            Method.name,
            immediate: { memory.result(of: Method.name, params: $0.text) },
            largestResult: { Method.largestResult($0.value()) },
            handle: { try await run($0, $1) })
    }

    private func run(_ params: RPCParams, _ context: RequestContext) async throws -> [UInt8] {
        let named = try documented.value.documentation.byName(params.value())
        return try await run(named ?? [:], sentAs: params.text, context).text
    }

    /// - Parameter text: the params as text, if the client sent them alone; an equal text then
    ///   finds the result at once.
    func run(
        _ params: JSONObject, sentAs text: ArraySlice<UInt8>?, _ context: RequestContext
    ) async throws -> MethodResult {
        let kept = environment.kept.now
        let documentation = documented.value.documentation
        let named = try validated(params)
        let members = JSONValue.object(named).bytes
        let decoded = try JSONTextDecoder().decode(Method.Params.self, from: members)
        let common =
            documentation.takesCommonParams
            ? try JSONTextDecoder().decode(CommonParams.self, from: members) : CommonParams()
        let question =
            common.areForAll && Method.isRepeatable(decoded)
            ? KeptResults.Question(
                Method.name, named, asSent: common.areDefault ? text : nil)
            : nil
        let repeated = common.areDefault ? question : nil
        if let repeated, let known = kept.known(repeated) { return known }
        let call = MethodCall(environment: environment, context: context, common: common)
        do {
            let outcome = try await withDeadline(seconds: environment.requestTimeout) {
                if let repeated, let found = await kept.found(repeated) {
                    return Outcome.known(found)
                }
                try Task.checkCancellation()
                return .made(try await Method.run(decoded, call))
            }
            switch outcome {
            case .known(let result): return result
            case .made(let result):
                let later = Method.kept(result)
                if let question, let later {
                    await kept.keep(
                        self.text(of: later.result), until: later.expiresAt, of: call.tally,
                        for: question)
                }
                return MethodResult(
                    text: self.text(of: result),
                    expiresAt: repeated == nil ? nil : later?.expiresAt)
            }
        } catch {
            throw redaction(
                ErrorCatalog.rpcError(
                    for: error,
                    profileUrl: Method.subject(decoded)?.page(webURL: environment.webURL),
                    isAnonymous: environment.isAnonymous,
                    params: documentation.params.map(\.name), incident: environment.incident))
        }
    }

    private var redaction: Redaction { Redaction(text: environment.redact) }

    private func text(of result: Method.Result) -> [UInt8] {
        var writer = ResultWriter(redact: environment.redact)
        Method.result.write(result, &writer)
        return writer.bytes
    }

    private enum Outcome: Sendable {
        /// The result of an equal earlier call.
        case known(MethodResult)
        case made(Method.Result)
    }

    /// Valid params with the schema's defaults filled in.
    private func validated(_ params: JSONObject) throws(RPCError) -> JSONObject {
        let schema = documented.value.schema
        let violations = schema.validate(.object(params), shown: environment.redact)
        guard violations.isEmpty else {
            throw redaction(.invalidParams(violations.map { ($0.path.description, $0.message) }))
        }
        return schema.applyingDefaults(to: params)
    }
}
