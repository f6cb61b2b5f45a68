import Dispatch
import Glibc
import LinuxSystem
import Synchronization

/// Lines for a descriptor that may not be read, such as standard error.
///
/// A pipe or a socket with room gets the line at once. A dedicated thread writes other lines from a
/// ``LineBacklog``: a terminal may be stopped, and a disk may be slow. If that thread cannot be
/// started, the caller writes what the descriptor accepts, and the rest is dropped.
package final class LineOutput: Sendable {
    /// Makes the line that reports how many lines were dropped.
    package typealias Note = @Sendable (_ dropped: Int) -> [UInt8]

    private static let maximumBytes = 64 << 10

    private struct State {
        var writer: StreamWriter
        var backlog = LineBacklog(maximumBytes: LineOutput.maximumBytes)
        /// Whether the thread exists. It is then the only writer.
        var hasThread = false
    }

    private let descriptor: CInt
    private let state: Mutex<State>
    private let threads = DispatchGroup()

    /// - Parameter descriptor: stays owned by the caller, as does the handling of SIGPIPE.
    package init(_ descriptor: CInt) {
        self.descriptor = descriptor
        state = Mutex(State(writer: StreamWriter(descriptor)))
    }

    /// Writes a line, which ends in a line feed, or keeps it for later.
    package func write(_ line: [UInt8], note: @escaping Note) {
        state.withLock { state in
            state.backlog.append(line, note: note)
            writeWaiting(&state)
        }
    }

    /// Writes a line, such as a step of a progress bar, unless many bytes wait, and returns whether it
    /// does, now or later.
    package func offer(_ line: [UInt8]) -> Bool {
        state.withLock { state in
            guard state.backlog.offer(line) else { return false }
            writeWaiting(&state)
            return true
        }
    }

    /// Waits until everything is written, at most for `time`.
    package func finish(within time: Duration) {
        _ = threads.wait(timeout: .now() + .milliseconds(Int(time / .milliseconds(1))))
    }

    private func writeWaiting(_ state: inout State) {
        guard !state.hasThread else { return }
        if state.writer.neverBlocks { writeNow(&state) }
        if !state.backlog.isEmpty { startThread(&state) }
    }

    /// Writes as much as the descriptor accepts.
    private func writeNow(_ state: inout State) {
        while !state.backlog.isEmpty, state.writer.neverBlocks || isWritable {
            do throws(Errno) {
                let count = try state.writer.write(state.backlog.unwritten)
                if count == 0 { return }
                state.backlog.advance(by: count)
            } catch {
                return state.backlog.removeAll()
            }
        }
    }

    private func startThread(_ state: inout State) {
        threads.enter()
        do throws(Errno) {
            try DedicatedThread.start { [self] in
                defer { threads.leave() }
                while let bytes = nextBytes() { wait(toWrite: bytes) }
            }
            state.hasThread = true
        } catch {
            // The lines may say that there are no threads. A slow disk delays this thread.
            threads.leave()
            writeNow(&state)
            state.backlog.removeAll()
        }
    }

    private var isWritable: Bool {
        var polled = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        return poll(&polled, 1, 0) == 1
    }

    /// The next bytes for the thread to write; nil when it must end.
    private func nextBytes() -> ArraySlice<UInt8>? {
        state.withLock { state in
            state.hasThread = !state.backlog.isEmpty
            return state.hasThread ? state.backlog.unwritten : nil
        }
    }

    private func wait(toWrite bytes: ArraySlice<UInt8>) {
        let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        let error = errno
        if count < 0, error == EAGAIN {
            // Another process has made the open file non-blocking.
            var polled = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            poll(&polled, 1, -1)
        }
        state.withLock { state in
            if count >= 0 {
                state.backlog.advance(by: count)
            } else if error != EAGAIN, error != EINTR {
                state.backlog.removeAll()
            }
        }
    }
}
