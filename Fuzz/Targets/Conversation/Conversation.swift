import JSONCore
import JSONRPC
import Synchronization

/// A client, a transport and a connection, driven step by step on one thread.
///
/// For any steps: every accepted request must be answered exactly once, or at most once if the
/// client disconnected.
package final class Conversation {
    /// How the connection ended, if the client's bytes alone do not show it.
    private enum End {
        case orderly
        /// With the number of bytes handed over, and the number of those certainly received.
        case drained(received: Int, taken: Int)
        case vanished
    }

    private final class Finish: Sendable {
        let isReached = Mutex(false)
    }

    private let settings: ConversationSettings
    private let executor = SteppingExecutor()
    private let methods = SteeredMethods()
    private let connection: ServerConnection
    private let transport: SteppedTransport
    private let finish = Finish()
    private var end = End.orderly
    private var isCancelled = false

    /// Runs a whole conversation.
    package static func hold(
        _ settings: ConversationSettings, _ steps: [Step]
    ) throws(Finding) {
        let conversation = Conversation(settings)
        for step in steps {
            conversation.perform(step)
        }
        try conversation.conclude()
    }

    private init(_ settings: ConversationSettings) {
        self.settings = settings
        let bell = SteppedTransport.Bell()
        let connection = ServerConnection(
            registry: methods.registry, limits: settings.limits, framing: settings.framing,
            gate: settings.gate, executor: executor, signal: bell.ring)
        self.connection = connection
        transport = SteppedTransport(connection, bell: bell, pieceSize: settings.pieceSize)
        Task.detached(executorPreference: executor) { [finish] in
            await connection.waitUntilFinished()
            finish.isReached.withLock { $0 = true }
        }
    }

    private func perform(_ step: Step) {
        switch step {
        case .send(let bytes): transport.arrive(bytes)
        case .run(let choice): _ = executor.runOne(choice)
        case .release(let choice): _ = methods.releaseOne(choice)
        case .look: _ = transport.look()
        case .write(let count): _ = transport.write(count)
        case .notify: connection.send(notification: "news", params: .null)
        case .endInput: transport.arriveEnd()
        case .drain: drain()
        case .cancelAll: cancelAll()
        case .vanish: vanish()
        case .timeOut: timeOut()
        }
    }

    /// Ends the input, lets everything go on to its end, and compares what came out with what came
    /// in.
    private func conclude() throws(Finding) {
        transport.arriveEnd()
        goOn()
        try Finding.unless(
            transport.isClosed || !isCancelled, "the connection waits for what was cancelled")
        repeat { goOn() } while methods.releaseOne()
        try Finding.unless(transport.isClosed, "the connection does not close")
        try Finding.unless(finish.isReached.withLock(\.self), "the connection is not finished")
        // Like transports that have closed.
        connection.peerVanished()
        try Finding.unless(connection.nextStep().write.isEmpty, "more comes after the end")
        try Finding.unless(
            methods.mostRunning <= settings.limits.maximumInFlight,
            "\(methods.mostRunning) calls ran at once")
        try compare()
    }

    /// Does everything that is possible before the next event.
    private func goOn() {
        var hasMoved = true
        while hasMoved {
            hasMoved = false
            while executor.runOne() { hasMoved = true }
            if transport.look() { hasMoved = true }
            if transport.write(.max) { hasMoved = true }
            if transport.read() { hasMoved = true }
        }
    }

    private func drain() {
        observeDrain()
        connection.drain()
    }

    private func cancelAll() {
        observeDrain()
        isCancelled = true
        connection.cancelAll()
    }

    private func observeDrain() {
        transport.observe()
        if case .orderly = end {
            end = .drained(received: transport.received.count, taken: transport.taken)
        }
    }

    private func vanish() {
        guard !transport.isClosed else { return }
        end = .vanished
        transport.close()
    }

    private func timeOut() {
        transport.timeOut()
    }

    private func compare() throws(Finding) {
        var received = transport.received[...]
        if case .drained(let count, _) = end { received = received.prefix(count) }
        var expected = ExpectedAnswers(received, isComplete: transport.inputHasEnded, settings)
        if transport.isCutOff { expected.cutOff() }
        expected.isCancelled = isCancelled
        let observed = try ObservedAnswers(transport.output, framing: expected.framing)
        switch end {
        case .orderly:
            try expected.check(observed, certain: expected.messages.count)
            try expected.check(exitStatus: connection.exitStatus)
        case .drained(_, let taken):
            let certain = ExpectedAnswers(received.prefix(taken), isComplete: false, settings)
            try expected.check(observed, certain: certain.messages.count)
        case .vanished:
            try expected.checkNoneTwice(observed)
        }
    }
}
