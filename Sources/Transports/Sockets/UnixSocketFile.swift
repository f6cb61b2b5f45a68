import Glibc
import LinuxSystem

/// The file of a Unix socket that this process listens on.
struct UnixSocketFile: Sendable {
    let path: String
    let directory: SocketDirectory
    private let device: dev_t
    private let inode: ino_t

    /// Makes the socket file with mode 0600 and listens on it.
    ///
    /// A socket file without a listener is replaced. The directory is locked meanwhile, so that
    /// only one of two servers replaces the same stale file.
    ///
    /// - Parameter needsLock: whether to fail with `EWOULDBLOCK` while another process has the
    ///   lock; otherwise the call continues without it.
    /// - Returns: also the socket, which the caller closes.
    static func listen(
        at path: String, needsLock: Bool = true
    ) throws(TransportError) -> (file: UnixSocketFile, socket: CInt) {
        let address = try UnixSocketAddress(path: path)
        let rawLock = open(Directory.parent(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard rawLock >= 0 else { throw .couldNotListen(on: path, .current) }
        let lock = OwnedDescriptor(owning: rawLock)
        guard flock(lock.raw, LOCK_EX | LOCK_NB) == 0 || !needsLock else {
            throw .couldNotListen(on: path, .current)
        }
        // Closing the directory unlocks it.
        defer { withExtendedLifetime(lock) {} }
        let directory: SocketDirectory
        do throws(Errno) {
            let status = try lock.status()
            directory = SocketDirectory(
                mode: status.st_mode, owner: status.st_uid, group: status.st_gid)
        } catch {
            throw .couldNotListen(on: path, error)
        }
        if directory.isOpenToEverybody {
            throw .directoryOpenToOthers(path: Directory.parent(of: path))
        }
        try makeRoom(for: address)
        do throws(Errno) {
            let socket = try OwnedDescriptor.streamSocket(family: AF_UNIX)
            // Linux gives the file the mode of the socket, so that it is never open to others, not
            // even before a chmod. A umask would affect files that other threads make.
            guard fchmod(socket.raw, 0o600) == 0 else { throw .current }
            guard address.withPointer({ bind(socket.raw, $0, $1) }) == 0 else { throw .current }
            guard Glibc.listen(socket.raw, 128) == 0 else { throw .current }
            var status = stat()
            guard lstat(path, &status) == 0 else { throw .current }
            let file = UnixSocketFile(
                path: path, directory: directory, device: status.st_dev, inode: status.st_ino)
            return (file, socket.release())
        } catch {
            throw .couldNotListen(on: path, error)
        }
    }

    /// Removes the file, unless it has been replaced.
    func remove() {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_dev == device, status.st_ino == inode else {
            return
        }
        unlink(path)
    }

    /// Removes a stale socket, and refuses any other kind of file of that name.
    private static func makeRoom(for address: UnixSocketAddress) throws(TransportError) {
        let path = address.path
        var status = stat()
        guard lstat(path, &status) == 0 else {
            if errno == ENOENT { return }
            throw .couldNotListen(on: path, .current)
        }
        guard status.type == S_IFSOCK else { throw .notASocket(path: path) }
        let isLive: Bool
        do throws(Errno) {
            let probe = try OwnedDescriptor.streamSocket(family: AF_UNIX)
            guard fcntl(probe.raw, F_SETFL, O_NONBLOCK) == 0 else { throw .current }
            // EAGAIN: there is a listener, and its backlog is full.
            isLive =
                address.withPointer { connect(probe.raw, $0, $1) } == 0 || errno == EAGAIN
            if !isLive, errno != ECONNREFUSED { throw .current }
        } catch {
            throw .couldNotListen(on: path, error)
        }
        if isLive { throw .socketInUse(path: path) }
        unlink(path)
    }
}
