import Transports

#if canImport(Glibc)
    import Glibc
#endif

/// This process: its environment, its error output, its end.
enum Process {
    /// What a service manager handed over; claimed when this is first asked for.
    static let inheritedSockets = Result { () throws(TransportError) in
        try SocketActivation.claim()
    }

    static var environment: [String: String] {
        var variables: [String: String] = [:]
        var next = environ
        while let entry = next.pointee {
            let text = String(cString: entry)
            if let equals = text.firstIndex(of: "=") {
                variables[String(text[..<equals])] = String(text[text.index(after: equals)...])
            }
            next += 1
        }
        return variables
    }

    /// One line on standard error.
    static func complain(_ sentence: String) {
        writeAll("gitxplorer: \(sentence)\n", to: STDERR_FILENO)
    }

    /// Writes all of it, however little the descriptor takes at a time.
    ///
    /// - Returns: whether everything was written.
    @discardableResult
    static func writeAll(_ text: String, to descriptor: Int32) -> Bool {
        var bytes = ArraySlice(Array(text.utf8))
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 {
                guard errno == EINTR || errno == EAGAIN else { return false }
                continue
            }
            bytes = bytes.dropFirst(count)
        }
        return true
    }

    /// Everything up to the end of the input, or to an error.
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

    /// Columns of the terminal on standard error; 80 where it does not say.
    static var terminalColumns: Int {
        var size = winsize()
        guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
            return 80
        }
        return Int(size.ws_col)
    }

    /// Has no core file written from now on: this process holds a token.
    static func forbidCoreFiles() {
        var none = rlimit(rlim_cur: 0, rlim_max: 0)
        setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
    }

    static func end(_ status: Int32) -> Never {
        exit(status)
    }
}
