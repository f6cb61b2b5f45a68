import Glibc
import Synchronization

/// Wakes a thread that sleeps in `poll`.
///
/// A wake that comes while the thread is busy costs no system call: ``willSleep()`` then says
/// that there is no time to sleep.
final class WakePipe: Sendable {
    private struct State {
        var isWoken = false
        var isAsleep = false
    }

    private let state = Mutex(State())
    private let reader: FileDescriptor
    private let writer: FileDescriptor

    init() throws(Errno) {
        var ends: [CInt] = [0, 0]
        guard pipe(&ends) == 0 else { throw .current }
        reader = FileDescriptor(owning: ends[0])
        writer = FileDescriptor(owning: ends[1])
        for end in ends {
            guard fcntl(end, F_SETFD, FD_CLOEXEC) == 0, fcntl(end, F_SETFL, O_NONBLOCK) == 0 else {
                throw .current
            }
        }
    }

    /// What the thread polls for input, beside its own descriptors.
    var descriptor: CInt { reader.raw }

    /// Makes the thread's sleep, or its next one, end at once. From any thread.
    func wake() {
        let mustWrite = state.withLock { state in
            defer {
                state.isWoken = true
                state.isAsleep = false
            }
            return state.isAsleep
        }
        guard mustWrite else { return }
        var byte: UInt8 = 0
        // A full pipe wakes as well as one byte more would.
        _ = write(writer.raw, &byte, 1)
    }

    /// Announces a sleep.
    ///
    /// - Returns: false if a wake has come since the last sleep; then the thread must not wait.
    func willSleep() -> Bool {
        state.withLock { state in
            state.isAsleep = !state.isWoken
            return state.isAsleep
        }
    }

    /// Ends the sleep and forgets the wakes so far. The thread then looks at what they were for.
    func didSleep() {
        let mayHoldBytes = state.withLock { state in
            defer { state = State() }
            return state.isWoken
        }
        guard mayHoldBytes else { return }
        withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { buffer in
            while read(reader.raw, buffer.baseAddress, buffer.count) == buffer.count {}
        }
    }
}
