import Glibc

/// The listening sockets that a service manager, such as systemd, opened for this process.
///
/// - SeeAlso: sd_listen_fds(3), systemd.socket(5).
package enum SocketActivation {
    /// The number of the first descriptor that is handed over; the others follow it.
    private static let firstDescriptor: CInt = 3

    /// More than a service manager hands over; a larger number is a mistake.
    private static let maximumCount = 1000

    /// What tells of the sockets, and of nothing to a process that this one starts.
    private static let variables = ["LISTEN_FDS", "LISTEN_PID", "LISTEN_FDNAMES", "LISTEN_PIDFDID"]

    /// Takes the sockets over, and what told of them out of the environment.
    ///
    /// Called once, before there is a second thread: nothing locks the environment.
    ///
    /// - Returns: none if the sockets are for another process, or if there are none.
    package static func claim() throws(TransportError) -> [InheritedSocket] {
        let sockets = variable("LISTEN_FDS")
        let process = variable("LISTEN_PID")
        for name in variables {
            unsetenv(name)
        }
        let count = try count(sockets: sockets, process: process, ownID: getpid())
        var claimed: [InheritedSocket] = []
        for descriptor in firstDescriptor..<(firstDescriptor + CInt(count)) {
            claimed.append(try InheritedSocket(descriptor))
        }
        return claimed
    }

    /// How many sockets were handed over to the process of that id.
    ///
    /// - Parameters:
    ///   - sockets: the value of `LISTEN_FDS`.
    ///   - process: that of `LISTEN_PID`.
    static func count(
        sockets: String?, process: String?, ownID: pid_t
    ) throws(TransportError) -> Int {
        // A process that was started by the one that they are for inherits both.
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
