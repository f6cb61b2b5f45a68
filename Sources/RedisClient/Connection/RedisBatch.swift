/// Commands that go out in one packet, and the caller that waits for their replies.
struct RedisBatch: Sendable {
    typealias Outcome = Result<[RESPValue], RedisError>

    /// As they are sent.
    let bytes: [UInt8]
    /// Of the commands, so of the replies. At least 1.
    let count: Int
    /// Called once, on any thread; returns at once.
    let complete: @Sendable (Outcome) -> Void

    init(_ commands: [RedisCommand], complete: @escaping @Sendable (Outcome) -> Void) {
        bytes = RedisCommand.packet(commands)
        count = commands.count
        self.complete = complete
    }
}
