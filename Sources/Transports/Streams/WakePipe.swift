import Glibc
import LinuxSystem

/// Ends the sleep of a thread in `poll`.
final class WakePipe: Sendable {
    private let reader: OwnedDescriptor
    private let writer: OwnedDescriptor

    init() throws(Errno) {
        let ends = try OwnedDescriptor.pipe(O_NONBLOCK)
        reader = OwnedDescriptor(owning: ends.reader)
        writer = OwnedDescriptor(owning: ends.writer)
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
