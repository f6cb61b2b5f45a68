import Glibc
import JSONRPC
import LinuxSystem

/// One connection over descriptors, used by the loop's thread only.
struct StreamSession {
    private static let readSize = 64 << 10

    private let connection: ServerConnection
    private let streams: StandardStreams
    private let inputEnded: () -> Void
    private var writer: StreamWriter
    private var output = StreamOutput()
    /// What the connection said last.
    private var step = ConnectionStep.start
    private var timer: FrameTimer
    private var hasInput = true
    private var buffer = [UInt8](repeating: 0, count: readSize)

    init(
        connection: ServerConnection, streams: StandardStreams, idleFrameTimeout: Duration,
        inputEnded: @escaping () -> Void
    ) {
        self.connection = connection
        self.streams = streams
        self.inputEnded = inputEnded
        writer = StreamWriter(streams.output)
        timer = FrameTimer(timeout: idleFrameTimeout)
    }

    /// Waits for the next event and handles it.
    ///
    /// - Parameter isWoken: what ``WakePipe/willLook()`` has returned.
    /// - Returns: false when the connection has ended.
    /// - Throws: an error of the output. The client does not read any more.
    mutating func handleNext(_ wakePipe: WakePipe, isWoken: Bool) throws(Errno) -> Bool {
        if isWoken { try take(connection.nextStep()) }
        if step.closes, output.isEmpty { return false }
        if hasInput, !step.wantsInput, connection.isExiting { endInput() }

        let reads = hasInput && step.wantsInput
        timer.observe(isMidFrame: step.isMidFrame, at: .now)
        let polled = streams.poll(
            wakePipe, reads: reads, outputEvents: output.isEmpty ? 0 : POLLOUT,
            timeout: reads ? timer.remaining(at: .now) : nil)

        if polled.output & (POLLERR | POLLHUP | POLLNVAL) != 0 { return false }
        if polled.output & POLLOUT != 0, let next = try write() { try take(next) }
        if polled.input != 0 {
            try read()
        } else if reads, timer.remaining(at: .now) == .zero {
            try take(connection.frameTimedOut())
        }
        return true
    }

    /// Takes a step, and those that follow from what it writes.
    private mutating func take(_ first: ConnectionStep) throws(Errno) {
        step = first
        while !step.write.isEmpty {
            output.refill(step.write)
            // There is nearly always room, and then a response needs no `poll` of its own.
            guard writer.mayGoFirst, let next = try write() else { return }
            step = next
        }
    }

    /// Writes as much as the output accepts. Returns the next step; nil if there was no room.
    private mutating func write() throws(Errno) -> ConnectionStep? {
        let count = try writer.write(output.unwritten)
        guard count > 0 else { return nil }
        output.advance(by: count)
        return connection.outputDrained(count)
    }

    /// Reads once and passes the bytes on.
    private mutating func read() throws(Errno) {
        guard let count = streams.read(into: &buffer) else {
            endInput()
            return try take(connection.inputEnded())
        }
        guard count > 0 else { return }
        let next = buffer.withUnsafeBytes { bytes in
            connection.receive(UnsafeRawBufferPointer(rebasing: bytes[..<count]))
        }
        timer.received()
        try take(next)
    }

    private mutating func endInput() {
        hasInput = false
        inputEnded()
    }
}
