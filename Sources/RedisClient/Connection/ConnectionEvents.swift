/// The events of a connection. They are called on the event loop.
struct ConnectionEvents: Sendable {
    var isReady: @Sendable (RedisServerFacts) -> Void
    /// A message of a channel.
    var received: @Sendable (_ channel: String, _ payload: [UInt8]) -> Void
    /// The last event; called once.
    var ended: @Sendable (RedisError) -> Void
}
