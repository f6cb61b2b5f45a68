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

            let polled = streams.poll(
                wakePipe, reads: hasInput && step.wantsInput,
                outputEvents: output.isEmpty ? nil : POLLOUT,
                timeout: deadline.map { max(.zero, ContinuousClock.now.duration(to: $0)) })
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
            guard let count = streams.read(into: &buffer) else {
                hasInput = false
                return take(connection.inputEnded())
            }
            guard count > 0 else { return }
            let next = buffer.withUnsafeBytes { bytes in
                connection.receive(UnsafeRawBufferPointer(rebasing: bytes[..<count]))
            }
            take(next)
        }
    }
}
