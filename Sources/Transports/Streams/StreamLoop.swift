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
            // An error of the output: the client does not read any more.
            try? serve(connection, inputEnded)
            // Harmless after an orderly end; after any other, no response can be sent.
            connection.peerVanished()
            streams.closeBoth()
            closed()
        }
    }

    private func serve(
        _ connection: ServerConnection, _ inputEnded: @escaping () -> Void
    ) throws(Errno) {
        var pump = StreamPump(connection, streams, dropsUnwritable: false, inputEnded: inputEnded)
        var timer = FrameTimer(timeout: idleFrameTimeout)
        while try turn(connection, &pump, &timer) {}
    }

    /// Waits for the next event and handles it. Not inlined, because `make bench-check` counts the
    /// instructions of a turn.
    ///
    /// - Returns: false when the connection has ended.
    @inline(never)
    private func turn(
        _ connection: ServerConnection, _ pump: inout StreamPump, _ timer: inout FrameTimer
    ) throws(Errno) -> Bool {
        let isWoken = wakePipe.willLook()
        if isAborted.load(ordering: .acquiring) { return false }
        if isWoken { try pump.take(connection.nextStep()) }
        if pump.isDone { return false }
        if pump.hasInput, !pump.step.wantsInput, connection.isExiting { pump.endInput() }

        let reads = pump.reads
        timer.observe(isMidFrame: pump.step.isMidFrame, at: .now)
        let polled = streams.poll(
            wakePipe, reads: reads, outputEvents: pump.hasOutput ? POLLOUT : 0,
            timeout: reads ? timer.remaining(at: .now) : nil)

        if polled.output & (POLLERR | POLLHUP | POLLNVAL) != 0 { return false }
        if polled.output & POLLOUT != 0 { try pump.continueWriting() }
        if polled.input != 0 {
            let count = try pump.read()
            if count > 0 { timer.received(count, of: pump.step.unfinishedBytes) }
        } else if reads, timer.remaining(at: .now) == .zero {
            try pump.take(connection.frameTimedOut())
        }
        return true
    }
}
