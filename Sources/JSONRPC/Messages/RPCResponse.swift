import JSONCore

/// The response to one request: its result as JSON text, or an error.
///
/// - SeeAlso: JSON-RPC 2.0, section 5.
package struct RPCResponse: Sendable {
    package let id: RequestID
    package let outcome: Result<[UInt8], RPCError>

    package init(id: RequestID, _ outcome: Result<[UInt8], RPCError>) {
        self.id = id
        self.outcome = outcome
    }

    package init(id: RequestID, error: RPCError) {
        self.init(id: id, .failure(error))
    }

    /// Appends the response object, its members in the order of the specification.
    package func write(to output: inout [UInt8]) {
        JSONWriter.write(raw: Self.head, to: &output)
        output.append(contentsOf: id.bytes)
        switch outcome {
        case .success(let result):
            JSONWriter.write(raw: Self.resultName, to: &output)
            output.append(contentsOf: result)
        case .failure(let error):
            JSONWriter.write(raw: #","error":"#, to: &output)
            error.write(to: &output)
        }
        JSONWriter.write(raw: "}", to: &output)
    }

    /// The number of bytes that ``write(to:)`` appends.
    var size: Int {
        if case .success(let result) = outcome {
            return Self.head.utf8CodeUnitCount + id.bytes.count + Self.resultName.utf8CodeUnitCount
                + result.count + 1
        }
        // The size of an error is not known before it is written.
        var text: [UInt8] = []
        write(to: &text)
        return text.count
    }

    /// The size of the result in bytes; 0 for an error.
    var resultBytes: Int {
        if case .success(let result) = outcome { result.count } else { 0 }
    }

    private static let head: StaticString = #"{"jsonrpc":"2.0","id":"#
    private static let resultName: StaticString = #","result":"#
}
