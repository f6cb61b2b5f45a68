/// The limits of one connection.
public struct ConnectionLimits: Hashable, Sendable {
    /// Longest message, in bytes, without its frame.
    public var maximumMessageBytes: Int
    /// Concurrent requests; as many again may wait in a queue.
    public var maximumInFlight: Int
    /// Most members of a batch.
    public var maximumBatch: Int
    /// Deepest nesting of arrays and objects, including the array of a batch.
    public var maximumDepth: Int
    /// Longest header block, in bytes, including its blank line.
    public var maximumHeaderBytes: Int
    /// Bytes of unread output beyond which no further call starts, and bytes of unread notifications
    /// beyond which further ones are dropped.
    public var outputHighWater: Int
    /// Bytes of input beyond which no more is read, besides one message.
    public var inputHighWater: Int
    /// Most bytes of the results of all running calls, by ``RPCMethod/largestResult``. A call that
    /// may exceed it alone runs alone.
    public var maximumResultBytes: Int
    /// Most bytes of results that wait for the other members of their batches.
    public var maximumBatchResultBytes: Int
    /// Longest message, in bytes, before the client has passed its ``ConnectionGate``.
    public var maximumGatedMessageBytes: Int

    /// Limits; each has the default shown here. A `maximumInFlight` below 1 counts as 1.
    public init(
        maximumMessageBytes: Int = 16 << 20, maximumInFlight: Int = 256, maximumBatch: Int = 100,
        maximumDepth: Int = 128, maximumHeaderBytes: Int = 4096, outputHighWater: Int = 1 << 20,
        inputHighWater: Int = 256 << 10, maximumResultBytes: Int = 64 << 20,
        maximumBatchResultBytes: Int = 64 << 20, maximumGatedMessageBytes: Int = 64 << 10
    ) {
        self.maximumMessageBytes = maximumMessageBytes
        self.maximumInFlight = max(maximumInFlight, 1)
        self.maximumBatch = maximumBatch
        self.maximumDepth = maximumDepth
        self.maximumHeaderBytes = maximumHeaderBytes
        self.outputHighWater = outputHighWater
        self.inputHighWater = inputHighWater
        self.maximumResultBytes = maximumResultBytes
        self.maximumBatchResultBytes = maximumBatchResultBytes
        self.maximumGatedMessageBytes = maximumGatedMessageBytes
    }

    /// Most bytes of the requests that run and wait, besides one message.
    var maximumRequestBytes: Int {
        max(maximumMessageBytes, inputHighWater)
    }
}
