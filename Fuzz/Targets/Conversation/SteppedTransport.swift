import JSONRPC
import Synchronization

/// Plays the transport of one connection, on one thread: it does what it was signalled for or has
/// cause for, and nothing more.
///
/// Bytes of the client wait in it, as in a kernel's buffer, while the connection does not want them.
final class SteppedTransport {
    /// What the connection signals to.
    final class Bell: Sendable {
        private let hasRung = Mutex(false)

        func ring() {
            hasRung.withLock { $0 = true }
        }

        /// Whether it has rung since the last time.
        func answer() -> Bool {
            hasRung.withLock { hasRung in
                defer { hasRung = false }
                return hasRung
            }
        }
    }

    /// All that was handed to the connection.
    private(set) var received: [UInt8] = []

    /// How much of ``received`` the connection is known to have taken in, as it asked for more.
    private(set) var taken = 0

    /// All that came out.
    private(set) var output: [UInt8] = []

    /// Whether the connection was told that the input has ended.
    private(set) var inputHasEnded = false

    private(set) var isClosed = false

    /// Whether the client was silent for too long in the middle of a frame.
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

    /// The client sends.
    func arrive(_ bytes: [UInt8]) {
        if !clientHasEnded { unread += bytes }
        _ = read()
    }

    /// The client sends no more.
    func arriveEnd() {
        clientHasEnded = true
        _ = read()
    }

    /// Reads what has come while the connection wants it; false if nothing was to be done.
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

    /// Does what it was signalled for; false if it was not.
    func look() -> Bool {
        guard bell.answer() else { return false }
        take(connection.nextStep())
        return true
    }

    /// Has the client take up to `count` bytes of the output; false if none are waiting.
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

    /// The client is gone.
    func close() {
        isClosed = true
        connection.peerVanished()
    }

    /// Looks whether all that was handed over has been taken in.
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
