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

    /// Waits for the next event and handles it. Called after ``WakePipe/willLook()``.
    ///
    /// - Returns: false when the connection has ended.
    mutating func step(_ wakePipe: WakePipe) -> Bool {
        if output.isEmpty, !output.closes {
            output.refill(connection.takeOutput())
            // There is nearly always room, and then a response needs no `poll` of its own.
            if !output.isEmpty, writer.mayGoFirst, !write() { return false }
        }
        if output.isFinished { return false }
        if hasInput, connection.exitStatus != nil { endInput() }

        let wantsInput = hasInput && !output.closes && connection.wantsInput
        timer.observe(isMidFrame: connection.isMidFrame, at: .now)
        let polled = poll(wakePipe, reading: wantsInput)

        // The client does not read any more.
        if polled.output & (POLLERR | POLLHUP | POLLNVAL) != 0 { return false }
        if polled.output & POLLOUT != 0, !write() { return false }
        if polled.input != 0 {
            read()
        } else if wantsInput, timer.remaining(at: .now) == .zero {
            connection.frameTimedOut()
        }
        return true
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

    /// Writes as much as the output accepts; false if it accepts nothing any more.
    private mutating func write() -> Bool {
        do throws(Errno) {
            let count = try writer.write(output.unwritten)
            output.advance(by: count)
            connection.outputDrained(count)
            return true
        } catch {
            return false
        }
    }

    /// Reads once and passes the bytes on. An error ends the input as the end of the file does: a
    /// terminal that has closed gives EIO.
    private mutating func read() {
        let descriptor = streams.input
        let count = buffer.withUnsafeMutableBytes {
            Glibc.read(descriptor, $0.baseAddress, $0.count)
        }
        if count > 0 {
            buffer.withUnsafeBytes { bytes in
                connection.receive(UnsafeRawBufferPointer(rebasing: bytes[..<count]))
            }
            timer.received()
        } else if count == 0 || errno != EAGAIN && errno != EINTR {
            connection.inputEnded()
            endInput()
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
