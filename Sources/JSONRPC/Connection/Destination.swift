/// Where the response to a call goes.
package enum Destination: Hashable, Sendable {
    /// To the client, by itself.
    case alone
    /// Into the array of responses to a batch, at the index of the call.
    case batch(number: Int, member: Int)
}
