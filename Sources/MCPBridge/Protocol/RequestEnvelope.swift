import JSONCore
import JSONRPC

/// The params of a request, and the information in its `_meta`.
///
/// A request whose `_meta` names a stateless revision must also state the client's capabilities (MCP
/// 2026-07-28, "`_meta`", "Protocol Version Negotiation"). To name an earlier one changes nothing.
struct RequestEnvelope: Sendable {
    let params: JSONObject
    /// The revision that `_meta` names.
    private let revision: Revision?
    /// Unchecked.
    let trace: String?
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
        trace = meta[MetaKey.trace]?.stringValue
        progressToken = meta["progressToken"]
        switch progressToken {
        case nil, .string: break
        case .number(let number) where number.isInteger: break
        default:
            throw .invalidParams([("/_meta/progressToken", "expected a string or an integer")])
        }
        revision = try Self.revision(meta, shown)
    }

    var isStateless: Bool { revision?.isStateless == true }

    /// The error for a request that neither is stateless nor follows `initialize`.
    var noVersion: RPCError {
        revision.map { RPCError.unsupportedVersion($0.rawValue) } ?? .noVersion
    }

    /// A member of the params. If it is missing or not a string, the request is invalid.
    func string(_ name: String) throws(RPCError) -> String {
        guard let value = params[name]?.stringValue else {
            throw .invalidParams([("/\(name)", "expected a string")])
        }
        return value
    }

    private static func revision(
        _ meta: JSONObject, _ shown: (String) -> String
    ) throws(RPCError) -> Revision? {
        guard let version = meta[MetaKey.protocolVersion] else { return nil }
        guard let version = version.stringValue else {
            throw MetaKey.error(MetaKey.protocolVersion, "expected a string")
        }
        guard let revision = Revision(rawValue: version) else {
            throw .unsupportedVersion(shown(version))
        }
        guard !revision.isStateless || meta[MetaKey.clientCapabilities]?.objectValue != nil else {
            throw MetaKey.error(MetaKey.clientCapabilities, "expected an object")
        }
        return revision
    }
}
