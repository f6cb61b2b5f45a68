public import ArgumentParser
public import JSONRPC
import Transports

/// The flags of `serve`.
struct ServeOptions: ParsableArguments {
    @Flag(help: "Serve standard input and output, as without any listener flag.")
    var stdio = false

    @Option(
        "Make a Unix domain socket with mode 0600, serve it, and remove it at the end.",
        valueName: "path")
    var socket: String?

    @Option(
        "Serve TCP. Port 0 chooses a free port. Clients need the client secret.",
        valueName: "host:port")
    var listen: String?

    @Option(
        "Serve JSON-RPC, MCP, metrics and the web explorer over HTTP, and WebSocket. Port 0 chooses a free port. Clients need the client secret.",
        valueName: "host:port")
    var http: String?

    @Option(
        "Serve HTTP on a Unix domain socket, as --socket; its clients need no secret.",
        valueName: "path")
    var httpSocket: String?

    @Option(
        name: .customLong("http-host"),
        help: ArgumentHelp(
            "A further name that the field Host may have, such as that of a reverse proxy. May be repeated.",
            valueName: "name"))
    var httpHosts: [String] = []

    @Option(
        name: .customLong("http-origin"),
        help: ArgumentHelp(
            "A further origin whose pages may use the server, such as https://example.org. May be repeated.",
            valueName: "origin"))
    var httpOrigins: [String] = []

    @Option(
        help: "auto, headers (Content-Length, as in LSP) or lines (one JSON text per line).")
    var framing = Framing.automatic

    @Option(Bounds(1...1_073_741_824, "bytes"), "Longest message", valueName: "bytes")
    var maxMessageBytes = ConnectionLimits().maximumMessageBytes

    @Option(Bounds(1...1_000_000), "Most concurrent requests per connection", valueName: "n")
    var maxInFlight = ConnectionLimits().maximumInFlight

    @Option(
        Bounds(1_048_576...1_099_511_627_776, "bytes"),
        "Most memory for input, bodies from GitHub and unread output of all connections together",
        valueName: "bytes")
    var maxMemory = MemoryBudget.defaultMaximum

    @Option(
        .waiting, "Close a connection if a frame or a body stops arriving for this long",
        valueName: "seconds")
    var idleFrameTimeout = ServerConfiguration().idleFrameTimeout / .seconds(1)

    @Option(
        Bounds(0.001...31_536_000, "seconds"),
        "End a socket server after this long without connections", valueName: "seconds",
        absent: "never")
    var idleExit: Double?

    @Option(
        "The file with the secret of clients over TCP and HTTP. (default: $XDG_STATE_HOME/gitxplorer/client-secret)",
        valueName: "path")
    var clientSecretFile: String?

    @Flag(help: "Permit --listen and --http on a host that is not loopback.")
    var allowRemote = false

    @Option(Bounds(1...Int32.max), "End when this process has ended", valueName: "pid")
    var parentPid: Int32?

    @Option("Write the addresses to this file once all listeners are open.", valueName: "path")
    var readyFile: String?

    var limits: ConnectionLimits {
        ConnectionLimits(maximumMessageBytes: maxMessageBytes, maximumInFlight: maxInFlight)
    }
}

extension Framing: ExpressibleByArgument {
    /// The framings that a client may use, as `initialize` names them.
    var names: [String] {
        self == .automatic ? [Self.headers.rawValue, Self.lines.rawValue] : [rawValue]
    }
}
