import JSONRPC
import Synchronization

/// Plays the transport of one connection, on one thread: it reacts to signals and to the
/// connection's steps, and does nothing else.
///
/// The client's bytes wait in it, as in a kernel's buffer, while the connection does not read.
final class SteppedTransport {
    /// Receives the connection's signals.
    final class Bell: Sendable {
        private let hasRung = Mutex(false)

        func ring() {
            hasRung.withLock { $0 = true }
        }

        /// Whether it was signalled since the last call.
        func answer() -> Bool {
            hasRung.withLock { hasRung in
                defer { hasRung = false }
                return hasRung
            }
        }
    }

    /// All bytes that were passed to the connection.
    private(set) var received: [UInt8] = []

    /// How much of ``received`` the connection has certainly processed, because it asked for more.
    private(set) var taken = 0

    /// All output.
    private(set) var output: [UInt8] = []

    /// Whether the connection was told that the input has ended.
    private(set) var inputHasEnded = false

    private(set) var isClosed = false

    /// Whether the client was silent for too long within a frame.
    private(set) var isCutOff = false

    private let connection: ServerConnection
    private let bell: Bell
    private let pieceSize: Int
    private var unread: [UInt8] = []
    private var clientHasEnded = false
    private var step = ConnectionStep.start
    private var unwritten = 0

    init(_ connection: ServerConnection, bell: Bell, pieceSize: Int) {
        self.connection = connection
        self.bell = bell
        self.pieceSize = pieceSize
        take(connection.nextStep())
    }

    /// The client sends bytes.
    func arrive(_ bytes: [UInt8]) {
        if !clientHasEnded { unread += bytes }
        _ = read()
    }

    /// The client ends its input.
    func arriveEnd() {
        clientHasEnded = true
        _ = read()
    }

    /// Reads waiting bytes while the connection wants them; false if there was nothing to do.
    func read() -> Bool {
        var hasRead = false
        while isReading, !unread.isEmpty {
            hasRead = true
            let piece = unread.prefix(pieceSize)
            received += piece
            unread.removeFirst(piece.count)
            take(connection.receive(piece))
        }
        if isReading, clientHasEnded {
            hasRead = true
            inputHasEnded = true
            take(connection.inputEnded())
        }
        return hasRead
    }

    /// Reacts to a signal; false if there was none.
    func look() -> Bool {
        guard bell.answer() else { return false }
        take(connection.nextStep())
        return true
    }

    /// Lets the client take up to `count` bytes of the output; false if none are waiting.
    func write(_ count: Int) -> Bool {
        let written = min(count, unwritten)
        guard written > 0 else { return false }
        unwritten -= written
        take(connection.outputDrained(written))
        return true
    }

    /// The client has been silent for too long.
    func timeOut() {
        take(connection.nextStep())
        isCutOff = isCutOff || step.isMidFrame
        take(connection.frameTimedOut())
    }

    /// The client has disconnected.
    func close() {
        isClosed = true
        connection.peerVanished()
    }

    /// Checks whether all bytes passed to the connection have been processed.
    func observe() {
        take(connection.nextStep())
    }

    private var isReading: Bool {
        !isClosed && !inputHasEnded && step.wantsInput
    }

    private func take(_ next: ConnectionStep) {
        step = next
        output += step.write
        unwritten += step.write.count
        isClosed = isClosed || step.closes && unwritten == 0
        if isReading { taken = received.count }
    }
}
