import Logging
import RedisClient
import Synchronization

/// The engine as the shared cache sees it: commands and scripts, each with the time by its clock, and
/// whether it is full.
///
/// An engine that refuses a command, whatever its arguments are, counts as lost: the connection
/// ends, and the client tries another one, whose probe the engine must pass.
///
/// Callers do not distinguish a lost connection from an unexpected reply: both are nil, and the
/// server works alone.
final class EngineLink: Sendable {
    /// The result of a script, without the time at its beginning.
    typealias ScriptReply = (reply: [RESPValue], clock: EngineClock)

    let client: any EngineClient
    let pace: Pace
    /// Distinguishes this server from others.
    let serverID = String(UInt64.random(in: 1 << 60 ... .max), radix: 16)
    private let logger: Logger?
    private let hasNoMemory = Mutex(false)

    init(_ client: any EngineClient, pace: Pace = Pace(), logger: Logger? = nil) {
        self.client = client
        self.pace = pace
        self.logger = logger
    }

    /// Identifies this server and one of its leases or reservations.
    func newToken() -> String { "\(serverID).\(UInt64.random(in: 0 ... .max))" }

    /// The engine has no memory left.
    var isFull: Bool { hasNoMemory.withLock { $0 } }

    /// Sends commands in one packet, after one that reads the engine's clock.
    func send(_ commands: [RedisCommand]) async -> (replies: [RESPValue], clock: EngineClock)? {
        let sentAt = pace.now()
        guard let replies = try? await client.send([RedisCommand("TIME")] + commands),
            replies.count == commands.count + 1
        else { return nil }
        replies.forEach(endIfRefused)
        return EngineTime(replies[0]).map {
            (Array(replies.dropFirst()), clock($0, sentAt: sentAt))
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
            completion((Array(elements.dropFirst()), clock(time, sentAt: sentAt)))
        }
    }

    private func endIfRefused(_ reply: RESPValue) {
        if reply.isRefusal, case .error(let words) = reply { client.refused(words) }
    }

    private func noteMemory(_ reply: RESPValue) {
        let isFull = reply.isOutOfMemory
        // Only a script that has written shows that the engine has memory again.
        guard isFull || reply.elements?.dropFirst().first?.text == "leased" else { return }
        let isChange = hasNoMemory.withLock { former in
            defer { former = isFull }
            return former != isFull
        }
        guard isChange else { return }
        let news = isFull ? "has no memory left; continuing without it" : "may be used again"
        logger?.warning("\(client.configuration.url) \(news)")
    }

    private func clock(_ time: EngineTime, sentAt: EngineClock.Instant) -> EngineClock {
        EngineClock(time: time, sentAt: sentAt, receivedAt: pace.now())
    }
}
