import Glibc

/// A pair of streams for a server, and the client's ends of them.
package struct StreamEnds: Sendable {
    /// What stdin and stdout may be.
    package enum Kind: CaseIterable, Sendable {
        case pipes, socket, terminal
    }

    package let server: (input: CInt, output: CInt)
    package let writer: CInt
    package let reader: CInt

    package init(_ kind: Kind) throws {
        switch kind {
        case .pipes:
            let input = try Self.pair { pipe(&$0) }
            let output = try Self.pair { pipe(&$0) }
            server = (input[0], output[1])
            (writer, reader) = (input[1], output[0])
        case .socket:
            let ends = try Self.pair { socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &$0) }
            server = try Self.both(ends[0])
            (writer, reader) = (ends[1], ends[1])
        case .terminal:
            let ends = try Self.openTerminal()
            server = try Self.both(ends.terminal)
            (writer, reader) = (ends.user, ends.user)
        }
    }

    /// Stands for a process whose stdin and stdout are one open file.
    private static func both(_ descriptor: CInt) throws -> (input: CInt, output: CInt) {
        let copy = dup(descriptor)
        guard copy >= 0 else { throw SystemError() }
        return (descriptor, copy)
    }

    private static func pair(_ make: (inout [CInt]) -> CInt) throws -> [CInt] {
        var ends: [CInt] = [0, 0]
        guard make(&ends) == 0 else { throw SystemError() }
        return ends
    }

    private static func openTerminal() throws -> (user: CInt, terminal: CInt) {
        // TIOCSPTLCK and TIOCGPTN: unlock the terminal, and ask for its number.
        let (unlock, askNumber): (UInt, UInt) = (0x4004_5431, 0x8004_5430)
        let user = open("/dev/ptmx", O_RDWR | O_NOCTTY)
        var isLocked: CInt = 0
        var number: CInt = 0
        guard user >= 0, ioctl(user, unlock, &isLocked) == 0, ioctl(user, askNumber, &number) == 0
        else { throw SystemError() }
        let terminal = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
        var settings = termios()
        guard terminal >= 0, tcgetattr(terminal, &settings) == 0 else { throw SystemError() }
        // Line by line, as typed at a shell, but without the echo in the output.
        settings.c_lflag &= ~tcflag_t(ECHO)
        settings.c_oflag &= ~tcflag_t(OPOST)
        guard tcsetattr(terminal, TCSANOW, &settings) == 0 else { throw SystemError() }
        return (user, terminal)
    }

    package func send(_ bytes: [UInt8]) {
        precondition(Glibc.write(writer, bytes, bytes.count) == bytes.count)
    }

    /// Ends the input, as each kind does it.
    package func endInput(_ kind: Kind) {
        switch kind {
        case .pipes: close(writer)
        case .socket: shutdown(writer, CInt(SHUT_WR))
        case .terminal: send([4])  // ^D
        }
    }
}
