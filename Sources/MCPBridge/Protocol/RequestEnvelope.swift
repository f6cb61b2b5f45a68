import JSONCore
import JSONRPC

/// The params of a request, and the information in its `_meta`.
///
/// A request whose `_meta` names a protocol version is of a stateless revision, and must also state
/// the client's capabilities (MCP 2026-07-28, "`_meta`", "Protocol Version Negotiation").
struct RequestEnvelope: Sendable {
    let params: JSONObject
    let isStateless: Bool
    /// A string or an integer.
    let progressToken: JSONValue?

    /// - Parameter shown: what may be repeated of a text that a client sent.
    init(_ params: RPCParams, shown: (String) -> String) throws(RPCError) {
        switch params.value() {
        case .object(let members): self.params = members
        case .null: self.params = [:]
        default: throw .invalidParams([("", "expected an object, found an array")])
        }
        let meta = self.params["_meta"] ?? [:]
        guard case .object(let meta) = meta else {
            throw .invalidParams([("/_meta", "expected an object")])
        }
        progressToken = meta["progressToken"]
        switch progressToken {
        case nil, .string, .number: break
        default:
            throw .invalidParams([("/_meta/progressToken", "expected a string or an integer")])
        }
        isStateless = try Self.isStateless(meta, shown)
    }

    /// A member of the params. If it is missing or not a string, the request is invalid.
    func string(_ name: String) throws(RPCError) -> String {
        guard let value = params[name]?.stringValue else {
            throw .invalidParams([("/\(name)", "expected a string")])
        }
        return value
    }

    private static func isStateless(
        _ meta: JSONObject, _ shown: (String) -> String
    ) throws(RPCError) -> Bool {
        guard let version = meta[MetaKey.protocolVersion] else { return false }
        guard let version = version.stringValue else {
            throw MetaKey.error(MetaKey.protocolVersion, "expected a string")
        }
        guard let revision = Revision(rawValue: version), revision.isStateless else {
            throw .unsupportedVersion(shown(version))
        }
        guard case .object? = meta[MetaKey.clientCapabilities] else {
            throw MetaKey.error(MetaKey.clientCapabilities, "expected an object")
        }
        return true
    }
}
