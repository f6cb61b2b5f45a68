import ArgumentParser
import JSONRPC

/// The flags of `serve` (contract, section 1).
struct ServeOptions: ParsableArguments {
    @Flag(help: "Serve standard input and output; so it is without any listener flag.")
    var stdio = false

    @Option(
        help: ArgumentHelp(
            "Serve a Unix domain socket, mode 0600, made here and removed at the end.",
            valueName: "path"))
    var socket: String?

    @Option(
        help: ArgumentHelp(
            "Serve TCP; port 0 picks a free one. Clients need the client secret.",
            valueName: "host:port"))
    var listen: String?

    @Option(help: "auto, headers (Content-Length, as in LSP) or lines (one JSON text a line).")
    var framing = FramingOption.auto

    @Option(help: ArgumentHelp("Longest message.", valueName: "bytes"))
    var maxMessageBytes = 16_777_216

    @Option(help: ArgumentHelp("Requests under way, by connection.", valueName: "n"))
    var maxInFlight = 256

    @Option(
        help: ArgumentHelp(
            "Close a connection whose frame was begun and not gone on with for this long.",
            valueName: "seconds"))
    var idleFrameTimeout = 30.0

    @Option(
        help: ArgumentHelp(
            "End a socket server after this long without connections. (default: never)",
            valueName: "seconds"))
    var idleExit: Double?

    @Option(
        help: ArgumentHelp(
            "What TCP clients have to know. (default: $XDG_STATE_HOME/gitxplorer/client-secret)",
            valueName: "path"))
    var clientSecretFile: String?

    @Flag(help: "Let --listen take a host that is not loopback.")
    var allowRemote = false

    @Option(help: ArgumentHelp("End when this process is gone.", valueName: "pid"))
    var parentPid: Int32?

    @Option(
        help: ArgumentHelp(
            "Write what is served to this file once all listeners are up.", valueName: "path"))
    var readyFile: String?

    func validate() throws {
        try require(
            (1...1_073_741_824).contains(maxMessageBytes), "--max-message-bytes",
            "1 to 1073741824", maxMessageBytes)
        try require(
            (1...1_000_000).contains(maxInFlight), "--max-in-flight", "1 to 1000000", maxInFlight)
        try require(
            idleFrameTimeout > 0 && idleFrameTimeout.isFinite, "--idle-frame-timeout",
            "a number of seconds above 0", idleFrameTimeout)
        if let idleExit {
            try require(
                idleExit > 0 && idleExit.isFinite, "--idle-exit", "a number of seconds above 0",
                idleExit)
        }
        if let parentPid {
            try require(parentPid > 0, "--parent-pid", "the id of a process", parentPid)
        }
    }
}

enum FramingOption: String, CaseIterable, ExpressibleByArgument {
    case auto, headers, lines

    var framing: Framing {
        switch self {
        case .auto: .automatic
        case .headers: .headers
        case .lines: .lines
        }
    }
}
