import HTTPCore
import Synchronization
import TestSupport
import Testing

@testable import HTTPCache

@Suite(.patience) struct SingleFlightTests {
    private typealias Flights = SingleFlight<String, Int, HTTPTransportError>

    /// An operation that waits for its gate, and counts how often it was started.
    private final class Operation: Sendable {
        let started = Gate()
        let gate = Gate()
        let ended = Gate()
        private let calls = Mutex(0)
        private let sawCancellation = Mutex(false)

        var count: Int { calls.withLock { $0 } }
        var wasCancelled: Bool { sawCancellation.withLock { $0 } }

        func run(_ outcome: Result<Int, HTTPTransportError>) async throws(HTTPTransportError) -> Int
        {
            calls.withLock { $0 += 1 }
            started.open()
            await gate.pass()
            sawCancellation.withLock { $0 = Task.isCancelled }
            ended.open()
            return try outcome.get()
        }
    }

    /// Has `askers` ask for the same while the operation is held, then lets it end with `outcome`.
    private func check(
        askers: Int, outcome: Result<Int, HTTPTransportError>
    ) async {
        let flights = Flights(cancellation: .cancelled)
        let operation = Operation()
        let outcomes = await withTaskGroup(of: Result<Int, HTTPTransportError>.self) { group in
            for _ in 0..<askers {
                group.addTask { await Self.ask(flights, operation, outcome) }
            }
            while flights.waiterCount(for: "key") < askers { await Task.yield() }
            operation.gate.open()
            var outcomes: [Result<Int, HTTPTransportError>] = []
            for await outcome in group { outcomes.append(outcome) }
            return outcomes
        }
        #expect(outcomes == Array(repeating: outcome, count: askers))
        #expect(operation.count == 1)
    }

    private static func ask(
        _ flights: Flights, _ operation: Operation, _ outcome: Result<Int, HTTPTransportError>
    ) async -> Result<Int, HTTPTransportError> {
        do {
            let (value, _) = try await flights.sharedValue(for: "key") {
                () throws(HTTPTransportError) in
                try await operation.run(outcome)
            }
            return .success(value)
        } catch {
            return .failure(error)
        }
    }

    @Test func `ten askers share one call`() async {
        await check(askers: 10, outcome: .success(1))
    }

    @Test func `a failure is shared`() async {
        await check(askers: 3, outcome: .failure(.offline))
    }

    @Test func `one of two that is cancelled leaves alone`() async {
        let flights = Flights(cancellation: .cancelled)
        let operation = Operation()
        let first = Task { await Self.ask(flights, operation, .success(1)) }
        let second = Task { await Self.ask(flights, operation, .success(1)) }
        while flights.waiterCount(for: "key") < 2 { await Task.yield() }
        first.cancel()
        #expect(await first.value == .failure(.cancelled))
        operation.gate.open()
        #expect(await second.value == .success(1))
        #expect(!operation.wasCancelled)
        #expect(operation.count == 1)
    }

    @Test func `the last one to leave cancels the operation`() async {
        let flights = Flights(cancellation: .cancelled)
        let operation = Operation()
        let askers = (0..<2).map { _ in Task { await Self.ask(flights, operation, .success(1)) } }
        while flights.waiterCount(for: "key") < 2 { await Task.yield() }
        await operation.started.pass()
        for asker in askers { asker.cancel() }
        for asker in askers { #expect(await asker.value == .failure(.cancelled)) }
        await operation.ended.pass()
        #expect(operation.wasCancelled)
    }

    @Test func `who asks after all have left starts anew`() async {
        let flights = Flights(cancellation: .cancelled)
        let abandoned = Operation()
        let asker = Task { await Self.ask(flights, abandoned, .success(1)) }
        await abandoned.started.pass()
        asker.cancel()
        #expect(await asker.value == .failure(.cancelled))
        let next = Operation()
        next.gate.open()
        #expect(await Self.ask(flights, next, .success(2)) == .success(2))
    }

    @Test func `a later request starts anew`() async {
        let flights = Flights(cancellation: .cancelled)
        let operation = Operation()
        operation.gate.open()
        #expect(await Self.ask(flights, operation, .success(1)) == .success(1))
        #expect(await Self.ask(flights, operation, .success(2)) == .success(2))
        #expect(operation.count == 2)
    }

    @Test func `who was cancelled before asking starts nothing`() async {
        let flights = Flights(cancellation: .cancelled)
        let operation = Operation()
        let gate = Gate()
        let asker = Task {
            await gate.pass()
            return await Self.ask(flights, operation, .success(1))
        }
        asker.cancel()
        #expect(await asker.value == .failure(.cancelled))
        #expect(operation.count == 0)
    }

    @Test func `an operation that everybody left answers nobody who came later`() async {
        let flights = Flights(cancellation: .cancelled)
        let (started, end) = (Gate(), Gate())
        let first = Task {
            try? await flights.sharedValue(for: "key") {
                started.open()
                // Takes no notice of its cancellation.
                await Task.detached { await end.pass() }.value
                return 1
            }
        }
        await started.pass()
        first.cancel()
        #expect(await first.value == nil)
        let later = Operation()
        async let second = Self.ask(flights, later, .success(2))
        await later.started.pass()
        end.open()
        for _ in 0..<1_000 { await Task.yield() }
        later.gate.open()
        #expect(await second == .success(2))
    }

    @Test func `cancelling all waits until the operations have ended`() async {
        let flights = Flights(cancellation: .cancelled)
        let operation = Operation()
        let asker = Task { await Self.ask(flights, operation, .failure(.cancelled)) }
        await operation.started.pass()
        await flights.cancelAll()
        #expect(operation.wasCancelled)
        #expect(await asker.value == .failure(.cancelled))
    }
}
