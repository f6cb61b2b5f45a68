import Logging
import RedisClient
import Synchronization

/// The engine as the shared cache sees it: commands and scripts, its clock, and whether it is full.
///
/// An engine that refuses a command, whatever its arguments are, counts as lost: the connection
/// ends, and the client tries another one, whose probe the engine must pass.
///
/// Callers do not distinguish a lost connection from an unexpected reply: both are nil, and the
/// server works alone.
final class EngineLink: Sendable {
    /// The result of a script, without the time at its beginning.
    typealias ScriptReply = (reply: [RESPValue], clock: EngineClock)

    private struct State {
        /// From the newest reply that had the time.
        var clock: EngineClock?
        var isFull = false
    }

    let client: any EngineClient
    let pace: Pace
    /// Distinguishes this server from others.
    let serverID = String(UInt64.random(in: 1 << 60 ... .max), radix: 16)
    private let logger: Logger?
    private let state = Mutex(State())

    init(_ client: any EngineClient, pace: Pace = Pace(), logger: Logger? = nil) {
        self.client = client
        self.pace = pace
        self.logger = logger
    }

    /// Identifies this server and one of its leases or reservations.
    func newToken() -> String { "\(serverID).\(UInt64.random(in: 0 ... .max))" }

    /// The engine has no memory left.
    var isFull: Bool { state.withLock(\.isFull) }

    /// A connection was opened or lost: another engine may have another clock.
    func connectionChanged() {
        state.withLock { $0.clock = nil }
    }

    /// Sends commands in one packet, and reads the engine's clock if necessary.
    func send(_ commands: [RedisCommand]) async -> (replies: [RESPValue], clock: EngineClock)? {
        let sentAt = pace.now()
        let clock = state.withLock(\.clock).flatMap {
            sentAt - $0.receivedAt < EngineClock.longestUse ? $0 : nil
        }
        let all = clock == nil ? [RedisCommand("TIME")] + commands : commands
        guard let replies = try? await client.send(all), replies.count == all.count else {
            return nil
        }
        replies.forEach(endIfRefused)
        if let clock { return (replies, clock) }
        return EngineTime(replies[0]).map {
            (Array(replies.dropFirst()), learn($0, sentAt: sentAt))
        }
    }

    /// Runs a script.
    ///
    /// - Parameter take: gets the reply on the client's own thread, which other tasks of the
    ///   process do not delay. Returns at once.
    func run<Value: Sendable>(
        _ script: Script, keys: [String], _ arguments: [any RedisArgument],
        _ take: @escaping @Sendable (ScriptReply?) -> Value = { (reply: ScriptReply?) in reply }
    ) async -> Value {
        await withCheckedContinuation { continuation in
            start(script, keys: keys, arguments) { continuation.resume(returning: take($0)) }
        }
    }

    /// Sends a script, without waiting for its reply.
    func start(
        _ script: Script, keys: [String], _ arguments: [any RedisArgument],
        _ completion: @escaping @Sendable (ScriptReply?) -> Void = { _ in }
    ) {
        let sentAt = pace.now()
        let command = RedisCommand("EVAL", [script.source, keys.count] + keys + arguments)
        client.send([command]) { [self] outcome in
            guard let reply = try? outcome.get().first else { return completion(nil) }
            endIfRefused(reply)
            noteMemory(reply)
            guard let elements = reply.elements,
                let time = elements.first?.integer.flatMap(EngineTime.init(microseconds:))
            else { return completion(nil) }
            completion((Array(elements.dropFirst()), learn(time, sentAt: sentAt)))
        }
    }

    private func endIfRefused(_ reply: RESPValue) {
        if reply.isRefusal, case .error(let words) = reply { client.refused(words) }
    }

    private func noteMemory(_ reply: RESPValue) {
        let isFull = reply.isOutOfMemory
        // Only a script that has written shows that the engine has memory again.
        guard isFull || reply.elements?.dropFirst().first?.text == "leased" else { return }
        let isChange = state.withLock { state in
            defer { state.isFull = isFull }
            return state.isFull != isFull
        }
        guard isChange else { return }
        let news = isFull ? "has no memory left; continuing without it" : "may be used again"
        logger?.warning("\(client.configuration.url) \(news)")
    }

    private func learn(_ time: EngineTime, sentAt: EngineClock.Instant) -> EngineClock {
        let clock = EngineClock(time: time, sentAt: sentAt, receivedAt: pace.now())
        state.withLock { state in
            guard state.clock.map({ $0.receivedAt <= clock.receivedAt }) ?? true else { return }
            state.clock = clock
        }
        return clock
    }
}

extension EngineLink {
    /// Removes the responses that have a tag, as ``IdentityKeys`` names it.
    func removeTagged(_ tag: String) async {
        let key = EngineKey.tag(tag)
        let found = await send([RedisCommand("ZRANGE", [key, 0, -1])])
        let questions = (found?.replies[0].elements ?? []).compactMap(\.text)
        _ = await send([RedisCommand("DEL", questions.map(EngineKey.response) + [key])])
    }
}
