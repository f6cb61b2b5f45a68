/// A client of one engine: ``RedisClient``, or in tests one without a connection.
package protocol EngineClient: Sendable {
    var configuration: RedisConfiguration { get }
    var currentState: RedisState { get }

    /// Sets the receivers of events, before the client is used. They are called in the order of
    /// events, on the client's own thread, or on a caller's if that thread cannot be started. They
    /// return at once and never wait for the client.
    ///
    /// - Parameter onState: messages before `up` may have been missed.
    func observe(
        onMessage: @escaping @Sendable (_ channel: String, _ payload: [UInt8]) -> Void,
        onState: @escaping @Sendable (RedisState) -> Void)

    /// Opens the connection if necessary, without waiting for it.
    func connect()

    /// Sends at least one command in one packet, without waiting for the replies.
    ///
    /// - Parameter completion: gets the replies on the client's own thread, or at once if nothing
    ///   can be sent. It returns at once.
    func send(
        _ commands: [RedisCommand],
        _ completion: @escaping @Sendable (Result<[RESPValue], RedisError>) -> Void)

    /// Runs `work` on the client's own thread after a delay, even if the client is closed meanwhile.
    /// Other tasks of the process, however busy, do not delay it.
    ///
    /// A call before the first command or after the close does nothing. `work` returns at once.
    func schedule(in delay: Duration, _ work: @escaping @Sendable () -> Void)

    /// Ends the connection, because the engine refused a command with this text. Another
    /// connection is tried later.
    func refused(_ words: String)

    /// Ends the connection for good: pending commands fail, and so do later ones.
    func close()

    /// The same; returns when the connection has ended.
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
