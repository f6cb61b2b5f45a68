import JSONCore

/// What one object from a server means to its client.
enum ServerMessage {
    case response(id: Int, Result<JSONValue, any Error>)
    /// An error whose request the server could not tell, and an id that is not one of a client's.
    case unassigned(RPCError)
    case notification(method: String, params: JSONValue)
    /// A request of the server, which this side does not serve.
    case request(RequestID, method: String)
    /// Nothing that can be used.
    case other

    init(_ message: JSONObject) {
        if let method = message["method"]?.stringValue {
            if let id = message["id"] {
                self = RequestID(id).map { .request($0, method: method) } ?? .other
            } else {
                self = .notification(method: method, params: message["params"] ?? .null)
            }
            return
        }
        let outcome = Self.outcome(of: message)
        if let id = message["id"]?.intValue {
            self = .response(id: id, outcome)
        } else if message["id"] ?? .null == .null, case .failure(let error as RPCError) = outcome {
            self = .unassigned(error)
        } else {
            self = .other
        }
    }

    /// - SeeAlso: JSON-RPC 2.0, section 5.
    private static func outcome(of message: JSONObject) -> Result<JSONValue, any Error> {
        switch (message["result"], message["error"]) {
        // Some servers send both, one of them null.
        case (let result?, nil), (let result?, .null?): .success(result)
        case (nil, let error?), (.null?, let error?):
            .failure(
                RPCError(response: error) as (any Error)? ?? invalid("expected an error object"))
        case (_?, _?): .failure(invalid("expected a result or an error, found both"))
        case (nil, nil): .failure(invalid("expected a result or an error, found neither"))
        }
    }

    private static func invalid(_ reason: String) -> any Error {
        ClientError.invalidResponse(reason)
    }
}

extension RPCError {
    /// The error object of a response; nil if it is not one.
    ///
    /// - SeeAlso: JSON-RPC 2.0, section 5.1.
    fileprivate init?(response value: JSONValue) {
        guard let code = value["code"]?.intValue, let message = value["message"]?.stringValue else {
            return nil
        }
        let data = value["data"] ?? .null
        var details = data.objectValue ?? [:]
        if data.objectValue == nil, data != .null { details["data"] = data }
        let kind = details["kind"]?.stringValue ?? "unknown"
        let isRetryable = details["retryable"]?.boolValue ?? false
        details["kind"] = nil
        details["retryable"] = nil
        self.init(
            code: code, kind: kind, message: message, retryable: isRetryable, details: details)
    }
}
