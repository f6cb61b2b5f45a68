/// What one connection may ask of the server.
package struct ConnectionLimits: Hashable, Sendable {
    /// Longest message, in bytes, without its frame.
    package var maximumMessageBytes: Int
    /// Requests under way at once; as many again wait in a queue.
    package var maximumInFlight: Int
    /// Most members of a batch.
    package var maximumBatch: Int
    /// Deepest nesting of arrays and objects, a batch's own array included.
    package var maximumDepth: Int
    /// Longest header block, in bytes, its blank line included.
    package var maximumHeaderBytes: Int
    /// Bytes of output that may wait for a slow reader before no more input is read.
    package var outputHighWater: Int
    /// Bytes of input that may wait to be taken in, beside the rest of a message that has not all
    /// come, before no more is read.
    package var inputHighWater: Int
    /// Longest message, in bytes, of a client that has yet to show its secret.
    package var maximumMessageBytesBeforeSecret: Int

    package init(
        maximumMessageBytes: Int = 16 << 20, maximumInFlight: Int = 256, maximumBatch: Int = 100,
        maximumDepth: Int = 128, maximumHeaderBytes: Int = 4096, outputHighWater: Int = 1 << 20,
        inputHighWater: Int = 256 << 10, maximumMessageBytesBeforeSecret: Int = 64 << 10
    ) {
        self.maximumMessageBytes = maximumMessageBytes
        self.maximumInFlight = maximumInFlight
        self.maximumBatch = maximumBatch
        self.maximumDepth = maximumDepth
        self.maximumHeaderBytes = maximumHeaderBytes
        self.outputHighWater = outputHighWater
        self.inputHighWater = inputHighWater
        self.maximumMessageBytesBeforeSecret = maximumMessageBytesBeforeSecret
    }
}
