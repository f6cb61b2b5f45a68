import JSONCore
import JSONRPC

/// The method table over the Model Context Protocol: what a connection with the dialect
/// ``ConnectionDialect/modelContextProtocol`` answers.
///
/// It speaks revision 2026-07-28, in which every request says what it is of, and those before,
/// which begin with `initialize`; both at once, request by request.
///
/// - SeeAlso: Model Context Protocol 2026-07-28 and 2025-11-25.
package struct MCPService: Sendable {
    private let toolbox: Toolbox
    private let handshake = Handshake()
    private let incident: @Sendable (any Error) -> String

    /// - Parameters:
    ///   - methods: what answers the methods behind the tools.
    ///   - isAnonymous: whether GitHub is asked without a token.
    ///   - incident: logs an error that is no answer, and returns the incident's id.
    package init(
        methods: MethodRegistry, isAnonymous: @escaping @Sendable () -> Bool,
        incident: @escaping @Sendable (any Error) -> String
    ) {
        self.incident = incident
        toolbox = Toolbox(methods: methods, isAnonymous: isAnonymous)
    }

    package var registry: MethodRegistry {
        MethodRegistry(
            [
                initialize,
                method("server/discover") { request, _ throws(RPCError) in
                    guard request.isStateless else { throw .noVersion }
                    return Self.discovery
                },
                method("ping") { request, _ throws(RPCError) in
                    // Revision 2026-07-28 has none.
                    guard !request.isStateless else {
                        throw .methodNotFound("ping", remedy: Self.remedy)
                    }
                    return [:]
                },
                method("tools/list") { request, _ throws(RPCError) in
                    try admit(request)
                    let tools = try toolbox.list(request)
                    return request.isStateless ? tools.merging(Self.ownHint.members) : tools
                },
                method("tools/call") { request, context throws(RPCError) in
                    try admit(request)
                    return try await toolbox.call(request, context)
                },
            ], remedy: Self.remedy,
            mapError: { .internalError(incident: incident($0)) })
    }

    private typealias Answer =
        @Sendable (RequestEnvelope, RequestContext) async throws(RPCError) -> JSONObject

    /// A method whose result is finished as the revision of its request wants it.
    private func method(_ name: String, _ answer: @escaping Answer) -> RPCMethod {
        RPCMethod(name) { params, context in
            let request = try RequestEnvelope(params)
            var result = try await answer(request, context)
            if request.isStateless { Self.finish(&result) }
            return JSONValue.object(result).bytes
        }
    }

    private func admit(_ request: RequestEnvelope) throws(RPCError) {
        guard request.isStateless || handshake.isDone else { throw .noVersion }
    }

    private static func finish(_ result: inout JSONObject) {
        result["resultType"] = "complete"
        var meta = result["_meta"]?.objectValue ?? [:]
        meta[MetaKey.serverInfo] = .object(ServerDescription.identity)
        result["_meta"] = .object(meta)
    }

    private static let remedy = "tools are called by tools/call, and tools/list lists them"

    /// For what this server says of itself.
    private static let ownHint = CacheHint(
        timeToLive: ServerDescription.lifetime, isPublic: true)

    private static var discovery: JSONObject {
        let result: JSONObject = [
            "supportedVersions": Revision.names,
            "capabilities": .object(ServerDescription.capabilities),
            "instructions": .string(ServerDescription.instructions),
        ]
        return result.merging(ownHint.members)
    }

    /// Answered where it is read, so that what was sent behind it finds it done.
    private var initialize: RPCMethod {
        RPCMethod("initialize") { params in
            try? welcome(params).bytes
        } handle: { params, _ in
            try welcome(params).bytes
        }
    }

    private func welcome(_ params: RPCParams) throws(RPCError) -> JSONValue {
        guard let wanted = params.value()["protocolVersion"]?.stringValue else {
            throw .invalidParams([("/protocolVersion", "expected a string")])
        }
        handshake.finish()
        var agreed = Revision(rawValue: wanted) ?? .newestWithHandshake
        if agreed.isStateless { agreed = .newestWithHandshake }
        return [
            "protocolVersion": .string(agreed.rawValue),
            "capabilities": .object(ServerDescription.capabilities),
            "serverInfo": .object(ServerDescription.identity),
            "instructions": .string(ServerDescription.instructions),
        ]
    }
}
