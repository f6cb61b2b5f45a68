import Glibc
import JSONRPC
import LinuxSystem
import Synchronization

/// Moves the bytes of one side of a connection over a pair of descriptors, on a dedicated thread.
///
/// Any kind of descriptor works: pipe, socket, terminal, file or device. A request that is answered
/// at once is read, answered and written without leaving the thread. The thread blocks only in
/// `poll`, so that a client that does not read its responses can still cancel.
///
/// SwiftNIO's pipe channel refuses files, and makes the descriptors non-blocking for every process
/// that shares them.
final class StreamLoop: Sendable {
    /// How long a client that has ended waits for the server to read the rest.
    private static let lastWriteTime = Duration.seconds(1)

    private let streams: StandardStreams
    /// Nil on the client's side, which waits for ever.
    private let idleFrameTimeout: Duration?
    private let wakePipe: WakePipe
    private let isAborted = Atomic(false)

    /// Takes ownership of the streams once the loop is started. `idleFrameTimeout` is the longest silence
    /// in the middle of a frame; nil for a client.
    init(_ streams: StandardStreams, idleFrameTimeout: Duration?) throws(Errno) {
        self.streams = streams
        self.idleFrameTimeout = idleFrameTimeout
        wakePipe = try WakePipe()
    }

    /// Makes the loop examine its connection again. From any thread.
    func wake() {
        wakePipe.wake()
    }

    /// Ends the loop as if the other side had disconnected. From any thread.
    func abort() {
        isAborted.store(true, ordering: .releasing)
        wake()
    }

    /// Serves `connection` on a new thread until it ends, then closes the descriptors.
    ///
    /// - Parameters:
    ///   - inputEnded: called once when the last byte, or a client's `exit`, has been read.
    ///   - closed: called when everything is written and closed, or if there is no thread.
    func start(
        _ connection: any StreamSide, inputEnded: @escaping @Sendable () -> Void = {},
        closed: @escaping @Sendable () -> Void
    ) throws(Errno) {
        do throws(Errno) {
            try DedicatedThread.start { [self] in
                // An error of the output: the other side does not read any more.
                try? run(connection, inputEnded)
                end(connection)
                closed()
            }
        } catch {
            end(connection)
            closed()
            throw error
        }
    }

    /// Serves the client's side and returns when it has ended, or at once if there is no thread.
    func run(_ connection: ClientConnection) async {
        await withCheckedContinuation { continuation in
            try? start(connection) { continuation.resume() }
        }
    }

    /// Harmless after an orderly end; after any other, no response can be sent or received.
    private func end(_ connection: any StreamSide) {
        connection.peerVanished()
        streams.closeBoth()
    }

    private func run(
        _ connection: any StreamSide, _ inputEnded: @escaping () -> Void
    ) throws(Errno) {
        let isClient = idleFrameTimeout == nil
        // The server may read no more and yet send a response that says why.
        var pump = StreamPump(
            connection, streams, dropsUnwritable: isClient, inputEnded: inputEnded)
        var timer = FrameTimer(timeout: idleFrameTimeout)
        try pump.take(connection.nextStep())
        while try turn(connection, &pump, &timer, isClient: isClient) {}
    }

    /// Waits for the next event and handles it. Not inlined: `make bench-check` counts the
    /// instructions of this function, which are to be at most 17,500 for a cached request.
    ///
    /// - Returns: false when the connection has ended.
    @inline(never)
    private func turn(
        _ connection: any StreamSide, _ pump: inout StreamPump, _ timer: inout FrameTimer,
        isClient: Bool
    ) throws(Errno) -> Bool {
        if pump.isDone || isAborted.load(ordering: .acquiring) { return false }
        if pump.hasInput, !pump.step.wantsInput, connection.isEnding { pump.endInput() }

        let reads = pump.reads
        timer.observe(isMidFrame: pump.step.isMidFrame, at: .now)
        var timeout = reads ? timer.remaining(at: .now) : nil
        if isClient, let end = pump.inputEnd {
            timeout = max(.zero, ContinuousClock.now.duration(to: end + Self.lastWriteTime))
            if timeout == .zero { return false }
        }
        let polled = streams.poll(
            wakePipe, reads: reads, outputEvents: pump.hasOutput ? POLLOUT : isClient ? nil : 0,
            timeout: timeout)

        if !isClient, polled.output & (POLLERR | POLLHUP | POLLNVAL) != 0 { return false }
        if polled.output != 0 { try pump.continueWriting() }
        if polled.input != 0 {
            let count = try pump.read()
            if count > 0 { timer.received(count, of: pump.step.unfinishedBytes) }
        } else if reads, timer.remaining(at: .now) == .zero {
            try pump.take(connection.frameTimedOut())
        }
        if polled.isWoken { try pump.take(connection.nextStep()) }
        return true
    }
}
