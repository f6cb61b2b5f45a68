/// The exit statuses of the commands.
package enum ExitStatus: Int32, CaseIterable {
    case success = 0
    case failure = 1
    case noConnection = 3
    /// `EX_USAGE`.
    case usage = 64
    /// `EX_OSERR`.
    case shortage = 71

    package var meaning: String {
        switch self {
        case .success: "The work is done: a result was printed, or the server ended in order."
        case .failure:
            "The work could not be done: a JSON-RPC error, a damaged cache, a port in use. A connection ended by exit without shutdown, as in LSP."
        case .noConnection: "The server that --connect names could not be reached."
        case .usage: "Wrong flags or arguments."
        case .shortage: "The start lacks memory, threads or descriptors."
        }
    }
}
