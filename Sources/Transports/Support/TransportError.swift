public import LinuxSystem

/// Why a transport could not be set up, or stopped.
public enum TransportError: Error, Hashable {
    /// Not `unix:PATH` or `tcp:HOST:PORT`.
    case invalidAddress(String)
    /// Not `HOST:PORT`.
    case invalidHostAndPort(String)
    /// No address belongs to this host name.
    case unknownHost(String)
    /// A host that other machines can reach, without ``ServerConfiguration/allowsRemote``.
    case remoteNotAllowed(host: String)
    /// The path of a Unix socket is longer than the kernel accepts. Both in bytes.
    case socketPathTooLong(path: String, length: Int, maximum: Int)
    /// Another server answers on this Unix socket.
    case socketInUse(path: String)
    /// Something that is not a socket has the socket's name.
    case notASocket(path: String)
    /// Every user may replace this socket.
    case directoryOpenToOthers(path: String)
    /// `LISTEN_FDS` is not the number of the sockets that were passed.
    case invalidSocketCount(String)
    /// A passed descriptor is not a stream socket that listens on TCP or on a path.
    case notAListener(descriptor: CInt)
    /// A system call failed while a listener was being opened.
    case couldNotListen(on: String, Errno)
    /// The server on this Unix socket runs as another user, who could read the messages.
    case foreignServer(path: String, userID: UInt32)
    /// No server answers at the address.
    case couldNotConnect(to: String, Errno)
    /// A program could not be started.
    case couldNotStart(program: String, Errno)
    /// A system call failed on this file.
    case file(path: String, Errno)
    /// A system call failed on an open connection or stream.
    case stream(Errno)
    /// A server has neither streams nor a socket, so no client could reach it.
    case nothingToServe
}

extension TransportError: CustomStringConvertible {
    /// One sentence without a full stop.
    public var description: String {
        switch self {
        case .invalidAddress(let text):
            "expected unix:PATH or tcp:HOST:PORT, found \"\(text)\""
        case .invalidHostAndPort(let text):
            "expected HOST:PORT, with a port of 0 to 65535 and IPv6 addresses in brackets, found \"\(text)\""
        case .unknownHost(let host):
            "\(host): no address is known for this host"
        case .remoteNotAllowed(let host):
            "\(host) is not a loopback host; listen on 127.0.0.1, or let other machines connect"
        case .socketPathTooLong(let path, let length, let maximum):
            "\(path): a socket path has at most \(maximum) bytes, this one has \(length)"
        case .socketInUse(let path):
            "\(path): another server is listening on this socket; stop it or choose another path"
        case .notASocket(let path):
            "\(path): exists and is not a socket; remove it or choose another path"
        case .directoryOpenToOthers(let path):
            "\(path): the directory is writable by every user; choose one of your own, "
                + "or run: chmod o-w \(path)"
        case .invalidSocketCount(let text):
            "LISTEN_FDS: expected the number of sockets, found \"\(text)\""
        case .notAListener(let descriptor):
            "LISTEN_FDS: descriptor \(descriptor) is not a stream socket that listens on TCP or on "
                + "a path; with systemd, use ListenStream= and Accept=no"
        case .couldNotListen(let address, let errno):
            "\(address): \(errno)"
        case .foreignServer(let path, let userID):
            "\(path): the server runs as another user (\(userID)), so it was sent nothing; "
                + "check the path"
        case .couldNotConnect(let address, let errno):
            "could not connect to \(address): \(errno)"
        case .couldNotStart(let program, let errno):
            "could not start \(program): \(errno)"
        case .file(let path, let errno):
            "\(path): \(errno)"
        case .stream(let errno):
            "\(errno)"
        case .nothingToServe:
            "the server has no address; give it a socket path, a TCP address or streams"
        }
    }
}
