import Glibc
import LinuxSystem
import Synchronization

/// A number that changes whenever any process clears a cache file: eight bytes in its lock file.
///
/// A process that keeps results of stored responses in memory checks this number before it uses
/// them. A check reads a file that is in memory (0.3 microseconds); a query of the database takes a
/// hundred times as long. The number is random, so that changing it waits for no other process.
final class ClearMark: Sendable {
    /// Nil for a cache in memory.
    private let path: String?
    /// How often a cache in memory was cleared, for which no file has the number.
    private let inMemory = Atomic<UInt64>(0)
    private let file = Mutex<OwnedDescriptor?>(nil)

    init(cachePath: String) {
        path = cachePath == ":memory:" ? nil : CacheFile.lockPath(cachePath)
    }

    /// 0 if the cache has never been cleared.
    var value: UInt64 {
        let inMemory = inMemory.load(ordering: .acquiring)
        guard let path else { return inMemory }
        return file.withLock { file in
            if file == nil { file = Self.open(path, O_RDONLY) }
            var value: UInt64 = 0
            // A new file is empty; it has never been cleared.
            guard let raw = file?.raw, pread(raw, &value, 8, 0) == 8 else { return inMemory }
            return value &+ inMemory
        }
    }

    /// Writes a file, so it belongs on the store's own queue.
    func change() {
        if let path, let file = Self.open(path, O_RDWR | O_CREAT) {
            var next = UInt64.random(in: .min ... .max)
            if pwrite(file.raw, &next, 8, 0) == 8 { return }
        }
        // A cache whose lock file cannot be written is in memory, too.
        inMemory.add(1, ordering: .releasing)
    }

    /// Opens the current file: the earlier one may have been deleted.
    func reopen() {
        file.withLock { $0 = nil }
    }

    /// Nil also for a file of another user, or a link.
    private static func open(_ path: String, _ access: Int32) -> OwnedDescriptor? {
        let flags = access | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
        let raw = Glibc.open(path, flags, 0o600)
        guard raw >= 0 else { return nil }
        let file = OwnedDescriptor(owning: raw)
        guard let status = try? file.status(), !status.isForeign(to: geteuid()) else { return nil }
        return file
    }
}
