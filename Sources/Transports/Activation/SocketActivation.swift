import Glibc

/// The listening sockets that a service manager, such as systemd, opened for this process.
///
/// - SeeAlso: sd_listen_fds(3), systemd.socket(5).
package enum SocketActivation {
    /// The first descriptor that is passed; the others follow it.
    private static let firstDescriptor: CInt = 3

    /// More than a service manager passes; a larger number is a mistake.
    private static let maximumCount = 1000

    /// The variables that describe the sockets. They are removed, so that child processes do not
    /// see them.
    private static let variables = ["LISTEN_FDS", "LISTEN_PID", "LISTEN_FDNAMES", "LISTEN_PIDFDID"]

    /// Takes over the sockets and removes their variables from the environment.
    ///
    /// Must be called once, before there is a second thread, because the environment has no lock.
    ///
    /// - Returns: an empty array if there are no sockets or they are for another process.
    package static func claim() throws(TransportError) -> [InheritedSocket] {
        let sockets = variable("LISTEN_FDS")
        let process = variable("LISTEN_PID")
        let names =
            variable("LISTEN_FDNAMES")?.split(
                separator: ":", omittingEmptySubsequences: false) ?? []
        for name in variables {
            unsetenv(name)
        }
        let count = try count(sockets: sockets, process: process, ownID: getpid())
        var claimed: [InheritedSocket] = []
        for index in 0..<count {
            let name = index < names.count ? String(names[index]) : ""
            claimed.append(try InheritedSocket(firstDescriptor + CInt(index), name: name))
        }
        return claimed
    }

    /// The number of sockets that were passed to the process `ownID`, by the values of `LISTEN_FDS` and
    /// `LISTEN_PID`.
    static func count(
        sockets: String?, process: String?, ownID: pid_t
    ) throws(TransportError) -> Int {
        // A child of the intended process inherits both variables.
        guard let sockets, let process, pid_t(process) == ownID else { return 0 }
        guard let count = Int(sockets), (0...maximumCount).contains(count) else {
            throw .invalidSocketCount(sockets)
        }
        return count
    }

    private static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }
}
