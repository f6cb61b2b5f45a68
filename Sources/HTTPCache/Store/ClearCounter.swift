import Synchronization

#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// How often a cache file was cleared, by whichever process: eight bytes in its lock file.
///
/// A process that keeps something made of stored responses looks here before it uses that. One
/// look is a read of a file that is in memory (0.3 microseconds); asking the database takes a
/// hundred times that.
final class ClearCounter: Sendable {
    /// Nil for a cache in memory, which no other process clears.
    private let path: String?
    private let descriptor = Mutex<Int32>(-1)

    init(cachePath: String) {
        path = cachePath == ":memory:" ? nil : CacheFile.lockPath(cachePath)
    }

    deinit {
        descriptor.withLock { if $0 >= 0 { close($0) } }
    }

    /// 0 while nobody has cleared the file, or where it cannot be read.
    var value: UInt64 {
        guard let path else { return 0 }
        return descriptor.withLock { descriptor in
            if descriptor < 0 { descriptor = open(path, O_RDONLY | O_CLOEXEC) }
            return descriptor < 0 ? 0 : Self.read(descriptor)
        }
    }

    /// Waits for other processes that do the same, or that open the file.
    func increment() {
        guard let path else { return }
        // A cache that could not lock its file is in memory, and nobody else's.
        try? FileSystem.withLock(path) { descriptor in
            var next = Self.read(descriptor) &+ 1
            pwrite(descriptor, &next, MemoryLayout<UInt64>.size, 0)
        }
    }

    /// Looks at the file that is there now: the one from before may have been deleted.
    func reopen() {
        descriptor.withLock { descriptor in
            if descriptor >= 0 { close(descriptor) }
            descriptor = -1
        }
    }

    private static func read(_ descriptor: Int32) -> UInt64 {
        var value: UInt64 = 0
        // An empty file, as it is made, was never cleared.
        guard pread(descriptor, &value, MemoryLayout<UInt64>.size, 0) == 8 else { return 0 }
        return value
    }
}
