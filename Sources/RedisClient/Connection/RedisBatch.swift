/// Commands that are sent in one packet, and the caller that waits for their replies.
struct RedisBatch: Sendable {
    /// As sent.
    let bytes: [UInt8]
    /// The number of commands, and so of replies. At least 1.
    let count: Int
    /// Called once, on any thread; returns at once.
    let complete: @Sendable (Result<[RESPValue], RedisError>) -> Void
}
