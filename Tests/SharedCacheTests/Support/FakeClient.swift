import RedisClient
import Synchronization

@testable import SharedCache

/// A client without a connection, whose engine the test plays.
final class FakeClient: EngineClient {
    let configuration: RedisConfiguration
    let currentState = RedisState.unknown
    private let reply: @Sendable (RedisCommand) -> RESPValue
    private let recorded = Mutex<[RedisCommand]>([])
    private let scheduled = Mutex<[@Sendable () -> Void]>([])

    init(_ reply: @escaping @Sendable (RedisCommand) -> RESPValue) throws {
        configuration = try RedisConfiguration(parsing: "unix:/none")
        self.reply = reply
    }

    /// The commands so far.
    var sent: [RedisCommand] { recorded.withLock { $0 } }

    /// Runs what was scheduled.
    func runScheduled() {
        let work = scheduled.withLock { work in
            defer { work = [] }
            return work
        }
        for work in work { work() }
    }

    func send(
        _ commands: [RedisCommand],
        _ completion: @escaping @Sendable (Result<[RESPValue], RedisError>) -> Void
    ) {
        recorded.withLock { $0 += commands }
        completion(.success(commands.map(reply)))
    }

    func schedule(in delay: Duration, _ work: @escaping @Sendable () -> Void) {
        scheduled.withLock { $0.append(work) }
    }

    func observe(
        onMessage: @escaping @Sendable (String, [UInt8]) -> Void,
        onState: @escaping @Sendable (RedisState) -> Void
    ) {}
    func connect() {}
    func refused(_ words: String) {}
    func close() {}
    func shutdown() async {}
}
