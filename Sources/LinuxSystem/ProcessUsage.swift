import Glibc

/// What this process has of the system now.
///
/// Reading it takes some 20 µs, and with Linux before 6.2 another 2.5 µs per open descriptor.
package struct ProcessUsage: Sendable {
    /// In user and kernel mode.
    package let cpuSeconds: Double
    /// In bytes, also of files that are mapped.
    package let virtualMemory: Int
    /// In bytes.
    package let residentMemory: Int
    package let openDescriptors: Int
    package let maximumDescriptors: Int

    /// - Throws: the error of a file in `/proc`.
    package init() throws(Errno) {
        var usage = rusage()
        guard getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage) == 0 else { throw .current }
        cpuSeconds = usage.ru_utime.seconds + usage.ru_stime.seconds
        let descriptor = open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .current }
        let text = try OwnedDescriptor(owning: descriptor).read(upTo: 128)
        let pages = text.split(separator: UInt8(ascii: " ")).map {
            Int(String(decoding: $0, as: UTF8.self)) ?? 0
        }
        guard pages.count > 1 else { throw Errno(EIO) }
        virtualMemory = pages[0] * Int(getpagesize())
        residentMemory = pages[1] * Int(getpagesize())
        var folder = stat()
        guard stat("/proc/self/fd", &folder) == 0 else { throw .current }
        openDescriptors = folder.st_size > 0 ? Int(folder.st_size) : try Self.listedDescriptors()
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        maximumDescriptors = Int(clamping: limit.rlim_cur)
    }

    /// Linux before 6.2 does not state their number.
    private static func listedDescriptors() throws(Errno) -> Int {
        guard let folder = opendir("/proc/self/fd") else { throw .current }
        defer { closedir(folder) }
        var count = 0
        while readdir(folder) != nil { count += 1 }
        // Besides `.`, `..` and the folder itself.
        return count - 3
    }
}

extension timeval {
    fileprivate var seconds: Double { Double(tv_sec) + Double(tv_usec) / 1e6 }
}
