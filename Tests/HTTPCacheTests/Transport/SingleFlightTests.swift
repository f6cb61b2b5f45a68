import FuzzTargets
import HTTPCore
import Synchronization
import TestSupport
import Testing

@testable import HTTPCache

@Suite(.patience) struct SingleFlightTests {
    private typealias Flights = SingleFlight<String, Int, HTTPTransportError>
    private typealias Outcome = Result<Int, HTTPTransportError>

    /// Runs every task of a test.
    private let executor = SteppingExecutor()
    private let flights: Flights

    init() {
        flights = Flights(cancellation: .cancelled, executor: executor)
    }

    /// An operation that waits for its gate, and counts its starts.
    private final class Operation: Sendable {
        let gate = Gate()
        private let calls = Mutex(0)
        private let sawCancellation = Mutex(false)

        var count: Int { calls.withLock { $0 } }
        var wasCancelled: Bool { sawCancellation.withLock { $0 } }

        func run(_ outcome: Outcome) async throws(HTTPTransportError) -> Int {
            calls.withLock { $0 += 1 }
            await gate.pass()
            sawCancellation.withLock { $0 = Task.isCancelled }
            return try outcome.get()
        }
    }

    /// Starts `askers` calls for one key while the operation is held, then ends it with `outcome`.
    private func check(askers: Int, outcome: Outcome) async {
        let operation = Operation()
        let asking = (0..<askers).map { _ in ask(operation, outcome) }
        executor.runAll()
        #expect(flights.waiterCount(for: "key") == askers)
        operation.gate.open()
        executor.runAll()
        for asker in asking { #expect(await asker.value == outcome) }
        #expect(operation.count == 1)
    }

    private func ask(_ operation: Operation, _ outcome: Outcome) -> Task<Outcome, Never> {
        Task(executorPreference: executor) { [flights] () -> Outcome in
            do throws(HTTPTransportError) {
                let (value, _) = try await flights.sharedValue(for: "key") {
                    () throws(HTTPTransportError) in
                    try await operation.run(outcome)
                }
                return .success(value)
            } catch {
                return .failure(error)
            }
        }
    }

    @Test func `ten callers share one operation`() async {
        await check(askers: 10, outcome: .success(1))
    }

    @Test func `a failure is shared`() async {
        await check(askers: 3, outcome: .failure(.offline))
    }

    @Test func `cancelling one of two callers affects only that one`() async {
        let operation = Operation()
        let first = ask(operation, .success(1))
        let second = ask(operation, .success(1))
        executor.runAll()
        first.cancel()
        executor.runAll()
        #expect(await first.value == .failure(.cancelled))
        operation.gate.open()
        executor.runAll()
        #expect(await second.value == .success(1))
        #expect(!operation.wasCancelled)
        #expect(operation.count == 1)
    }

    @Test func `the last caller to leave cancels the operation`() async {
        let operation = Operation()
        let askers = (0..<2).map { _ in ask(operation, .success(1)) }
        executor.runAll()
        for asker in askers { asker.cancel() }
        executor.runAll()
        for asker in askers { #expect(await asker.value == .failure(.cancelled)) }
        #expect(operation.wasCancelled)
    }

    @Test func `a caller after all others have left starts a new operation`() async {
        let asker = ask(Operation(), .success(1))
        executor.runAll()
        asker.cancel()
        executor.runAll()
        #expect(await asker.value == .failure(.cancelled))
        let next = Operation()
        next.gate.open()
        let later = ask(next, .success(2))
        executor.runAll()
        #expect(await later.value == .success(2))
    }

    @Test func `a later caller starts a new operation`() async {
        let operation = Operation()
        operation.gate.open()
        for number in 1...2 {
            let asker = ask(operation, .success(number))
            executor.runAll()
            #expect(await asker.value == .success(number))
        }
        #expect(operation.count == 2)
    }

    @Test func `a caller that is already cancelled starts nothing`() async {
        let operation = Operation()
        let asker = ask(operation, .success(1))
        asker.cancel()
        executor.runAll()
        #expect(await asker.value == .failure(.cancelled))
        #expect(operation.count == 0)
    }

    @Test func `an abandoned operation gives no value to later callers`() async {
        let end = Gate()
        let first = Task(executorPreference: executor) { [flights, executor] in
            try? await flights.sharedValue(for: "key") {
                // Ignores its cancellation.
                await Task.detached(executorPreference: executor) { await end.pass() }.value
                return 1
            }
        }
        executor.runAll()
        first.cancel()
        executor.runAll()
        #expect(await first.value == nil)
        let later = Operation()
        let second = ask(later, .success(2))
        executor.runAll()
        end.open()
        executor.runAll()
        later.gate.open()
        executor.runAll()
        #expect(await second.value == .success(2))
    }

    @Test func `cancelling all waits until the operations have ended`() async {
        let end = Gate()
        let asker = Task(executorPreference: executor) { [flights, executor] in
            try? await flights.sharedValue(for: "key") {
                // Does not end immediately.
                await Task.detached(executorPreference: executor) { await end.pass() }.value
                return Task.isCancelled ? 1 : 0
            }.value
        }
        executor.runAll()
        let isOver = Mutex(false)
        let ending = Task(executorPreference: executor) { [flights] in
            await flights.cancelAll()
            isOver.withLock { $0 = true }
        }
        executor.runAll()
        #expect(!isOver.withLock { $0 })
        end.open()
        executor.runAll()
        await ending.value
        #expect(await asker.value == 1)
    }
}
