/// Why a command cannot do its work: one sentence, and an exit status.
struct CommandError: Error {
    let sentence: String
    let status: Int32

    /// The flags or arguments are wrong: `EX_USAGE`.
    static func usage(_ sentence: String) -> CommandError {
        CommandError(sentence: sentence, status: 64)
    }

    static func failure(_ sentence: String) -> CommandError {
        CommandError(sentence: sentence, status: 1)
    }

    static func noConnection(_ sentence: String) -> CommandError {
        CommandError(sentence: sentence, status: 3)
    }
}
