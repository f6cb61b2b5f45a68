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

    /// Takes one reply, and returns the batch that it completes, with all of its replies. Throws if no
    /// reply is due.
    mutating func receive(
        _ reply: RESPValue
    ) throws(RedisError) -> (batch: RedisBatch, replies: [RESPValue])? {
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
