/// Why a command cannot do its work: one sentence, and an exit status.
struct CommandError: Error {
    let sentence: String
    let status: Int32

    private init(_ sentence: String, _ status: ExitStatus) {
        self.sentence = sentence
        self.status = status.rawValue
    }

    /// The flags or arguments are wrong.
    static func usage(_ sentence: String) -> CommandError { CommandError(sentence, .usage) }

    static func failure(_ sentence: String) -> CommandError { CommandError(sentence, .failure) }

    static func noConnection(_ sentence: String) -> CommandError {
        CommandError(sentence, .noConnection)
    }
}

/// How a command ends (contract, section 1).
enum ExitStatus: Int32, CaseIterable {
    case success = 0
    case failure = 1
    case noConnection = 3
    /// `EX_USAGE`.
    case usage = 64

    var meaning: String {
        switch self {
        case .success: "The work is done: a result was printed, or the server ended in order."
        case .failure:
            "The work could not be done: a JSON-RPC error, a damaged cache, a port in use. A connection ended by exit without shutdown, as in LSP."
        case .noConnection: "call could not reach the server that --connect names."
        case .usage: "Wrong flags or arguments."
        }
    }
}
