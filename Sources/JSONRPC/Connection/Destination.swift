/// Where the answer to a call goes.
package enum Destination: Hashable, Sendable {
    /// Out by itself.
    case alone
    /// Into the array that answers a batch, at the place of the call in it.
    case batch(number: Int, member: Int)
}
