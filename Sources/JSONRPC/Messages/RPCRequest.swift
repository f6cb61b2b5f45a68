/// A call of a method: a request, or a notification, which has no id and is never answered.
///
/// - SeeAlso: JSON-RPC 2.0, sections 4 and 4.1.
package struct RPCRequest: Sendable {
    /// Nil for a notification.
    package let id: RequestID?
    package let method: String
    package let params: RPCParams

    /// Approximate memory that the request takes, in bytes.
    var size: Int {
        method.utf8.count + params.text.count + (id?.bytes.count ?? 0)
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
}
