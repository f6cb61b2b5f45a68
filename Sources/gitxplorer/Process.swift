import Glibc
import JSONCore
import JSONRPC
import Secrets
import Transports

/// This process: its environment, its error output, its end.
enum Process {
    /// The sockets from a service manager, claimed at the first access.
    static let inheritedSockets = Result { () throws(TransportError) in
        try SocketActivation.claim()
    }

    /// Knows the secrets of this process, for all text that others may read.
    static let redactor = Redactor()

    /// The variables, read byte by byte: ProcessInfo splits them at the character "=", and a combining
    /// character after it makes another character of it.
    static var environment: [String: String] {
        var variables: [String: String] = [:]
        var next = environ
        while let entry = next.pointee {
            if let equals = strchr(entry, Int32(UInt8(ascii: "="))) {
                let name = UnsafeRawBufferPointer(start: entry, count: equals - entry)
                variables[String(decoding: name, as: UTF8.self)] = String(cString: equals + 1)
            }
            next += 1
        }
        return variables
    }

    /// Overwrites the variables' values, so that no token is kept for the life of the process.
    static func wipe(_ names: [String]) {
        var next = environ
        while let entry = next.pointee {
            if let equals = strchr(entry, Int32(UInt8(ascii: "="))),
                names.contains(where: { strncmp(entry, "\($0)=", $0.utf8.count + 1) == 0 })
            {
                memset(equals + 1, 0, strlen(equals + 1))
            }
            next += 1
        }
    }

    /// Prints one line on standard error, with the sentence's special characters escaped.
    static func complain(_ sentence: String) {
        StandardError.write("gitxplorer: \(redactor.redacted(sentence).visible)\n")
    }

    /// Writes text that may come from GitHub's users. Invisible characters are escaped on a terminal;
    /// text to a file or a pipe is unchanged.
    static func show(_ text: String, on descriptor: Int32 = STDOUT_FILENO) {
        output(isTerminal(descriptor) ? text.visibleLines : text, on: descriptor)
    }

    /// Writes a result on standard output, an error on standard error; indented on a terminal.
    static func show(_ outcome: Result<JSONValue, RPCError>) {
        let (value, descriptor) =
            switch outcome {
            case .success(let result): (result, STDOUT_FILENO)
            case .failure(let error): (error.value, STDERR_FILENO)
            }
        show((isTerminal(descriptor) ? value.pretty() : value.text) + "\n", on: descriptor)
    }

    /// Writes text as it is.
    ///
    /// Ends the process if standard output does not take it, without a word if its reader has gone.
    static func output(_ text: String, on descriptor: Int32 = STDOUT_FILENO) {
        // Standard output may be the same terminal.
        StandardError.finish()
        var bytes = ArraySlice(text.utf8)
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                bytes = bytes.dropFirst(count)
            } else if errno == EAGAIN {
                // Another process has made the open file non-blocking.
                var polled = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                poll(&polled, 1, -1)
            } else if errno != EINTR {
                guard descriptor == STDOUT_FILENO else { return }
                let reason = String(cString: strerror(errno))
                if errno != EPIPE { complain("standard output cannot be written: \(reason).") }
                end(1)
            }
        }
    }

    /// Everything up to the end of the input or an error.
    static func readAll(_ descriptor: Int32) -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = read(descriptor, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return bytes }
            bytes += chunk[..<count]
        }
    }

    static func isTerminal(_ descriptor: Int32) -> Bool {
        isatty(descriptor) == 1
    }

    /// Whether terminal and person want colors (https://no-color.org).
    static var showsColors: Bool {
        environment["TERM"] != "dumb" && (environment["NO_COLOR"] ?? "").isEmpty
    }

    /// The width of a terminal; 80 if it is not known.
    static func terminalColumns(_ descriptor: Int32) -> Int {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
            return 80
        }
        return Int(size.ws_col)
    }

    /// Ends once standard error has accepted all output, at most after a second.
    static func end(_ status: Int32) -> Never {
        StandardError.finish()
        exit(status)
    }
}
