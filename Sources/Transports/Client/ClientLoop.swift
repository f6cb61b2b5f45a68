import Glibc
import JSONRPC
import LinuxSystem

/// Moves the bytes of one client connection, on a dedicated thread that blocks only in `poll`.
final class ClientLoop: Sendable {
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
        serve(connection)
        _ = connection.inputEnded()
        streams.closeBoth()
    }

    private func serve(_ connection: ClientConnection) {
        // The server may read no more and yet send a response that says why.
        var pump = StreamPump(connection, streams, dropsUnwritable: true)
        var deadline: ContinuousClock.Instant?
        while deadline.map({ .now < $0 }) ?? true {
            do throws(Errno) {
                if wakePipe.willLook() { try pump.take(connection.nextStep()) }
                if pump.isDone { return }
                if deadline == nil, !pump.step.wantsInput, connection.hasEnded {
                    deadline = .now + Self.lastWriteTime
                }
                let polled = streams.poll(
                    wakePipe, reads: pump.reads, outputEvents: pump.hasOutput ? POLLOUT : nil,
                    timeout: deadline.map { max(.zero, ContinuousClock.now.duration(to: $0)) })
                if polled.output != 0 { try pump.continueWriting() }
                if polled.input != 0 { _ = try pump.read() }
            } catch {
                return
            }
        }
    }
}
