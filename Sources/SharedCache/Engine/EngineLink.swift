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
    private struct State {
        /// The time in the newest reply that had one.
        var time: EngineClock.Sample?
        /// Scripts that were sent to the engine on this connection.
        var known: Set<String> = []
        var isFull = false
    }

    let pace: Pace
    private let client: any EngineClient
    /// Called with true when the engine has no memory left, and with false when it has again.
    private let onFull: @Sendable (Bool) -> Void
    private let state = Mutex(State())

    init(
        _ client: any EngineClient, pace: Pace = .real, onFull: @escaping @Sendable (Bool) -> Void
    ) {
        self.client = client
        self.pace = pace
        self.onFull = onFull
    }

    /// The engine has no memory left.
    var isFull: Bool { state.withLock(\.isFull) }

    /// A connection was opened or lost: what was learned on the previous one no longer counts.
    func connectionChanged() {
        state.withLock { ($0.time, $0.known) = (nil, []) }
    }

    /// Sends commands in one packet, and reads the engine's clock if necessary.
    func send(
        _ commands: [RedisCommand]
    ) async -> (replies: [RESPValue], time: EngineClock.Sample)? {
        let sentAt = pace.now()
        if let time = state.withLock(\.time), sentAt - time.receivedAt < EngineClock.longestUse {
            guard let replies = await replies(to: commands) else { return nil }
            return (replies, time)
        }
        guard let replies = await replies(to: [RedisCommand("TIME")] + commands),
            let time = EngineTime(replies[0])
        else { return nil }
        return (Array(replies.dropFirst()), learn(time, sentAt: sentAt))
    }

    private func replies(to commands: [RedisCommand]) async -> [RESPValue]? {
        guard let replies = try? await client.send(commands), replies.count == commands.count
        else { return nil }
        replies.forEach(giveUp)
        return replies
    }

    /// Ends the connection if the reply is a refusal.
    private func giveUp(_ reply: RESPValue) {
        if reply.isRefusal, case .error(let words) = reply { client.refused(words) }
    }

    /// The result of a script, without the time at its beginning.
    typealias ScriptReply = (reply: [RESPValue], time: EngineClock.Sample)

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
        let isKnown = state.withLock { $0.known.contains(script.digest) }
        let sentAt = pace.now()
        client.send([script.command(isKnown: isKnown, keys: keys, arguments)]) { [self] outcome in
            guard let reply = try? outcome.get().first else { return completion(nil) }
            if isKnown, reply.isUnknownScript {
                state.withLock { _ = $0.known.remove(script.digest) }
                return start(script, keys: keys, arguments, completion)
            }
            note(reply, script)
            guard let elements = reply.elements,
                let time = elements.first?.integer.flatMap(EngineTime.init(microseconds:))
            else { return completion(nil) }
            let sample = learn(time, sentAt: sentAt)
            completion((Array(elements.dropFirst()), sample))
        }
    }

    /// Runs `work` after a delay on the client's own thread, if there still is one.
    func schedule(in delay: Duration, _ work: @escaping @Sendable () -> Void) {
        client.schedule(in: delay, work)
    }

    private func note(_ reply: RESPValue, _ script: Script) {
        giveUp(reply)
        let isFull = reply.isOutOfMemory
        let isChange = state.withLock { state in
            if reply.errorCode == nil { state.known.insert(script.digest) }
            // Only a script that has written shows that the engine has memory again.
            guard isFull || reply.elements?.dropFirst().first?.text == "leased" else {
                return false
            }
            defer { state.isFull = isFull }
            return state.isFull != isFull
        }
        if isChange { onFull(isFull) }
    }

    private func learn(_ time: EngineTime, sentAt: EngineClock.Instant) -> EngineClock.Sample {
        let sample = EngineClock.Sample(time: time, sentAt: sentAt, receivedAt: pace.now())
        state.withLock { state in
            guard state.time.map({ $0.receivedAt <= sample.receivedAt }) ?? true else { return }
            state.time = sample
        }
        return sample
    }
}
