import JSONCore

/// The errors of JSON-RPC, and two that a connection adds.
extension RPCError {
    /// A violation by one param; the path is a JSON Pointer by name.
    package typealias ParamError = (path: String, message: String)

    /// - Parameters:
    ///   - problem: what is wrong with the text, without a full stop.
    ///   - offset: bytes into the message, if known.
    package static func parseError(_ problem: String, offset: Int? = nil) -> RPCError {
        RPCError(
            code: -32700, kind: "parseError", message: "The message is not JSON: \(problem).",
            details: offset.map { ["offset": JSONValue($0)] } ?? [:])
    }

    package static func invalidRequest(_ message: String) -> RPCError {
        RPCError(code: -32600, kind: "invalidRequest", message: message)
    }

    /// Says where to find the methods' names.
    package static let discovery = "rpc.discover lists those that there are"

    /// - Parameter remedy: what to do if no similar name exists.
    package static func methodNotFound(
        _ method: String, suggestion: String? = nil, remedy: String = discovery
    ) -> RPCError {
        var details: JSONObject = ["method": .string(method)]
        // Enough to recognize it; the whole name is in the data.
        let shown = method.count > 80 ? "\(method.prefix(80))..." : method
        var message = "There is no method \"\(shown)\"; \(remedy)."
        if let suggestion {
            details["suggestion"] = .string(suggestion)
            message = "There is no method \"\(shown)\"; did you mean \"\(suggestion)\"?"
        }
        return RPCError(
            code: -32601, kind: "methodNotFound", message: message, details: details)
    }

    /// - Parameter errors: at least one.
    package static func invalidParams(_ errors: [ParamError]) -> RPCError {
        let first = errors.first.map { "\($0.path.isEmpty ? "params" : $0.path): \($0.message)" }
        let more = errors.count > 1 ? ", and \(errors.count - 1) more" : ""
        return RPCError(
            code: -32602, kind: "invalidParams",
            message: "Correct the params: \(first ?? "they do not fit the method")\(more).",
            details: [
                "errors": .array(
                    errors.map { ["path": .string($0.path), "message": .string($0.message)] })
            ])
    }

    /// - Parameter incident: an id under which the log has the details.
    package static func internalError(incident: String) -> RPCError {
        RPCError(
            code: -32603, kind: "internalError",
            message: "The server made a mistake; report it with its log of incident \(incident).",
            details: ["incident": .string(incident)])
    }

    package static let cancelled = RPCError(
        code: -32800, kind: "cancelled",
        message: "The request was cancelled; send it again if its answer is still wanted.")

    /// - Parameter status: the HTTP status, if GitHub sent one.
    package static func unauthorized(_ message: String, status: Int? = nil) -> RPCError {
        RPCError(
            code: 1401, kind: "unauthorized", message: message,
            details: status.map { ["status": JSONValue($0)] } ?? [:])
    }
}

extension RPCError {
    init(_ error: JSONSyntaxError) {
        self = .parseError(error.reason.description, offset: error.offset)
    }

    init(_ error: FramingError) {
        switch error {
        case .bodyTooLarge: self = .invalidRequest("\(error); the connection closes.")
        default:
            self = RPCError(
                code: -32700, kind: "parseError", message: "\(error); the connection closes.")
        }
    }
}
