/// The methods that a connection answers itself, since they are about the connection.
enum ConnectionMethod: String {
    case shutdown
    case exit
    case initialized
    case cancel = "$/cancelRequest"
    /// Behind a gate, the one that opens it; else a method like any other.
    case authenticate = "session.authenticate"
}
