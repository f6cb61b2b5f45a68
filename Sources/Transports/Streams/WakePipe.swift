import CGlibc
import Glibc
import LinuxSystem

/// Ends the sleep of a thread in `poll`.
final class WakePipe: Sendable {
    private let reader: OwnedDescriptor
    private let writer: OwnedDescriptor

    init() throws(Errno) {
        var ends: [CInt] = [0, 0]
        guard cglibc_pipe(&ends, O_CLOEXEC | O_NONBLOCK) == 0 else { throw .current }
        reader = OwnedDescriptor(owning: ends[0])
        writer = OwnedDescriptor(owning: ends[1])
    }

    /// The descriptor that the thread polls for input, besides its own.
    var descriptor: CInt { reader.raw }

    /// Makes the thread's current or next sleep end at once. From any thread.
    func wake() {
        var byte: UInt8 = 0
        // A full pipe wakes the thread as well as one more byte would.
        _ = write(writer.raw, &byte, 1)
    }

    /// Forgets the wakes so far, before the thread looks what they were for.
    func clear() {
        withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { buffer in
            while read(reader.raw, buffer.baseAddress, buffer.count) == buffer.count {}
        }
    }
}
