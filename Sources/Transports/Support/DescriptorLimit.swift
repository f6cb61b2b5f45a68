import Glibc

/// How many descriptors this process may have open at once.
package enum DescriptorLimit {
    /// More than this is not asked for: some of what a descriptor needs is set aside for each one
    /// that is possible.
    private static let ceiling: rlim_t = 65_536

    /// Descriptors that connections leave to GitHub, the cache and the log.
    private static let reserve = 128

    /// Raises the soft limit as far as the hard one lets it.
    ///
    /// - Returns: the limit that holds from now on.
    package static func raise() -> Int {
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return 1024 }
        let wanted = min(limit.rlim_max, ceiling)
        if limit.rlim_cur < wanted {
            let current = limit.rlim_cur
            limit.rlim_cur = wanted
            if setrlimit(resource, &limit) != 0 { limit.rlim_cur = current }
        }
        return Int(min(limit.rlim_cur, rlim_t(Int32.max)))
    }

    /// How many connections leave enough of so many descriptors to everything else.
    package static func connections(among descriptors: Int) -> Int {
        max(descriptors - min(reserve, descriptors / 2), 1)
    }

    private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
}
