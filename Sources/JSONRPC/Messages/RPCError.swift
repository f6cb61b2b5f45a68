import JSONCore

/// An error as a client sees it: a code, one sentence, and data for programs.
///
/// ``data`` always begins with `kind` (string) and `retryable` (bool).
///
/// - SeeAlso: JSON-RPC 2.0, section 5.1.
package struct RPCError: Error, Hashable, Sendable {
    package let code: Int
    /// One English sentence that says what to do.
    package let message: String
    package let data: JSONObject

    /// - Parameter details: further members of ``data``.
    package init(
        code: Int, kind: String, message: String, retryable: Bool = false,
        details: JSONObject = [:]
    ) {
        var data: JSONObject = ["kind": .string(kind), "retryable": .bool(retryable)]
        for (name, value) in details {
            data[name] = value
        }
        self.init(code: code, message: message, data: data)
    }

    /// - Parameter data: must have `kind` and `retryable`.
    package init(code: Int, message: String, data: JSONObject) {
        self.code = code
        self.message = message
        self.data = data
    }

    /// The error object as JSON, its members in the order of the specification.
    package func write(to output: inout [UInt8]) {
        JSONWriter.write(raw: #"{"code":"#, to: &output)
        JSONWriter.write(code, to: &output)
        JSONWriter.write(raw: #","message":"#, to: &output)
        JSONWriter.write(message, to: &output)
        JSONWriter.write(raw: #","data":"#, to: &output)
        JSONWriter.write(.object(data), to: &output)
        JSONWriter.write(raw: "}", to: &output)
    }

    /// The error object as a value.
    package var value: JSONValue {
        ["code": JSONValue(code), "message": .string(message), "data": .object(data)]
    }
}
