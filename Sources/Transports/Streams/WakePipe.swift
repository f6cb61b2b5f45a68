import CGlibc
import Glibc
import Synchronization
import LinuxSystem

/// Wakes a thread that sleeps in `poll`.
///
/// The thread repeats ``willLook()``, its work, ``willSleep()``, `poll` and
/// ``didSleep(isReadable:)``. A wake while it works costs no system call.
final class WakePipe: Sendable {
    private enum State {
        static let awake: UInt8 = 0
        /// Awake, and there has been a wake since the thread looked.
        static let woken: UInt8 = 1
        static let asleep: UInt8 = 2
    }

    private let state = Atomic(State.woken)
    private let reader: OwnedDescriptor
    private let writer: OwnedDescriptor

    init() throws(Errno) {
        var ends: [CInt] = [0, 0]
        guard cglibc_pipe(&ends, O_CLOEXEC | O_NONBLOCK) == 0 else { throw .current }
        reader = OwnedDescriptor(owning: ends[0])
        writer = OwnedDescriptor(owning: ends[1])
    }

    /// The descriptor that the thread polls for input, beside its own.
    var descriptor: CInt { reader.raw }

    /// Makes the thread's current or next sleep end at once. From any thread.
    func wake() {
        let former = state.exchange(State.woken, ordering: .acquiringAndReleasing)
        guard former == State.asleep else { return }
        var byte: UInt8 = 0
        // A full pipe wakes the thread as well as one more byte would.
        _ = write(writer.raw, &byte, 1)
    }

    /// Clears the wakes so far, because the thread now handles them.
    ///
    /// - Returns: whether there has been a wake since the last look; true for the first look.
    func willLook() -> Bool {
        state.exchange(State.awake, ordering: .acquiringAndReleasing) == State.woken
    }

    /// Announces a sleep.
    ///
    /// - Returns: false if there has been a wake since the last look; the thread must not wait
    ///   then.
    func willSleep() -> Bool {
        state.compareExchange(
            expected: State.awake, desired: State.asleep, ordering: .acquiringAndReleasing
        ).exchanged
    }

    /// Ends the sleep.
    ///
    /// - Parameter isReadable: whether `poll` found ``descriptor`` readable. The byte of a wake may
    ///   arrive later than the wake itself, so only this is reliable.
    func didSleep(isReadable: Bool) {
        _ = state.compareExchange(
            expected: State.asleep, desired: State.awake, ordering: .acquiringAndReleasing)
        guard isReadable else { return }
        withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { buffer in
            while read(reader.raw, buffer.baseAddress, buffer.count) == buffer.count {}
        }
    }
}
