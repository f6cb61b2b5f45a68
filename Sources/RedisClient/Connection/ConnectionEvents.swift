/// The events of a connection. They are called on the event loop.
struct ConnectionEvents: Sendable {
    var isReady: @Sendable (RedisServerFacts) -> Void
    var received: @Sendable (RedisMessage) -> Void
    /// The last event; called once.
    var ended: @Sendable (RedisError) -> Void
}
