package import ExplorerRPC
import FoundationEssentials
import JSONCore
package import JSONRPC
import Synchronization

/// The transport Streamable HTTP, without sessions.
///
/// A request of revision 2026-07-28 names its version in `_meta`, and its header fields must agree with its
/// body. Any other request is of the earlier revision that `MCP-Protocol-Version` names. Notifications have
/// no effect, because ids of different clients may be equal.
///
/// - SeeAlso: MCP 2026-07-28, "Streamable HTTP"; MCP 2025-11-25, "Transports".
extension MCPService {
    /// What becomes of a POST.
    package enum PostDecision: Equatable, Sendable {
        /// An HTTP status, and a JSON-RPC error response; for an observer, the method and the trace that
        /// the message names, and the error.
        case refuse(Int, [UInt8], method: String?, trace: String?, RPCError)
        /// 202 without a body: the message has no request.
        case accept
        /// Closing the connection cancels a stateless call. With progress, the answer is a stream of events.
        case call(isStateless: Bool, wantsProgress: Bool)
    }

    /// A service whose tools cannot change the token, and for which every request may be the first.
    package convenience init(overHTTP environment: MethodEnvironment) {
        self.init(environment, offersSignIn: false)
        isInitialized.store(true, ordering: .releasing)
    }

    /// - Parameter fields: the values of a header field, without white space around them.
    package func decide(
        _ body: [UInt8], _ limits: ConnectionLimits, fields: (String) -> [Substring]
    ) -> PostDecision {
        let message = IncomingMessage(body, limits: limits)
        var (id, method, call) = (RequestID.null, String?.none, RPCRequest?.none)
        do throws(RPCError) {
            switch message {
            case .malformed(let error):
                throw .parseError(error.reason.description, offset: error.offset)
            case .single(.invalid(let read, let named, let reason)):
                (id, method) = (read, named)
                throw .invalidRequest(reason)
            case .single(.call(let request)):
                (id, method, call) = (request.id ?? .null, request.method, request)
                return try decide(request, fields)
            default: return try decide(message, revision(fields))
            }
        } catch {
            var response: [UInt8] = []
            RPCResponse(id: id, error: error).write(to: &response)
            let status = error.code == ErrorKind.methodNotFound.code ? 404 : 400
            let trace = call?.meta?[MetaKey.trace]?.stringValue
            return .refuse(status, response, method: method, trace: trace, error)
        }
    }

    private func decide(
        _ request: RPCRequest, _ fields: (String) -> [Substring]
    ) throws(RPCError) -> PostDecision {
        func agree(_ field: String, with text: String?) throws(RPCError) {
            guard let text, try Self.value(of: field, fields)?.isSameText(as: text) == true else {
                throw .headerMismatch(field)
            }
        }
        let named = request.meta?[MetaKey.protocolVersion]
        if let version = named?.stringValue { try agree(Self.versionField, with: version) }
        let isStateless = try revision(fields).isStateless
        guard request.id != nil else {
            // The revision does not say which fields a notification has; those it has must be right.
            if isStateless, !fields("Mcp-Method").isEmpty {
                try agree("Mcp-Method", with: request.method)
            }
            return .accept
        }
        if named == nil, isStateless {
            throw MetaKey.error(MetaKey.protocolVersion, "expected the version of the header")
        }
        let envelope = try RequestEnvelope(request.params, shown: toolbox.shown)
        if envelope.isStateless {
            try agree("Mcp-Method", with: request.method)
            if request.method.isSameText(as: "tools/call") {
                try agree("Mcp-Name", with: envelope.params["name"]?.stringValue)
            }
            guard Self.statelessMethods.contains(where: request.method.isSameText) else {
                throw .methodNotFound(toolbox.shown(request.method), remedy: Self.remedy)
            }
        }
        return .call(
            isStateless: envelope.isStateless, wantsProgress: envelope.progressToken != nil)
    }

    /// Decides about a response or a batch.
    private func decide(
        _ message: IncomingMessage, _ revision: Revision
    ) throws(RPCError) -> PostDecision {
        switch message {
        case .batch, .emptyBatch, .tooLongBatch:
            guard revision == .of20250326 else { throw .noBatches }
        case .single(.response) where revision.isStateless:
            throw .invalidRequest("Send a request or a notification.")
        default: return .accept
        }
        var (isAnswered, wantsProgress) = (message.envelopes.isEmpty, false)
        for envelope in message.envelopes {
            switch envelope {
            case .call(let request) where request.id != nil:
                guard request.meta?[MetaKey.protocolVersion] == nil else { throw .noBatches }
                wantsProgress = wantsProgress || request.meta?["progressToken"] != nil
                isAnswered = true
            case .call, .response: break
            case .invalid, .cancelled: isAnswered = true
            }
        }
        return isAnswered ? .call(isStateless: false, wantsProgress: wantsProgress) : .accept
    }

    /// Without the field it is the one that did not have it yet.
    private func revision(_ fields: (String) -> [Substring]) throws(RPCError) -> Revision {
        guard let version = try Self.value(of: Self.versionField, fields) else {
            return .of20250326
        }
        guard let revision = Revision(rawValue: version) else {
            throw .unsupportedVersion(toolbox.shown(version))
        }
        return revision
    }

    private static let statelessMethods = ["server/discover", "tools/list", "tools/call"]
    private static let versionField = "MCP-Protocol-Version"

    /// The text that a field mirrors, which may be encoded (MCP 2026-07-28, "Value Encoding").
    private static func value(
        of name: String, _ fields: (String) -> [Substring]
    ) throws(RPCError) -> String? {
        let values = fields(name)
        guard values.count < 2, values.allSatisfy({ $0.utf8.allSatisfy { $0 < 0x7F } }) else {
            throw .headerMismatch(name)
        }
        guard name == "Mcp-Name", let value = values.first, value.hasPrefix("=?base64?"),
            value.hasSuffix("?=")
        else {
            return values.first.map(String.init)
        }
        let text = Data(base64Encoded: String(value.dropFirst(9).dropLast(2)))
        return text.flatMap { String(bytes: $0, encoding: .utf8) }
    }
}

extension RPCRequest {
    fileprivate var meta: JSONValue? { params.value()["_meta"] }
}
