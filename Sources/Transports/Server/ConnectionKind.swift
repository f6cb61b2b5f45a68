/// How a client reached the server.
package enum ConnectionKind: Hashable, Sendable {
    case stdio, unix, tcp
}
