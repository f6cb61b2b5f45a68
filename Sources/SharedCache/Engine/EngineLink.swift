import RedisClient
import Synchronization

/// The engine as the shared cache sees it: commands and scripts, its clock, and its refusals.
///
/// Callers do not distinguish a lost connection from an unexpected reply: both are nil, and the
/// server works alone.
final class EngineLink: Sendable {
    private struct State {
        /// The time in the newest reply that had one.
        var time: EngineClock.Sample?
        /// Scripts that were sent to the engine on this connection.
        var known: Set<String> = []
        var refusal: EngineRefusal?
    }

    private let client: RedisClient
    /// Called when the engine begins to refuse scripts, and with nil when it runs them again.
    private let onRefusal: @Sendable (EngineRefusal?) -> Void
    private let state = Mutex(State())

    init(_ client: RedisClient, onRefusal: @escaping @Sendable (EngineRefusal?) -> Void) {
        self.client = client
        self.onRefusal = onRefusal
    }

    /// Nil while it runs scripts.
    var refusal: EngineRefusal? { state.withLock(\.refusal) }

    /// A connection was opened or lost: what was learned on the previous one no longer counts.
    func connectionChanged() {
        state.withLock { ($0.time, $0.known) = (nil, []) }
    }

    /// Sends commands in one packet, and reads the engine's clock if necessary.
    func send(
        _ commands: [RedisCommand]
    ) async -> (replies: [RESPValue], time: EngineClock.Sample)? {
        let sentAt = EngineClock.Instant.now
        if let time = state.withLock(\.time), sentAt - time.receivedAt < EngineClock.longestUse {
            guard let replies = try? await client.send(commands), replies.count == commands.count
            else { return nil }
            return (replies, time)
        }
        let all = [RedisCommand("TIME")] + commands
        guard let replies = try? await client.send(all), replies.count == all.count,
            let parts = replies[0].elements, parts.count == 2, let seconds = parts[0].integer,
            let rest = parts[1].integer, (0..<1 << 33).contains(seconds)
        else { return nil }
        let time = EngineTime(microseconds: seconds * 1_000_000 + rest)
        return (Array(replies.dropFirst()), learn(time, sentAt: sentAt))
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
        let sentAt = EngineClock.Instant.now
        client.send([script.command(isKnown: isKnown, keys: keys, arguments)]) { [self] outcome in
            guard let reply = try? outcome.get().first else { return completion(nil) }
            if isKnown, reply.errorCode == "NOSCRIPT" {
                state.withLock { _ = $0.known.remove(script.digest) }
                return start(script, keys: keys, arguments, completion)
            }
            note(reply, script)
            guard let elements = reply.elements, let time = elements.first?.integer, time > 0
            else { return completion(nil) }
            let sample = learn(EngineTime(microseconds: time), sentAt: sentAt)
            completion((Array(elements.dropFirst()), sample))
        }
    }

    /// Runs `work` after a delay on the client's own thread, if there still is one.
    func schedule(in delay: Duration, _ work: @escaping @Sendable () -> Void) {
        client.schedule(in: delay, work)
    }

    private func note(_ reply: RESPValue, _ script: Script) {
        let refusal = EngineRefusal(reply)
        let isChange = state.withLock { state in
            if reply.errorCode == nil { state.known.insert(script.digest) }
            // Only a script that has written shows that the engine no longer refuses.
            guard refusal != nil || reply.elements?.last?.text == "leased" else { return false }
            defer { state.refusal = refusal }
            return (state.refusal == nil) != (refusal == nil)
        }
        if isChange { onRefusal(refusal) }
    }

    private func learn(_ time: EngineTime, sentAt: EngineClock.Instant) -> EngineClock.Sample {
        let sample = EngineClock.Sample(time: time, sentAt: sentAt, receivedAt: .now)
        state.withLock { state in
            guard state.time.map({ $0.receivedAt <= sample.receivedAt }) ?? true else { return }
            state.time = sample
        }
        return sample
    }
}

/// Why a reachable engine runs no scripts for this server.
enum EngineRefusal: Hashable, Sendable {
    /// It has no memory left.
    case full
    /// The user lacks a permission; in the engine's own words.
    case forbidden(String)

    init?(_ reply: RESPValue) {
        guard case .error(let words) = reply else { return nil }
        switch reply.errorCode {
        case "OOM", "MISCONF": self = .full
        case "NOPERM": self = .forbidden(words)
        // From a command in a script: Valkey's words, then those of Redis.
        case "ERR" where words.contains("ACL failure") || words.contains("can't run this command"):
            self = .forbidden(words)
        default: return nil
        }
    }
}
