import Glibc

/// The number of descriptors that this process may have open at once.
package enum DescriptorLimit {
    /// The greatest limit that is requested: the kernel and libraries reserve memory for each
    /// possible descriptor.
    private static let ceiling: rlim_t = 65_536

    /// Descriptors that are kept for GitHub, the cache and the log, and half of them also for
    /// connections that have not authenticated.
    private static let reserve = 128

    /// Most connections that have not authenticated.
    package static let maximumUnauthenticated = 64

    /// Raises the soft limit as far as the hard limit permits, and returns the new limit.
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

    /// The number of connections that leave enough of `descriptors` for everything else.
    package static func connections(among descriptors: Int) -> Int {
        max(descriptors - min(reserve, descriptors / 2), 1)
    }

    /// The number of connections that have not authenticated, in addition to
    /// ``connections(among:)``.
    package static func unauthenticated(among descriptors: Int) -> Int {
        max(min(maximumUnauthenticated, min(reserve, descriptors / 2) / 2), 1)
    }

    private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
}
