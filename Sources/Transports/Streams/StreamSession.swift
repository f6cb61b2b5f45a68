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
        let polled = poll(wakePipe, reading: reads)

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

    /// Sleeps until a descriptor is ready, the loop is woken, or a frame's time is up.
    private func poll(_ wakePipe: WakePipe, reading: Bool) -> (input: CInt, output: CInt) {
        var descriptors = [
            // poll(2) ignores a negative descriptor; an ended input would wake it for ever.
            pollfd(fd: reading ? streams.input : -1, events: Int16(POLLIN), revents: 0),
            pollfd(fd: streams.output, events: output.isEmpty ? 0 : Int16(POLLOUT), revents: 0),
            pollfd(fd: wakePipe.descriptor, events: Int16(POLLIN), revents: 0),
        ]
        var timeout: CInt = -1
        if !wakePipe.willSleep() {
            timeout = 0
        } else if reading, let remaining = timer.remaining(at: .now) {
            timeout = remaining.milliseconds
        }
        let count = Glibc.poll(&descriptors, nfds_t(descriptors.count), timeout)
        wakePipe.didSleep(isReadable: count > 0 && descriptors[2].revents != 0)
        guard count > 0 else { return (0, 0) }
        return (CInt(descriptors[0].revents), CInt(descriptors[1].revents))
    }

    /// Writes as much as the output accepts. Returns the next step; nil if there was no room.
    private mutating func write() throws(Errno) -> ConnectionStep? {
        let count = try writer.write(output.unwritten)
        guard count > 0 else { return nil }
        output.advance(by: count)
        return connection.outputDrained(count)
    }

    /// Reads once and passes the bytes on. An error ends the input as the end of the file does: a
    /// terminal that has closed gives EIO.
    private mutating func read() throws(Errno) {
        let descriptor = streams.input
        let count = buffer.withUnsafeMutableBytes {
            Glibc.read(descriptor, $0.baseAddress, $0.count)
        }
        if count > 0 {
            let next = buffer.withUnsafeBytes { bytes in
                connection.receive(UnsafeRawBufferPointer(rebasing: bytes[..<count]))
            }
            timer.received()
            try take(next)
        } else if count == 0 || errno != EAGAIN && errno != EINTR {
            endInput()
            try take(connection.inputEnded())
        }
    }

    private mutating func endInput() {
        hasInput = false
        inputEnded()
    }
}

extension Duration {
    /// Whole milliseconds for `poll`, rounded up so that it does not return too early.
    fileprivate var milliseconds: CInt {
        let (seconds, attoseconds) = components
        guard seconds < 1_000_000 else { return .max }
        let fraction = (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
        return CInt(seconds * 1000 + fraction)
    }
}
