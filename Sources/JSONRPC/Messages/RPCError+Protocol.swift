import JSONCore

/// The errors of JSON-RPC, and one of the Language Server Protocol.
///
/// - SeeAlso: JSON-RPC 2.0, section 5.1; Language Server Protocol 3.17, "Response Message".
extension RPCError {
    /// A violation by one param; the path is a JSON Pointer by name.
    public typealias ParamError = (path: String, message: String)

    /// -32700: the message is not JSON.
    ///
    /// - Parameters:
    ///   - problem: what is wrong with the text, without a full stop.
    ///   - offset: bytes into the message, if known.
    public static func parseError(_ problem: String, offset: Int? = nil) -> RPCError {
        RPCError(
            code: -32700, kind: "parseError", message: "The message is not JSON: \(problem).",
            details: offset.map { ["offset": JSONValue($0)] } ?? [:])
    }

    /// -32600: the message is not a request, or the connection does not accept it now.
    ///
    /// - Parameter message: one sentence that says what to do.
    public static func invalidRequest(_ message: String) -> RPCError {
        RPCError(code: -32600, kind: "invalidRequest", message: message)
    }

    /// -32601: there is no such method.
    ///
    /// - Parameters:
    ///   - method: the name that the client sent.
    ///   - suggestion: a similar name, if there is one.
    ///   - remedy: what to do otherwise, without a full stop.
    public static func methodNotFound(
        _ method: String, suggestion: String? = nil, remedy: String? = nil
    ) -> RPCError {
        var details: JSONObject = ["method": .string(method)]
        // Enough to recognize it; the whole name is in the data.
        let shown = method.count > 80 ? "\(method.prefix(80))..." : method
        var message = "There is no method \"\(shown)\"\(remedy.map { "; \($0)" } ?? "")."
        if let suggestion {
            details["suggestion"] = .string(suggestion)
            message = "There is no method \"\(shown)\"; did you mean \"\(suggestion)\"?"
        }
        return RPCError(
            code: -32601, kind: "methodNotFound", message: message, details: details)
    }

    /// -32602: the params do not fit the method. `data.errors` lists the places.
    ///
    /// - Parameter errors: at least one.
    public static func invalidParams(_ errors: [ParamError]) -> RPCError {
        let first = errors.first.map {
            $0.path.isEmpty ? $0.message : "\(name(of: $0.path)): \($0.message)"
        }
        let more = errors.count > 1 ? ", and \(errors.count - 1) more" : ""
        let sentence = "Correct the params: \(first ?? "they do not fit the method")\(more)"
        return RPCError(
            code: -32602, kind: "invalidParams",
            message: sentence.hasSuffix("?") ? sentence : "\(sentence).",
            details: [
                "errors": .array(
                    errors.map { ["path": .string($0.path), "message": .string($0.message)] })
            ])
    }

    /// A param as the caller wrote it: `/perPage` is `perPage`, and `/fields/0` is `fields.0`.
    private static func name(of path: String) -> String {
        String(path.dropFirst()).replacing("/", with: ".").replacing("~1", with: "/")
            .replacing("~0", with: "~")
    }

    /// -32603: the server failed for a reason that is not the client's business.
    ///
    /// - Parameter incident: an id under which the log has the details.
    public static func internalError(incident: String) -> RPCError {
        RPCError(
            code: -32603, kind: "internalError",
            message: "Internal error; report it with the log of incident \(incident).",
            details: ["incident": .string(incident)])
    }

    /// -32800: the request was cancelled before it had a result (LSP's `RequestCancelled`).
    public static let cancelled = RPCError(
        code: -32800, kind: "cancelled",
        message: "The request was cancelled; send it again if you still need the result.")
}

extension RPCError {
    /// -32600: other clients do not read their results, which take all memory for results.
    static let noMemory = RPCError.invalidRequest(
        "There is no memory for the result; send the request again later.")

    init(_ error: JSONSyntaxError) {
        self = .parseError(error.reason.description, offset: error.offset)
    }

    init(_ error: FramingError) {
        switch error {
        case .bodyTooLarge, .noMemory: self = .invalidRequest("\(error); the connection closes.")
        default:
            self = RPCError(
                code: -32700, kind: "parseError", message: "\(error); the connection closes.")
        }
    }
}
