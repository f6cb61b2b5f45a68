import Glibc
import JSONRPC
import Synchronization
import LinuxSystem

/// Serves one connection over a pair of descriptors, on a dedicated thread.
///
/// Any kind of descriptor works: pipe, socket, terminal, file or device. A request that is answered
/// at once is read, answered and written without leaving the thread. The thread blocks only in
/// `poll`, so that a client that does not read its responses can still cancel.
///
/// SwiftNIO's pipe channel refuses files, and makes the descriptors non-blocking for every process
/// that shares them.
final class StreamLoop: Sendable {
    private let streams: StandardStreams
    private let idleFrameTimeout: Duration
    private let wakePipe: WakePipe
    private let isAborted = Atomic(false)

    init(_ streams: StandardStreams, idleFrameTimeout: Duration) throws(Errno) {
        self.streams = streams
        self.idleFrameTimeout = idleFrameTimeout
        wakePipe = try WakePipe()
    }

    /// Makes the loop examine its connection again. From any thread.
    func wake() {
        wakePipe.wake()
    }

    /// Ends the loop as if the client had disconnected. From any thread.
    func abort() {
        isAborted.store(true, ordering: .releasing)
        wake()
    }

    /// Serves `connection` on a new thread until it ends, then closes the descriptors.
    ///
    /// - Parameters:
    ///   - inputEnded: called once when the client's last byte, or its `exit`, has been read.
    ///   - closed: called when everything is written and closed.
    func start(
        _ connection: ServerConnection, inputEnded: @escaping @Sendable () -> Void,
        closed: @escaping @Sendable () -> Void
    ) throws(Errno) {
        try DedicatedThread.start { [self] in
            var session = StreamSession(
                connection: connection, streams: streams, idleFrameTimeout: idleFrameTimeout,
                inputEnded: inputEnded)
            serve(&session)
            // Harmless after an orderly end; after any other, no response can be sent.
            connection.peerVanished()
            streams.closeBoth()
            closed()
        }
    }

    private func serve(_ session: inout StreamSession) {
        do throws(Errno) {
            repeat {
                let isWoken = wakePipe.willLook()
                if isAborted.load(ordering: .acquiring) { return }
                guard try session.handleNext(wakePipe, isWoken: isWoken) else { return }
            } while true
        } catch {
            // The client does not read any more.
        }
    }
}
