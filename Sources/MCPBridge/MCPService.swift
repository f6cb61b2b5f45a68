package import ExplorerRPC
import HTTPCore
import JSONCore
package import JSONRPC
import Synchronization

/// The method table as a Model Context Protocol server, with the dialect
/// ``ConnectionDialect/modelContextProtocol``.
///
/// It supports revision 2026-07-28, in which every request names its revision, and the earlier
/// ones, such as 2025-11-25, which begin with `initialize`, both at the same time.
package final class MCPService: Sendable {
    let toolbox: Toolbox
    private let instructions: JSONValue
    /// Whether `initialize` has been received. From then on, requests of the older revisions are
    /// accepted (MCP 2026-07-28, "Backward Compatibility with Initialization-Based Versions").
    let isInitialized = Atomic(false)
    private let incident: @Sendable (any Error) -> String

    /// - Parameter offersSignIn: whether a model may change the token.
    package convenience init(_ environment: MethodEnvironment, offersSignIn: Bool) {
        let calls = MethodCatalog.services.map { ($0.name, $0.call(environment)) }
        let toolbox = Toolbox(
            calls: Dictionary(uniqueKeysWithValues: calls), offersSignIn: offersSignIn,
            isAnonymous: { environment.isAnonymous }, shown: environment.redact)
        self.init(toolbox, offersSignIn: offersSignIn, incident: environment.incident)
    }

    /// - Parameter incident: logs an internal error, and returns the incident's id.
    init(
        _ toolbox: Toolbox, offersSignIn: Bool,
        incident: @escaping @Sendable (any Error) -> String
    ) {
        self.toolbox = toolbox
        self.incident = incident
        instructions = .string(ServerDescription.instructions(offersSignIn: offersSignIn))
    }

    package var registry: MethodRegistry {
        MethodRegistry(
            [
                initialize,
                method("server/discover") { [self] request, _ throws(RPCError) in
                    guard request.isStateless else { throw request.noVersion }
                    return discovery
                },
                method("ping") { request, _ throws(RPCError) in
                    // Revision 2026-07-28 has none.
                    guard !request.isStateless else {
                        throw .methodNotFound("ping", remedy: Self.remedy)
                    }
                    return [:]
                },
                method("tools/list") { [self] request, _ throws(RPCError) in
                    try admit(request)
                    let tools = try toolbox.list(request)
                    return request.isStateless ? tools.merging(Self.ownHint) : tools
                },
                method("tools/call", largestResult: toolbox.largestResult) {
                    [self] request, context in
                    try admit(request)
                    return try await toolbox.call(request, context)
                },
            ], remedy: Self.remedy, shown: toolbox.shown,
            mapError: { [incident] in .internalError(incident: incident($0)) })
    }

    private typealias Answer =
        @Sendable (RequestEnvelope, RequestContext) async throws -> JSONObject

    /// A method whose result is completed for the revision of its request.
    private func method(
        _ name: String, largestResult: RPCMethod.LargestResult? = nil, _ answer: @escaping Answer
    ) -> RPCMethod {
        RPCMethod(name, largestResult: largestResult) { [toolbox] params, context in
            let request = try RequestEnvelope(params, shown: toolbox.shown)
            RequestRecord.current?.note(trace: request.trace)
            var result = try await answer(request, context)
            if request.isStateless { Self.finish(&result) }
            return JSONValue.object(result).bytes
        }
    }

    private func admit(_ request: RequestEnvelope) throws(RPCError) {
        guard request.isStateless || isInitialized.load(ordering: .acquiring) else {
            throw request.noVersion
        }
    }

    private static func finish(_ result: inout JSONObject) {
        result["resultType"] = "complete"
        var meta = result["_meta"]?.objectValue ?? [:]
        meta[MetaKey.serverInfo] = .object(ServerDescription.identity)
        result["_meta"] = .object(meta)
    }

    static let remedy = "tools are called by tools/call, and tools/list lists them"

    /// For the server's own descriptions.
    private static let ownHint = ToolResult.cacheHint(
        milliseconds: ServerDescription.lifetime, isPublic: true)

    private var discovery: JSONObject {
        let result: JSONObject = [
            "supportedVersions": Revision.names,
            "capabilities": .object(ServerDescription.capabilities),
            "instructions": instructions,
        ]
        return result.merging(Self.ownHint)
    }

    /// Answered on the reading thread, so that later requests see its effect.
    private var initialize: RPCMethod {
        RPCMethod("initialize") { [self] params in
            try? welcome(params).bytes
        } handle: { [self] params, _ in
            try welcome(params).bytes
        }
    }

    private func welcome(_ params: RPCParams) throws(RPCError) -> JSONValue {
        guard let wanted = params.value()["protocolVersion"]?.stringValue else {
            throw .invalidParams([("/protocolVersion", "expected a string")])
        }
        isInitialized.store(true, ordering: .releasing)
        var agreed = Revision(rawValue: wanted) ?? .newestWithHandshake
        if agreed.isStateless { agreed = .newestWithHandshake }
        return [
            "protocolVersion": .string(agreed.rawValue),
            "capabilities": .object(ServerDescription.capabilities),
            "serverInfo": .object(ServerDescription.identity),
            "instructions": instructions,
        ]
    }
}
