/// The limits of a connection.
package struct HTTPLimits: Sendable {
    /// Longest request line, and all fields of a head together, in bytes.
    static let maximumHeaderBytes = 16 << 10
    static let maximumFields = 64
    /// Longest rest of a body that is read and dropped so that the connection can continue.
    static let maximumDropped = 64 << 10
    /// In bytes; see ``bodyPause``.
    static let leastGrowth = 64 << 10

    /// How long a head may take from its first byte.
    package var headerTime = Duration.seconds(10)
    /// Longest silence in a request's body. One that is longer than ``leastGrowth`` takes memory, so it
    /// must grow by as much in that time.
    package var bodyPause = Duration.seconds(30)
    /// Longest time without a request, and without any byte of a response taken.
    package var idleTime = Duration.seconds(75)

    package init() {}
}
