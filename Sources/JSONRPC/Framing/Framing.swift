/// How messages are delimited on a connection.
public enum Framing: String, Hashable, Sendable, CaseIterable {
    /// Chosen by the connection's first byte.
    case automatic = "auto"
    /// `Content-Length` header blocks, as in the Language Server Protocol.
    case headers
    /// One JSON text per line.
    case lines
}
