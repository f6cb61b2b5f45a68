import Dispatch
package import Logging
import LinuxSystem
import NIOCore
import Synchronization

/// A client of one Redis or Valkey server, on one connection that is opened when it is first
/// needed.
///
/// Commands of all tasks share the connection and are pipelined. When it breaks, pending commands
/// fail, new ones fail at once, and the client reconnects in the background (``ConnectionRule``).
/// One log line reports the loss of the engine, and one its return.
package final class RedisClient: EngineClient {
    private struct State {
        var rule = ConnectionRule()
        var eventLoop: (any EventLoop)?
        /// Set while the rule sends.
        var connection: RedisConnection?
        /// Commands that wait for the first connection.
        var waiting: [RedisBatch] = []
        var onMessage: @Sendable (String, [UInt8]) -> Void = { _, _ in }
        var onState: @Sendable (RedisState) -> Void = { _ in }
    }

    package let configuration: RedisConfiguration
    private let channels: [String]
    private let probe: @Sendable (RedisError?) -> [RedisCommand]
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
        probe: @escaping @Sendable (RedisError?) -> [RedisCommand] = { _ in [] },
        logger: Logger? = nil
    ) {
        self.configuration = configuration
        self.channels = channels
        self.probe = probe
        self.logger = logger
    }

    package func observe(
        onMessage: @escaping @Sendable (_ channel: String, _ payload: [UInt8]) -> Void,
        onState: @escaping @Sendable (RedisState) -> Void
    ) {
        state.withLock { ($0.onMessage, $0.onState) = (onMessage, onState) }
    }

    package var currentState: RedisState { state.withLock { $0.rule.state } }

    package func connect() {
        if state.withLock({ $0.rule.asked() }) == .connect { open() }
    }

    package func send(
        _ commands: [RedisCommand],
        _ completion: @escaping @Sendable (Result<[RESPValue], RedisError>) -> Void
    ) {
        let batch = RedisBatch(
            bytes: RedisCommand.packet(commands), count: commands.count, complete: completion)
        let action = state.withLock { state in
            let action = state.rule.asked()
            switch action {
            case .connect, .wait: state.waiting.append(batch)
            // Under the lock, so that a shutdown ends the connection later, and fails the batch.
            case .send: state.connection?.send(batch)
            case .refuse: break
            }
            return action
        }
        switch action {
        case .connect: open()
        case .refuse(let error): batch.complete(.failure(error))
        case .wait, .send: break
        }
    }

    package func schedule(in delay: Duration, _ work: @escaping @Sendable () -> Void) {
        state.withLock { state in
            guard !state.rule.isShutDown else { return }
            state.eventLoop?.scheduleTask(in: TimeAmount(delay), work)
        }
    }

    package func refused(_ words: String) {
        state.withLock { $0.connection?.close(.refused(words)) }
    }

    /// The event loop keeps running until the process ends. SwiftNIO resolves names on another
    /// thread and then schedules the result on the loop. If the loop had ended, SwiftNIO would print
    /// an error, and trap if standard error cannot be written.
    package func shutdown() async {
        close()
        // After the end of the connection, which runs on the loop.
        try? await state.withLock(\.eventLoop)?.submit {}.get()
    }

    package func close() {
        let waiting = state.withLock { state in
            state.rule.shutDown()
            state.connection?.close()
            defer { (state.connection, state.waiting) = (nil, []) }
            return state.waiting
        }
        for batch in waiting { batch.complete(.failure(.shutDown)) }
    }

    /// Opens a connection on the client's event loop, which the first one starts.
    private func open() {
        let (eventLoop, isShutDown) = state.withLock { ($0.eventLoop, $0.rule.isShutDown) }
        if let eventLoop { return eventLoop.execute { [self] in open(on: eventLoop) } }
        if isShutDown { return }
        do throws(StartResources.Shortage) {
            try DedicatedThread.startEventLoop { [self] eventLoop in
                state.withLock { $0.eventLoop = eventLoop }
                eventLoop.execute { [self] in open(on: eventLoop) }
            }
        } catch {
            ended(.unreachable("\(error)"))
        }
    }

    private func open(on eventLoop: any EventLoop) {
        // Queued before the client was shut down.
        guard !state.withLock(\.rule.isShutDown) else { return }
        let former: RedisError? = if case .down(let error) = currentState { error } else { nil }
        let connection = RedisConnection.open(
            configuration, channels: channels, probe: probe(former), on: eventLoop,
            events: ConnectionEvents(
                isReady: { [self] in opened($0) },
                received: { [self] in state.withLock(\.onMessage)($0, $1) },
                ended: { [self] in ended($0) }))
        let isNeeded = state.withLock { state in
            if !state.rule.isShutDown { state.connection = connection }
            return !state.rule.isShutDown
        }
        if !isNeeded { connection.close() }
    }

    private func opened(_ facts: RedisServerFacts) {
        let (wasDown, onState) = state.withLock { state in
            let wasDown = state.rule.isDown
            state.rule.opened(facts, at: .now())
            for batch in state.waiting { state.connection?.send(batch) }
            state.waiting = []
            return (wasDown, state.onState)
        }
        if wasDown {
            logger?.warning("\(configuration.url) is back: \(facts.server) \(facts.version)")
        }
        onState(.up(facts))
    }

    private func ended(_ error: RedisError) {
        let (wasDown, delay, waiting, onState) = state.withLock { state in
            let wasDown = state.rule.isDown
            let delay = state.rule.ended(error, at: .now())
            defer { (state.connection, state.waiting) = (nil, []) }
            return (wasDown, delay, state.waiting, state.onState)
        }
        for batch in waiting { batch.complete(.failure(error)) }
        guard let delay else { return }
        if !wasDown {
            logger?.warning(
                "\(configuration.url): \(error); continuing without it, and trying again")
        }
        onState(.down(error))
        if let eventLoop = state.withLock(\.eventLoop) {
            eventLoop.scheduleTask(in: delay) { [self] in open() }
        } else {
            // The thread could not be started.
            let time = DispatchTime.now() + .nanoseconds(Int(delay.nanoseconds))
            DispatchQueue.global().asyncAfter(deadline: time) { [self] in open() }
        }
    }
}
