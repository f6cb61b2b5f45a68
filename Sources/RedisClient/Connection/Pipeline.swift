import NIOCore

/// The batches of one connection whose replies are due, in the order in which they were sent.
struct Pipeline {
    private var batches: CircularBuffer<RedisBatch> = []
    /// Replies to the first batch so far.
    private var replies: [RESPValue] = []

    var isEmpty: Bool { batches.isEmpty }

    mutating func sent(_ batch: RedisBatch) {
        batches.append(batch)
    }

    /// Takes one reply.
    ///
    /// - Returns: the batch that it completes, with all of its replies.
    /// - Throws: if no reply is due.
    mutating func receive(
        _ reply: RESPValue
    ) throws(RedisFailure) -> (batch: RedisBatch, replies: [RESPValue])? {
        guard let first = batches.first else {
            if case .error(let words) = reply { throw .refused(words) }
            throw .unaskedReply
        }
        replies.append(reply)
        guard replies.count == first.count else { return nil }
        defer { replies = [] }
        return (batches.removeFirst(), replies)
    }

    /// Removes and returns every incomplete batch; the connection has ended.
    mutating func end() -> [RedisBatch] {
        defer { batches.removeAll() }
        return Array(batches)
    }
}

/// Commands that are sent in one packet, and the caller that waits for their replies.
struct RedisBatch: Sendable {
    typealias Outcome = Result<[RESPValue], RedisError>

    /// As sent.
    let bytes: [UInt8]
    /// The number of commands, and so of replies. At least 1.
    let count: Int
    /// Called once, on any thread; returns at once.
    let complete: @Sendable (Outcome) -> Void

    init(_ commands: [RedisCommand], complete: @escaping @Sendable (Outcome) -> Void) {
        bytes = RedisCommand.packet(commands)
        count = commands.count
        self.complete = complete
    }
}
