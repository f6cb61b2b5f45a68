import ExplorerRPC
import FoundationEssentials
import JSONCore
import JSONRPC
import Synchronization

/// Lists and calls the tools.
struct Toolbox: Sendable {
    /// Calls one method, with params by name.
    typealias Call = @Sendable (JSONObject, RequestContext) async throws -> MethodResult

    /// Removes secrets from a client's text before an error repeats it.
    let shown: @Sendable (String) -> String
    private let calls: [String: Call]
    private let tools: [Tool]
    private let byName: [String: Tool]
    private let isAnonymous: @Sendable () -> Bool

    /// - Parameters:
    ///   - calls: the methods behind the tools, by name.
    ///   - offersSignIn: whether there are tools that change the token.
    ///   - isAnonymous: whether GitHub is asked without a token.
    init(
        calls: [String: Call], offersSignIn: Bool,
        isAnonymous: @escaping @Sendable () -> Bool, shown: @escaping @Sendable (String) -> String
    ) {
        self.calls = calls
        self.isAnonymous = isAnonymous
        self.shown = shown
        tools = Tool.all.filter { offersSignIn || !$0.documentation.changesIdentity }
        byName = Dictionary(uniqueKeysWithValues: tools.map { ($0.name, $0) })
    }

    /// The result of `tools/list`, on one page.
    func list(_ request: RequestEnvelope) throws(RPCError) -> JSONObject {
        guard request.params["cursor"] == nil else {
            throw .invalidParams([("/cursor", "unknown cursor; all tools are on the first page")])
        }
        return ["tools": .array(tools.map(\.description))]
    }

    /// The result of `tools/call`, which may be an error that a model can act on.
    ///
    /// - Throws: errors of the request or of this server.
    func call(
        _ request: RequestEnvelope, _ context: RequestContext
    ) async throws -> JSONObject {
        let name = try request.string("name")
        guard let tool = byName[name], let call = calls[tool.method.name] else {
            if Tool.all.contains(where: { $0.name == name }) { throw RPCError.withheldTool(name) }
            let nearest = EditDistance.nearest(to: name, among: tools.map(\.name))
            throw RPCError.unknownTool(shown(name), suggestion: nearest)
        }
        let arguments = try arguments(of: request)
        let context = RequestContext(
            isStdio: context.isStdio, progress: progress(of: request, context))
        let wasAnonymous = isAnonymous()
        let result: MethodResult
        do {
            result = try await call(arguments, context)
        } catch let error as RPCError where error.isOfTool {
            return ToolResult.members(of: error)
        }
        let members = ToolResult.members(
            of: result.text, tool.method, ItemSelection(tool.method, arguments))
        guard request.isStateless, tool.documentation.takesCommonParams else { return members }
        // If the token changes meanwhile, the result may belong to either identity.
        let isPublic = wasAnonymous && isAnonymous()
        let seconds = max(result.expiresAt?.timeIntervalSinceNow ?? 0, 0)
        return members.merging(
            ToolResult.cacheHint(milliseconds: Int(seconds * 1000), isPublic: isPublic))
    }

    /// The size of the longest result of `tools/call`, in bytes, if it is large.
    func largestResult(_ params: RPCParams) -> Int {
        let params = params.value()
        guard let tool = params["name"]?.stringValue.flatMap({ byName[$0] }) else { return 0 }
        return tool.method.largestResult(params["arguments"] ?? .null)
    }

    /// Reports the answered requests to GitHub, and those known to be needed so far (MCP 2026-07-28,
    /// "Progress"); nil for a client that did not ask for it.
    private func progress(
        of request: RequestEnvelope, _ context: RequestContext
    ) -> (@Sendable (_ done: Int, _ total: Int) -> Void)? {
        guard let token = request.progressToken else { return nil }
        let last = Mutex(-1)
        return { done, total in
            // Sent under the lock, because progress must increase with each notification.
            last.withLock { last in
                guard done > last, done <= total else { return }
                last = done
                context.notify(
                    "notifications/progress",
                    [
                        "progressToken": token, "progress": JSONValue(done),
                        "total": JSONValue(total),
                        "message": .string("\(done) of \(total) requests to GitHub answered"),
                    ])
            }
        }
    }

    private func arguments(of request: RequestEnvelope) throws(RPCError) -> JSONObject {
        switch request.params["arguments"] {
        case .object(let arguments)?: return arguments
        case nil, .null?: return [:]
        default: throw .invalidParams([("/arguments", "expected an object")])
        }
    }
}
