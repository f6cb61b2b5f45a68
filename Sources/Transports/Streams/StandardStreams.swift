import Glibc
import LinuxSystem

/// The process's stdin and stdout, reserved for the connection.
///
/// `/dev/null` takes the place of stdin, and stderr that of stdout, so that no library can read
/// from the client or write between two frames. The descriptors' flags, which other processes may
/// share, are not changed.
public struct StandardStreams: Sendable {
    /// Owned by the code that serves the streams; close-on-exec, like ``output``.
    let input: CInt
    let output: CInt

    /// Takes ownership of any two descriptors.
    public init(input: CInt, output: CInt) {
        self.input = input
        self.output = output
    }

    /// Takes over descriptors 0 and 1, and ignores SIGPIPE. Called once.
    public static func claim() throws(TransportError) -> StandardStreams {
        do throws(Errno) {
            signal(SIGPIPE, SIG_IGN)
            return try take(input: 0, output: 1, errors: 2)
        } catch {
            throw .stream(error)
        }
    }

    /// Moves two descriptors to new numbers, and puts `/dev/null` and `errors` in their places.
    static func take(input: CInt, output: CInt, errors: CInt) throws(Errno) -> StandardStreams {
        let streams = StandardStreams(input: try duplicate(input), output: try duplicate(output))
        let null = open("/dev/null", O_RDONLY | O_CLOEXEC)
        guard null >= 0 else { throw .current }
        defer { close(null) }
        guard dup2(null, input) == input, dup2(errors, output) == output else { throw .current }
        return streams
    }

    /// Opens `/dev/null` for each of the descriptors 0, 1 and 2 that is closed, only to be read, so
    /// that a read ends and a write fails as it does on a closed descriptor.
    ///
    /// Must be called before anything else is opened, which would get these numbers.
    package static func fillStandardDescriptors() throws(TransportError) {
        for descriptor: CInt in 0...2 where fcntl(descriptor, F_GETFD) == -1 {
            // open(2) returns the lowest free number, which is this one.
            guard open("/dev/null", O_RDONLY) == descriptor else { throw .stream(.current) }
        }
    }

    private static func duplicate(_ descriptor: CInt) throws(Errno) -> CInt {
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
        guard copy >= 0 else { throw .current }
        return copy
    }
}
