import LinuxSystem

/// A listening socket and its file.
struct UnixListeningSocket: ~Copyable {
    let socket: OwnedDescriptor
    let file: UnixSocketFile
    let directory: SocketDirectory

    /// Releases the socket; the caller closes it.
    consuming func releaseSocket() -> CInt {
        socket.release()
    }
}
