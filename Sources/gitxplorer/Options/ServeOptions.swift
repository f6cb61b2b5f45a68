import ArgumentParser
import JSONRPC
import Transports

/// The flags of `serve`.
struct ServeOptions: FlagGroup {
    var stdio = false
    var socket: String?
    var listen: String?
    var framing = FramingOption.auto
    var maxMessageBytes = ConnectionLimits().maximumMessageBytes
    var maxInFlight = ConnectionLimits().maximumInFlight
    var maxMemory = MemoryBudget.defaultMaximum
    var idleFrameTimeout = ServerConfiguration().idleFrameTimeout / .seconds(1)
    var idleExit: Double?
    var clientSecretFile: String?
    var allowRemote = false
    var parentPid: Int32?
    var readyFile: String?

    static let flags: [FlagLine<Self>] = [
        .flag(
            "stdio", \.stdio, "Serve standard input and output, as without any listener flag."),
        .option(
            "socket", \.socket,
            "Make a Unix domain socket with mode 0600, serve it, and remove it at the end.",
            valueName: "path"),
        .option(
            "listen", \.listen,
            "Serve TCP. Port 0 chooses a free port. Clients need the client secret.",
            valueName: "host:port"),
        .option(
            "framing", \.framing,
            "auto, headers (Content-Length, as in LSP) or lines (one JSON text per line)."),
        .option(
            "max-message-bytes", \.maxMessageBytes, Bounds(1...1_073_741_824, "bytes"),
            "Longest message", valueName: "bytes"),
        .option(
            "max-in-flight", \.maxInFlight, Bounds(1...1_000_000),
            "Most concurrent requests per connection", valueName: "n"),
        .option(
            "max-memory", \.maxMemory, Bounds(1_048_576...1_099_511_627_776, "bytes"),
            "Most memory for input, bodies from GitHub and unread output of all connections together",
            valueName: "bytes"),
        .option(
            "idle-frame-timeout", \.idleFrameTimeout, .waiting,
            "Close a connection if a frame stops arriving for this long", valueName: "seconds"),
        .option(
            "idle-exit", \.idleExit, Bounds(0.001...31_536_000, "seconds"),
            "End a socket server after this long without connections", valueName: "seconds",
            absent: "never"),
        .option(
            "client-secret-file", \.clientSecretFile,
            "The file with the secret of TCP clients. (default: $XDG_STATE_HOME/gitxplorer/client-secret)",
            valueName: "path"),
        .flag("allow-remote", \.allowRemote, "Permit --listen on a host that is not loopback."),
        .option(
            "parent-pid", \.parentPid, Bounds(1...Int32.max), "End when this process has ended",
            valueName: "pid"),
        .option(
            "ready-file", \.readyFile,
            "Write the addresses to this file once all listeners are open.", valueName: "path"),
    ]
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

    /// The framings that a client may use, as `initialize` names them.
    var names: [String] {
        self == .auto ? [Self.headers.rawValue, Self.lines.rawValue] : [rawValue]
    }
}
