/// What must be sent after a call has been answered.
package enum RPCReply: Sendable {
    /// Nothing: the call was a notification, it was answered before, or its batch is not complete.
    case nothing
    case response(RPCResponse)
    /// The responses to a whole batch, at least one, in the order of its members.
    case batch([RPCResponse])
}
