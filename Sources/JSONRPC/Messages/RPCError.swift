public import JSONCore

/// An error as a client sees it: a code, one sentence, and data for programs.
///
/// ``data`` always begins with `kind` (string) and `retryable` (bool).
///
/// - SeeAlso: JSON-RPC 2.0, section 5.1.
public struct RPCError: Error, Equatable, Sendable {
    /// The number that clients compare; the specification reserves -32768 to -32000.
    public let code: Int
    /// One English sentence that says what to do.
    public let message: String
    /// Further facts for programs.
    public let data: JSONObject

    /// - Parameters:
    ///   - code: the error's number.
    ///   - kind: a name for the error that programs compare.
    ///   - message: one English sentence that says what to do.
    ///   - retryable: whether the same request may succeed later.
    ///   - details: further members of ``data``.
    public init(
        code: Int, kind: String, message: String, retryable: Bool = false,
        details: JSONObject = [:]
    ) {
        var data: JSONObject = ["kind": .string(kind), "retryable": .bool(retryable)]
        for (name, value) in details {
            data[name] = value
        }
        self.init(code: code, message: message, data: data)
    }

    /// - Parameters:
    ///   - code: the error's number.
    ///   - message: one English sentence that says what to do.
    ///   - data: must have `kind` and `retryable`.
    public init(code: Int, message: String, data: JSONObject) {
        self.code = code
        self.message = message
        self.data = data
    }

    /// The error object as JSON, its members in the order of the specification.
    public func write(to output: inout [UInt8]) {
        JSONWriter.write(value, to: &output)
    }

    /// The error object as a value.
    public var value: JSONValue {
        ["code": JSONValue(code), "message": .string(message), "data": .object(data)]
    }
}

extension RPCError: CustomStringConvertible {
    /// The message and the code.
    public var description: String {
        "\(message) (\(code))"
    }
}
