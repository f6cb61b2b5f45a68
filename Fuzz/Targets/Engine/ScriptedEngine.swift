import FoundationEssentials
import HTTPCore
import RedisClient
import Secrets
import SharedCache
import Synchronization

/// An engine that sends what a script says, and its clock, which advances with each sleep.
final class ScriptedEngine: EngineClient {
    fileprivate struct State {
        var sendings: ArraySlice<EngineScript.Sending>
        /// Bytes of the script for later replies.
        var decoder: RESPDecoder?
        var state = RedisState.unknown
        var onMessage: @Sendable (String, [UInt8]) -> Void = { _, _ in }
        var onState: @Sendable (RedisState) -> Void = { _ in }
        var elapsed = Duration.zero
        var scheduled: [@Sendable () -> Void] = []
        var credential: Secret?
        var question = ""
        var sent: [UInt8] = []
        var sleeper: CheckedContinuation<Void, Never>?
        var isAwaited: CheckedContinuation<Void, Never>?
        var isEnded = false
    }

    let configuration: RedisConfiguration
    private let start = ContinuousClock.now
    private let state: Mutex<State>

    /// The time between a server's checks of the engine, which passes only when the script says
    /// so.
    private static let interval = Duration.seconds(5)

    init(_ sendings: [EngineScript.Sending], _ configuration: RedisConfiguration) {
        self.configuration = configuration
        state = Mutex(State(sendings: sendings[...]))
    }

    var currentState: RedisState { state.withLock { $0.state } }
    var elapsed: Duration { state.withLock { $0.elapsed } }
    /// The arguments of all commands.
    var sent: [UInt8] { state.withLock { $0.sent } }

    var pace: Pace {
        Pace(now: { [self] in start + elapsed }, sleep: { [self] in try await pass($0) })
    }

    func observe(
        onMessage: @escaping @Sendable (String, [UInt8]) -> Void,
        onState: @escaping @Sendable (RedisState) -> Void
    ) {
        state.withLock { ($0.onMessage, $0.onState) = (onMessage, onState) }
    }

    func connect() {}

    func send(
        _ commands: [RedisCommand],
        _ completion: @escaping @Sendable (Result<[RESPValue], RedisError>) -> Void
    ) {
        var replies: [RESPValue] = []
        for command in commands {
            deliver()
            do throws(RedisError) {
                replies.append(
                    try state.withLock { (state) throws(RedisError) in
                        try Self.reply(to: command, &state)
                    })
            } catch {
                return completion(.failure(error))
            }
        }
        completion(.success(replies))
    }

    func schedule(in delay: Duration, _ work: @escaping @Sendable () -> Void) {
        state.withLock { if !$0.isEnded { $0.scheduled.append(work) } }
    }

    func refused(_ words: String) { lose(.refused(words)) }
    func close() {}

    func shutdown() async {
        state.withLock { state in
            state.isEnded = true
            state.scheduled = []
        }
    }

    // MARK: Actions of the script

    /// The following requests are made with this token.
    func use(_ credential: Secret?) { state.withLock { $0.credential = credential } }

    /// Opens a connection, or lets the time until the next check pass; returns when that is over.
    func open() async {
        await withCheckedContinuation { continuation in
            let (sleeper, onState) = state.withLock { state in
                state.isAwaited = continuation
                defer { state.sleeper = nil }
                if state.sleeper == nil { state.state = .up(Self.facts) }
                return (state.sleeper, state.onState)
            }
            if let sleeper { sleeper.resume() } else { onState(.up(Self.facts)) }
        }
    }

    func lose(_ failure: RedisError = .closed) {
        let onState = state.withLock { state in
            state.state = .down(failure)
            return state.onState
        }
        onState(.down(failure))
    }

    /// Lets half a second pass, and runs what is due then.
    func runScheduled() {
        let work = state.withLock { state in
            state.elapsed += .milliseconds(500)
            defer { state.scheduled = [] }
            return state.scheduled
        }
        for work in work { work() }
    }

    private static let facts = RedisServerFacts(server: "valkey", version: "8.0", role: "master")

    private func pass(_ duration: Duration) async throws {
        if duration == Self.interval {
            await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    let (awaited, isOver) = state.withLock { state in
                        let isOver = Task.isCancelled
                        state.sleeper = isOver ? nil : continuation
                        defer { state.isAwaited = nil }
                        return (state.isAwaited, isOver)
                    }
                    awaited?.resume()
                    if isOver { continuation.resume() }
                }
            } onCancel: {
                state.withLock { state in
                    defer { state.sleeper = nil }
                    return state.sleeper
                }?.resume()
            }
        }
        state.withLock { $0.elapsed += duration }
        deliver()
        await Task.yield()
        try Task.checkCancellation()
    }

    /// Delivers the messages that precede the next reply.
    private func deliver() {
        while let (message, receiver) = state.withLock({ state in
            Self.message(&state).map { ($0, state.onMessage) }
        }) { receiver(message.channel, message.payload) }
    }

    private static func message(
        _ state: inout State
    ) -> (channel: String, payload: [UInt8])? {
        let question = Array(state.question.utf8)
        switch state.sendings.first {
        case .done(let bytes, let isSealed):
            state.sendings.removeFirst()
            var payload = bytes
            if isSealed {
                // After its time, which is now by both clocks.
                let machine = Int64(Date.now.timeIntervalSince1970 * 1_000)
                payload =
                    state.seal.close(
                        now(state).bigEndianBytes + machine.bigEndianBytes + bytes, "o2") ?? []
            }
            return ("gx1:done", question + payload)
        case .cleared(let bytes):
            state.sendings.removeFirst()
            return ("gx1:cleared", bytes)
        default: return nil
        }
    }

    private static func reply(
        to command: RedisCommand, _ state: inout State
    ) throws(RedisError) -> RESPValue {
        state.sent += command.arguments.joined()
        let name = String(decoding: command.arguments[0], as: UTF8.self)
        if name == "HMGET", let key = command.arguments.dropFirst().first {
            state.question = String(
                decoding: key.drop { $0 != UInt8(ascii: "{") }.dropFirst()
                    .prefix { $0 != UInt8(ascii: "}") }, as: UTF8.self)
        }
        if name == "TIME" { return time(now(state)) }
        while true {
            if var decoder = state.decoder {
                state.decoder = nil
                if let value = try decoder.next() {
                    state.decoder = decoder
                    return value
                }
            }
            switch state.sendings.popFirst() {
            case nil: throw .closed
            case .replies(let bytes):
                var decoder = RESPDecoder()
                decoder.append(bytes)
                state.decoder = decoder
            case .words(let words):
                return .array([text("\(now(state))")] + words.map(text))
            case .record(let record):
                let metadata = state.seal.close(record.metadata(now(state)), "m") ?? []
                let body = state.seal.close(record.body, "b") ?? []
                return .array([text(record.version), .blobString(metadata), .blobString(body)])
            case .done, .cleared: break
            }
        }
    }

    private static func time(_ microseconds: Int64) -> RESPValue {
        .array([text("\(microseconds / 1_000_000)"), text("\(microseconds % 1_000_000)")])
    }

    private static func text(_ text: String) -> RESPValue { .blobString(Array(text.utf8)) }

    /// The engine's clock, in microseconds. It need not agree with this machine's.
    private static func now(_ state: State) -> Int64 {
        1_800_000_000_000_000 + Int64(state.elapsed / .microseconds(1))
    }
}

extension ScriptedEngine.State {
    fileprivate var seal: Seal {
        Seal(IdentityKeys(credential: credential), question: question)
    }
}
