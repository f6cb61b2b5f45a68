/// A client of one engine: ``RedisClient``, or in tests one without a connection.
package protocol EngineClient: Sendable {
    var configuration: RedisConfiguration { get }
    var currentState: RedisState { get }

    /// Sets the receivers of events, before the client is used.
    func observe(
        onMessage: @escaping @Sendable (RedisMessage) -> Void,
        onState: @escaping @Sendable (RedisState) -> Void)

    /// Opens the connection if necessary, without waiting for it.
    func connect()

    /// Sends the commands in one packet, without waiting for their replies.
    func send(
        _ commands: [RedisCommand],
        _ completion: @escaping @Sendable (Result<[RESPValue], RedisError>) -> Void)

    /// Runs `work` on the client's own thread after a delay.
    func schedule(in delay: Duration, _ work: @escaping @Sendable () -> Void)

    /// Ends the connection, because the engine refuses commands.
    func refused(_ words: String)

    /// Ends the connection after a delay, for good.
    func end(after delay: Duration)

    /// Ends the connection now; pending commands fail.
    func shutdown() async
}

extension EngineClient {
    /// Sends the commands in one packet and returns their replies in the same order.
    ///
    /// An error from the engine is among the replies. The wait is limited: to 1.4 seconds for the
    /// first connection, and then to 500 ms without a part of a reply, and to 5 seconds per batch.
    package func send(_ commands: [RedisCommand]) async throws(RedisError) -> [RESPValue] {
        let outcome = await withCheckedContinuation { continuation in
            send(commands) { continuation.resume(returning: $0) }
        }
        return try outcome.get()
    }

    package func send(_ command: RedisCommand) async throws(RedisError) -> RESPValue {
        try await send([command])[0]
    }
}
