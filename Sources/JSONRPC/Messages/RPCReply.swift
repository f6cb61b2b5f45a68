/// What goes out when something has been answered.
package enum RPCReply: Sendable {
    /// Nothing: it was a notification, it was answered before, or its batch is not complete.
    case nothing
    case response(RPCResponse)
    /// The answers of a whole batch, at least one, in the order of its members.
    case batch([RPCResponse])
}
