/// How the messages of a connection are told apart.
package enum Framing: String, Hashable, Sendable, CaseIterable {
    /// `Content-Length` header blocks, as in the Language Server Protocol.
    case headers
    /// One JSON text a line.
    case lines
    /// What the connection's first byte shows.
    case automatic = "auto"
}
