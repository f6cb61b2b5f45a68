import Glibc
import Synchronization

/// Wakes a thread that sleeps in `poll`.
///
/// The thread goes round: ``willLook()``, a look at what there is to do, ``willSleep()``, `poll`,
/// ``didSleep(isReadable:)``. A wake that comes while it is busy costs no system call.
final class WakePipe: Sendable {
    private enum State {
        static let awake: UInt8 = 0
        /// Awake, and something has come since the thread looked.
        static let woken: UInt8 = 1
        static let asleep: UInt8 = 2
    }

    private let state = Atomic(State.awake)
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
        let former = state.exchange(State.woken, ordering: .acquiringAndReleasing)
        guard former == State.asleep else { return }
        var byte: UInt8 = 0
        // A full pipe wakes as well as one byte more would.
        _ = write(writer.raw, &byte, 1)
    }

    /// Forgets the wakes so far, since the thread now looks at what they were for.
    func willLook() {
        _ = state.exchange(State.awake, ordering: .acquiringAndReleasing)
    }

    /// Announces a sleep.
    ///
    /// - Returns: false if a wake has come since the last look; then the thread must not wait.
    func willSleep() -> Bool {
        state.compareExchange(
            expected: State.awake, desired: State.asleep, ordering: .acquiringAndReleasing
        ).exchanged
    }

    /// Ends the sleep.
    ///
    /// - Parameter isReadable: what `poll` found of ``descriptor``. The byte of a wake may come
    ///   later than the wake itself, so that only this tells.
    func didSleep(isReadable: Bool) {
        _ = state.compareExchange(
            expected: State.asleep, desired: State.awake, ordering: .acquiringAndReleasing)
        guard isReadable else { return }
        withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { buffer in
            while read(reader.raw, buffer.baseAddress, buffer.count) == buffer.count {}
        }
    }
}
