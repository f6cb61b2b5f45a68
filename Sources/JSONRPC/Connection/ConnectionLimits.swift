/// The limits of one connection.
package struct ConnectionLimits: Hashable, Sendable {
    /// Longest message, in bytes, without its frame.
    package var maximumMessageBytes: Int
    /// Concurrent requests; as many again may wait in a queue.
    package var maximumInFlight: Int
    /// Most members of a batch.
    package var maximumBatch: Int
    /// Deepest nesting of arrays and objects, including the array of a batch.
    package var maximumDepth: Int
    /// Longest header block, in bytes, including its blank line.
    package var maximumHeaderBytes: Int
    /// Bytes of unread output beyond which no further call starts.
    package var outputHighWater: Int
    /// Bytes of input beyond which no more is read, beside one message.
    package var inputHighWater: Int
    /// Most bytes of the results of all running calls, by ``RPCMethod/largestResult``. A call that
    /// may exceed it alone runs alone.
    package var maximumResultBytes: Int
    /// Most bytes of results that wait for the other members of their batches.
    package var maximumBatchResultBytes: Int
    /// Longest message, in bytes, before the client has sent its secret.
    package var maximumMessageBytesBeforeSecret: Int

    package init(
        maximumMessageBytes: Int = 16 << 20, maximumInFlight: Int = 256, maximumBatch: Int = 100,
        maximumDepth: Int = 128, maximumHeaderBytes: Int = 4096, outputHighWater: Int = 1 << 20,
        inputHighWater: Int = 256 << 10, maximumResultBytes: Int = 64 << 20,
        maximumBatchResultBytes: Int = 256 << 20, maximumMessageBytesBeforeSecret: Int = 64 << 10
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
        self.maximumMessageBytesBeforeSecret = maximumMessageBytesBeforeSecret
    }

    /// Most bytes of the requests that run and wait, beside one message.
    var maximumRequestBytes: Int {
        max(maximumMessageBytes, inputHighWater)
    }
}
