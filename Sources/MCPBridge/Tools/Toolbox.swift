import ExplorerRPC
import JSONCore
import JSONRPC

/// The tools, listed and called.
struct Toolbox: Sendable {
    private let methods: MethodRegistry
    private let tools: [Tool]
    private let byName: [String: Tool]
    private let isAnonymous: @Sendable () -> Bool

    /// - Parameters:
    ///   - methods: what answers the tools' methods.
    ///   - isAnonymous: whether GitHub is asked without a token.
    init(methods: MethodRegistry, isAnonymous: @escaping @Sendable () -> Bool) {
        self.methods = methods
        self.isAnonymous = isAnonymous
        tools = ServiceMethod.all.map(Tool.init)
        byName = Dictionary(uniqueKeysWithValues: tools.map { ($0.name, $0) })
    }

    /// The result of `tools/list`, all of it on one page.
    func list(_ request: RequestEnvelope) throws(RPCError) -> JSONObject {
        guard request.params["cursor"] == nil else {
            throw .invalidParams([("/cursor", "unknown cursor; all tools are on the first page")])
        }
        return ["tools": .array(tools.map(\.description))]
    }

    /// The result of `tools/call`.
    ///
    /// - Throws: what is wrong with the request or with this server; what a model can do something
    ///   about is a result.
    func call(
        _ request: RequestEnvelope, _ context: RequestContext
    ) async throws(RPCError) -> JSONObject {
        let name = try request.string("name")
        guard let tool = byName[name] else {
            throw .unknownTool(name, suggestion: suggestion(for: name))
        }
        let arguments = try arguments(of: request)
        do throws(RPCError) {
            return try await answer(tool.method, arguments, request, context)
        } catch {
            guard error.isOfTool else { throw error }
            return ToolResult.members(of: error)
        }
    }

    private func answer(
        _ method: ServiceMethod, _ arguments: JSONObject, _ request: RequestEnvelope,
        _ context: RequestContext
    ) async throws(RPCError) -> JSONObject {
        let wasAnonymous = isAnonymous()
        let result = try await method.answer(
            arguments,
            RequestContext(isStdio: context.isStdio, progress: progress(of: request, context)),
            from: methods)
        var members = ToolResult.members(of: result, gist: method.gist(of: result))
        if request.isStateless, let seconds = method.freshness(of: result, to: arguments) {
            // Who signs in or out meanwhile may get either's answer.
            let isPublic = wasAnonymous && isAnonymous()
            let hint = CacheHint(timeToLive: Int(seconds * 1000), isPublic: isPublic)
            members = members.merging(hint.members)
        }
        return members
    }

    /// What is told of a call's progress; nil for a client that does not want to hear of it.
    private func progress(
        of request: RequestEnvelope, _ context: RequestContext
    ) -> (@Sendable (_ done: Int, _ total: Int) -> Void)? {
        guard let token = request.progressToken else { return nil }
        let notifier = ProgressNotifier(token: token, context: context)
        return { notifier.report(done: $0, total: $1) }
    }

    private func arguments(of request: RequestEnvelope) throws(RPCError) -> JSONObject {
        switch request.params["arguments"] {
        case .object(let arguments)?: return arguments
        case nil, .null?: return [:]
        default: throw .invalidParams([("/arguments", "expected an object")])
        }
    }

    /// The name of a tool that is near, or whose method was named.
    private func suggestion(for name: String) -> String? {
        methods.suggestion(for: String(name.map { $0 == "_" ? "." : $0 }))
            .flatMap { near in tools.first { $0.method.name == near }?.name }
    }
}
