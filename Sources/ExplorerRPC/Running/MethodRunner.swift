import Explorer
import HTTPCore
import JSONCore
import JSONRPC
import JSONSchema

/// Runs a documented method: reads the params, calls it, writes the result.
struct MethodRunner<Method: DocumentedMethod>: Sendable {
    let environment: MethodEnvironment
    /// As the method's protocol shows it.
    let documentation: @Sendable () -> MethodDocumentation

    var rpcMethod: RPCMethod {
        let results = environment.results
        let largestResult: RPCMethod.LargestResult = { Method.largestResult($0.value()) }
        return RPCMethod(
            Method.name,
            immediate: { results.result(of: Method.self, params: $0.text)?.text },
            largestResult: Method.imageCount == nil ? nil : largestResult,
            handle: { try await run($0.value(), sentAs: $0.text, $1).text })
    }

    /// - Parameter text: the params as text, if the client sent them alone; an equal text then
    ///   finds the result at once.
    func run(
        _ given: JSONValue, sentAs text: ArraySlice<UInt8>?, _ context: RequestContext
    ) async throws -> MethodResult {
        let documentation = documentation()
        let params: CallParams<Method.Params> = try documentation.read(
            given, redact: environment.redact)
        let common = params.common
        let query = Method.query(params.own)
        let question =
            common.areForAll && query?.isRepeatable == true
            ? Question(
                Method.self, params: params.text, asSent: common.areDefault ? text : nil,
                in: environment.results)
            : nil
        let repeated = common.areDefault ? question : nil
        if let known = repeated?.known() {
            RequestRecord.current?.note { $0.source = .cache }
            return known
        }
        let call = MethodCall(
            environment: environment, context: context, common: common,
            title: documentation.title ?? Method.name)
        do {
            return try await withDeadline(seconds: environment.requestTimeout) {
                if let found = await repeated?.found() {
                    RequestRecord.current?.note { $0.source = .cache }
                    return found
                }
                try Task.checkCancellation()
                let result = try await Method.run(params.own, call)
                RequestRecord.current?.note { $0.source = Method.result.source(result) }
                let later = Method.result.kept(result)
                if let question, let later {
                    await question.keep(
                        self.text(of: later.result), until: later.expiresAt, of: call.tally)
                }
                return MethodResult(
                    text: self.text(of: result),
                    expiresAt: repeated == nil ? nil : later?.expiresAt)
            }
        } catch {
            throw ErrorCatalog.rpcError(
                for: error,
                profileUrl: query?.subject?.page(webURL: environment.webURL),
                isAnonymous: environment.isAnonymous,
                params: documentation.params.map(\.name), incident: environment.incident
            ).redacted(environment.redact)
        }
    }

    private func text(of result: Method.Result) -> [UInt8] {
        Method.result.json(result, environment.redact).bytes
    }
}
