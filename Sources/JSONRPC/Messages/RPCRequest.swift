import JSONCore

/// A call of a method: a request, or a notification, which has no id and is never answered.
///
/// It is a class because it is passed on many times: a structure would be copied each time.
///
/// - SeeAlso: JSON-RPC 2.0, sections 4 and 4.1.
package final class RPCRequest: Sendable {
    /// Nil for a notification.
    package let id: RequestID?
    package let method: String
    package let params: RPCParams

    /// Approximate memory that the request takes, in bytes.
    var size: Int {
        method.utf8.count + params.text.count + (id?.bytes.count ?? 0)
    }

    /// Whether the method has that name. A client's name may be long: see `isSameText`.
    func calls(_ name: String?) -> Bool {
        name.map { method.isSameText(as: $0) } ?? false
    }

    /// The same request, without the message that contains it.
    var detached: RPCRequest {
        RPCRequest(id: id, method: method, params: params.detached)
    }

    package init(id: RequestID?, method: String, params: RPCParams = .none) {
        self.id = id
        self.method = method
        self.params = params
    }

    /// The request as JSON, its members in the order of the specification.
    var bytes: [UInt8] {
        var output: [UInt8] = []
        JSONWriter.write(raw: #"{"jsonrpc":"2.0""#, to: &output)
        if let id {
            JSONWriter.write(raw: #","id":"#, to: &output)
            output += id.bytes
        }
        JSONWriter.write(raw: #","method":"#, to: &output)
        JSONWriter.write(method, to: &output)
        if params.form != .none {
            JSONWriter.write(raw: #","params":"#, to: &output)
            output += params.text
        }
        output.append(UInt8(ascii: "}"))
        return output
    }
}
