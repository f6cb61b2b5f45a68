import Synchronization

import Glibc

/// A number that changes whenever any process clears a cache file: eight bytes in its lock file.
///
/// A process that keeps results of stored responses in memory checks this number before it uses
/// them. A check reads a file that is in memory (0.3 microseconds); a query of the database takes a
/// hundred times as long.
final class ClearCounter: Sendable {
    /// Nil for a cache in memory.
    private let path: String?
    /// How often a cache in memory was cleared, for which no file has the number.
    private let inMemory = Atomic<UInt64>(0)
    private let descriptor = Mutex<Int32>(-1)

    init(cachePath: String) {
        path = cachePath == ":memory:" ? nil : CacheFile.lockPath(cachePath)
    }

    deinit {
        descriptor.withLock { if $0 >= 0 { close($0) } }
    }

    /// 0 if the cache has never been cleared.
    var value: UInt64 {
        let inMemory = inMemory.load(ordering: .acquiring)
        guard let path else { return inMemory }
        return descriptor.withLock { descriptor in
            if descriptor < 0 { descriptor = open(path, O_RDONLY | O_CLOEXEC) }
            return descriptor < 0 ? inMemory : Self.read(descriptor) &+ inMemory
        }
    }

    /// Waits for other processes that increment the number or open the file.
    func increment() {
        let isInFile: Void? = path.flatMap { path in
            try? FileSystem.withLock(path) { descriptor in
                var next = Self.read(descriptor) &+ 1
                pwrite(descriptor, &next, MemoryLayout<UInt64>.size, 0)
            }
        }
        // A cache whose file could not be locked is in memory, too.
        if isInFile == nil { inMemory.add(1, ordering: .releasing) }
    }

    /// Opens the current file: the earlier one may have been deleted.
    func reopen() {
        descriptor.withLock { descriptor in
            if descriptor >= 0 { close(descriptor) }
            descriptor = -1
        }
    }

    private static func read(_ descriptor: Int32) -> UInt64 {
        var value: UInt64 = 0
        // A new file is empty; it has never been cleared.
        guard pread(descriptor, &value, MemoryLayout<UInt64>.size, 0) == 8 else { return 0 }
        return value
    }
}
