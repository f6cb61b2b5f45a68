import Glibc
import JSONRPC
import LinuxSystem

/// Moves the bytes of one client connection, on a dedicated thread that blocks only in `poll`.
final class ClientLoop: Sendable {
    private static let readSize = 64 << 10

    /// How long a connection that closes waits for the server to read the rest.
    private static let lastWriteTime = Duration.seconds(1)

    private let streams: StandardStreams
    private let wakePipe: WakePipe

    /// Takes ownership of the streams once ``run(_:)`` is called.
    init(_ streams: StandardStreams) throws(Errno) {
        self.streams = streams
        wakePipe = try WakePipe()
    }

    /// Makes the loop examine its connection again. From any thread.
    func wake() {
        wakePipe.wake()
    }

    /// Returns when the connection has ended, and closes the streams.
    func run(_ connection: ClientConnection) {
        var session = Session(connection, streams)
        while session.handleNext(wakePipe, isWoken: wakePipe.willLook()) {}
        _ = connection.inputEnded()
        streams.closeBoth()
    }

    private struct Session {
        let connection: ClientConnection
        let streams: StandardStreams
        var writer: StreamWriter
        var output = StreamOutput()
        /// What the connection said last.
        var step = ConnectionStep.start
        /// When a connection that closes is given up.
        var deadline: ContinuousClock.Instant?
        /// Whether the server still reads. If not, there may yet be a response that says why.
        var canWrite = true
        var hasInput = true
        var buffer = [UInt8](repeating: 0, count: readSize)

        init(_ connection: ClientConnection, _ streams: StandardStreams) {
            self.connection = connection
            self.streams = streams
            writer = StreamWriter(streams.output)
        }

        /// Waits for the next event and handles it.
        ///
        /// - Parameter isWoken: what ``WakePipe/willLook()`` has returned.
        /// - Returns: false when the connection has ended.
        mutating func handleNext(_ wakePipe: WakePipe, isWoken: Bool) -> Bool {
            if isWoken { take(connection.nextStep()) }
            if step.closes, output.isEmpty { return false }
            if deadline == nil, !step.wantsInput, connection.hasEnded {
                deadline = .now + lastWriteTime
            }

            let polled = poll(wakePipe)
            if polled.output != 0, let next = write() { take(next) }
            if polled.input != 0 { read() }
            return deadline.map { .now < $0 } ?? true
        }

        /// Takes a step, and those that follow from what it writes.
        private mutating func take(_ first: ConnectionStep) {
            step = first
            while !step.write.isEmpty {
                output.refill(step.write)
                guard !canWrite || writer.mayGoFirst, let next = write() else { return }
                step = next
            }
        }

        private func poll(_ wakePipe: WakePipe) -> (input: CInt, output: CInt) {
            let reads = hasInput && step.wantsInput
            var descriptors = [
                pollfd(fd: reads ? streams.input : -1, events: Int16(POLLIN), revents: 0),
                pollfd(
                    fd: output.isEmpty ? -1 : streams.output, events: Int16(POLLOUT), revents: 0),
                pollfd(fd: wakePipe.descriptor, events: Int16(POLLIN), revents: 0),
            ]
            let isQuiet = wakePipe.willSleep()
            // A closing connection waits in short steps for its deadline.
            let timeout: CInt = !isQuiet ? 0 : deadline == nil ? -1 : 50
            let count = Glibc.poll(&descriptors, nfds_t(descriptors.count), timeout)
            wakePipe.didSleep(isReadable: count > 0 && descriptors[2].revents != 0)
            guard count > 0 else { return (0, 0) }
            return (CInt(descriptors[0].revents), CInt(descriptors[1].revents))
        }

        /// Writes as much as the server accepts. What it does not read any more is dropped.
        ///
        /// - Returns: the next step; nil if there was no room.
        private mutating func write() -> ConnectionStep? {
            var count = output.unwritten.count
            if canWrite, count > 0 {
                do throws(Errno) {
                    count = try writer.write(output.unwritten)
                } catch {
                    canWrite = false
                }
            }
            guard count > 0 else { return nil }
            output.advance(by: count)
            return connection.outputDrained(count)
        }

        private mutating func read() {
            let descriptor = streams.input
            let count = buffer.withUnsafeMutableBytes {
                Glibc.read(descriptor, $0.baseAddress, $0.count)
            }
            if count > 0 {
                let next = buffer.withUnsafeBytes { bytes in
                    connection.receive(UnsafeRawBufferPointer(rebasing: bytes[..<count]))
                }
                take(next)
            } else if count == 0 || errno != EAGAIN && errno != EINTR {
                hasInput = false
                take(connection.inputEnded())
            }
        }
    }
}

extension StandardStreams {
    /// Closes the descriptors, once if both are the same.
    func closeBoth() {
        Glibc.close(input)
        if output != input { Glibc.close(output) }
    }
}
