import Dispatch
package import Logging
import LinuxSystem
import NIOCore
import Synchronization

/// A client of one Redis or Valkey server, on one connection that is opened when it is first
/// needed.
///
/// Commands of all tasks share the connection and are pipelined. When it breaks, pending commands
/// fail, new ones fail at once, and the client reconnects in the background after 1, 2, 4 and then
/// every 5 seconds. One log line reports the loss of the engine, and one its return.
package final class RedisClient: EngineClient {
    private struct State {
        var rule = ConnectionRule()
        var eventLoop: (any EventLoop)?
        var connection: RedisConnection?
        /// Commands that wait for the first connection.
        var waiting: [RedisBatch] = []
        var state = RedisState.unknown
        var retry: Scheduled<Void>?
        var onMessage: @Sendable (RedisMessage) -> Void = { _ in }
        var onState: @Sendable (RedisState) -> Void = { _ in }
    }

    package let configuration: RedisConfiguration
    private let channels: [String]
    private let probe: @Sendable (RedisFailure?) -> [RedisCommand]
    private let logger: Logger?
    private let state = Mutex(State())

    /// Opens nothing and starts no thread.
    ///
    /// - Parameters:
    ///   - channels: subscribed to on every connection.
    ///   - probe: commands that the engine must run before a connection counts, unless it has no
    ///     memory left. It gets the end of the connection before.
    ///   - logger: nil if the caller reports errors itself.
    package init(
        _ configuration: RedisConfiguration, channels: [String] = [],
        probe: @escaping @Sendable (RedisFailure?) -> [RedisCommand] = { _ in [] },
        logger: Logger? = nil
    ) {
        self.configuration = configuration
        self.channels = channels
        self.probe = probe
        self.logger = logger
    }

    /// Sets the receivers of events, before the client is used. They are called in the order of
    /// events, on the client's own thread, or on a caller's if that thread cannot be started. They
    /// return at once and never wait for the client.
    ///
    /// - Parameter onState: messages before `up` may have been missed.
    package func observe(
        onMessage: @escaping @Sendable (RedisMessage) -> Void,
        onState: @escaping @Sendable (RedisState) -> Void
    ) {
        state.withLock { ($0.onMessage, $0.onState) = (onMessage, onState) }
    }

    package var currentState: RedisState { state.withLock { $0.state } }

    /// Sends the commands in one packet, without waiting for their replies.
    ///
    /// - Parameter completion: gets the replies on the client's own thread, or at once if nothing
    ///   can be sent. It returns at once.
    package func send(
        _ commands: [RedisCommand],
        _ completion: @escaping @Sendable (Result<[RESPValue], RedisError>) -> Void
    ) {
        guard !commands.isEmpty else { return completion(.success([])) }
        let batch = RedisBatch(commands, complete: completion)
        let (answer, isEnqueued, connection) = state.withLock { state in
            let answer = state.rule.asked()
            if answer == .connect || answer == .wait { state.waiting.append(batch) }
            // Under the lock, so that a shutdown's end of the connection comes later, and fails it.
            let isEnqueued = answer == .send && state.connection?.enqueue(batch) == true
            return (answer, isEnqueued, state.connection)
        }
        switch answer {
        case .wait: break
        case .send where isEnqueued: break
        case .connect: open()
        case .refuse(let error): batch.complete(.failure(error))
        case .send:
            if let connection {
                connection.send(batch)
            } else {
                batch.complete(.failure(.notSent(.closed)))
            }
        }
    }

    /// Opens the connection if necessary, without waiting for it.
    package func connect() {
        if state.withLock({ $0.rule.asked() }) == .connect { open() }
    }

    /// Runs `work` on the client's own thread after a delay, even if the client has been shut down by
    /// then.
    ///
    /// Does nothing if no command was ever sent, or after a shutdown. `work` returns at once. Other
    /// tasks of the process, however busy, do not delay it.
    package func schedule(in delay: Duration, _ work: @escaping @Sendable () -> Void) {
        state.withLock { _ = $0.eventLoop?.scheduleTask(in: TimeAmount(delay), work) }
    }

    /// Ends the connection, because the engine refuses commands; another one is tried later.
    ///
    /// - Parameter words: the engine's own.
    package func refused(_ words: String) {
        state.withLock { $0.connection?.close(.refused(words)) }
    }

    /// Ends the connection after a delay, for good: pending commands fail, and so do later ones.
    package func end(after delay: Duration) {
        schedule(in: delay) { [self] in
            state.withLock { state in
                state.rule.shutDown()
                state.connection?.close()
            }
        }
    }

    /// Closes the connection, for good. Pending commands fail.
    ///
    /// The event loop keeps running until the process ends. SwiftNIO resolves names on another
    /// thread and then schedules the result on the loop. If the loop had ended, SwiftNIO would print
    /// an error, and trap if standard error cannot be written.
    package func shutdown() async {
        let (eventLoop, waiting) = state.withLock { state in
            state.rule.shutDown()
            state.retry?.cancel()
            state.connection?.close()
            defer {
                state.eventLoop = nil
                state.connection = nil
                state.waiting = []
            }
            return (state.eventLoop, state.waiting)
        }
        for batch in waiting { batch.complete(.failure(.shutDown)) }
        // After the end of the connection, which runs on the loop.
        try? await eventLoop?.submit {}.get()
    }

    /// Opens a connection on the client's event loop, which the first one starts.
    private func open() {
        let needsThread = state.withLock { state in
            guard !state.rule.isShutDown else { return false }
            guard let eventLoop = state.eventLoop else { return true }
            eventLoop.execute { [self] in open(on: eventLoop) }
            return false
        }
        guard needsThread else { return }
        do throws(StartResources.Shortage) {
            try DedicatedThread.startEventLoop { [self] in started($0) }
        } catch {
            ended(.unreachable("\(error)"))
        }
    }

    /// The client may have been shut down while the thread started.
    private func started(_ eventLoop: any EventLoop) {
        let isNeeded = state.withLock { state in
            guard !state.rule.isShutDown else { return false }
            state.eventLoop = eventLoop
            eventLoop.execute { [self] in open(on: eventLoop) }
            return true
        }
        if !isNeeded { eventLoop.shutdownGracefully { _ in } }
    }

    private func open(on eventLoop: any EventLoop) {
        // Queued before the client was shut down.
        guard !state.withLock(\.rule.isShutDown) else { return }
        let former: RedisFailure? =
            if case .down(let failure) = currentState { failure } else { nil }
        let connection = RedisConnection.open(
            configuration, channels: channels, probe: probe(former), on: eventLoop,
            events: ConnectionEvents(
                isReady: { [self] in opened($0) },
                received: { [self] in state.withLock(\.onMessage)($0) },
                ended: { [self] in ended($0) }))
        let isNeeded = state.withLock { state in
            if !state.rule.isShutDown { state.connection = connection }
            return !state.rule.isShutDown
        }
        if !isNeeded { connection.close() }
    }

    private func opened(_ facts: RedisServerFacts) {
        let (previous, waiting, connection) = state.withLock { state in
            let previous = state.state
            state.rule.opened(at: .now())
            state.state = .up(facts)
            defer { state.waiting = [] }
            return (previous, state.waiting, state.connection)
        }
        if case .down = previous {
            logger?.warning("\(configuration.url) is back: \(facts.server) \(facts.version)")
        }
        state.withLock(\.onState)(.up(facts))
        for batch in waiting { connection?.send(batch) }
    }

    private func ended(_ failure: RedisFailure) {
        let (previous, delay, waiting) = state.withLock { state in
            let previous = state.state
            let delay = state.rule.ended(failure, at: .now())
            state.connection = nil
            if delay != nil { state.state = .down(failure) }
            defer { state.waiting = [] }
            return (previous, delay, state.waiting)
        }
        for batch in waiting { batch.complete(.failure(.notSent(failure))) }
        guard let delay else { return }
        if case .down = previous {
        } else {
            logger?.warning(
                "\(configuration.url): \(failure); continuing without it, and trying again")
        }
        state.withLock(\.onState)(.down(failure))
        state.withLock { state in
            if let eventLoop = state.eventLoop {
                state.retry = eventLoop.scheduleTask(in: delay) { [self] in open() }
            } else {
                // The thread could not be started.
                let time = DispatchTime.now() + .nanoseconds(Int(delay.nanoseconds))
                DispatchQueue.global().asyncAfter(deadline: time) { [self] in open() }
            }
        }
    }
}
