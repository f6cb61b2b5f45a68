import Explorer
import GitHubAPI
import HTTPCore
import JSONCore
import JSONRPC

/// Runs a documented method: reads the params, calls it, writes the result.
struct MethodRunner<Method: DocumentedMethod>: Sendable {
    let environment: MethodEnvironment
    /// Built by the first call: a server that has just started answers that call sooner.
    private let reader: OnDemand<ParamsReader<Method.Params>>

    /// - Parameter shown: the documentation as the method's protocol shows it.
    init(
        _ method: Method.Type, environment: MethodEnvironment,
        shown: @escaping @Sendable (MethodDocumentation) -> MethodDocumentation = { $0 }
    ) {
        self.environment = environment
        reader = OnDemand {
            ParamsReader(shown(Method.documentation), redact: environment.redact)
        }
    }

    var rpcMethod: RPCMethod {
        let memory = environment.kept.memory
        return RPCMethod(
            Method.name,
            immediate: { memory.result(of: Method.name, params: $0.text)?.text },
            largestResult: { Method.largestResult($0.value(), reader.value) },
            handle: { try await run($0.value(), sentAs: $0.text, $1).text })
    }

    /// - Parameter text: the params as text, if the client sent them alone; an equal text then
    ///   finds the result at once.
    func run(
        _ given: JSONValue, sentAs text: ArraySlice<UInt8>?, _ context: RequestContext
    ) async throws -> MethodResult {
        let kept = environment.kept.now
        let params = try reader.value.read(given)
        let (query, common) = (params.query, params.common)
        let question =
            common.areForAll && Method.isRepeatable(query)
            ? KeptResults.Question(
                method: Method.name, params: params.text[...],
                asSent: common.areDefault ? text : nil)
            : nil
        let repeated = common.areDefault ? question : nil
        if let repeated, let known = kept.known(repeated) { return known }
        let call = MethodCall(environment: environment, context: context, common: common)
        do {
            return try await withDeadline(seconds: environment.requestTimeout) {
                if let repeated, let found = await kept.found(repeated) { return found }
                try Task.checkCancellation()
                let result = try await Method.run(query, call)
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
                    profileUrl: Method.subject(query)?.page(webURL: environment.webURL),
                    isAnonymous: environment.isAnonymous,
                    params: reader.value.names, incident: environment.incident))
        }
    }

    private var redaction: Redaction { Redaction(text: environment.redact) }

    private func text(of result: Method.Result) -> [UInt8] {
        Method.result.json(result, environment.redact).bytes
    }
}
