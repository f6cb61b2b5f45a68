import ArgumentParser
import Explorer
import GitHubProxy
import HTTPCache
import Hosting
import HTTPCore
import JSONRPC
import LinuxSystem
import Secrets
import ServerEnvironment
import Transports

/// `gitxplorer proxy`: the cache, the budget and the single flight for any client of GitHub's API.
struct ProxyCommand: AsyncParsableCommand, ConfinedCommand {
    static let configuration = CommandConfiguration(
        commandName: "proxy",
        abstract: "Cache GitHub's API for the clients that you already have.",
        discussion: """
            A client uses it as GitHub's API, with its own token:
              gitxplorer proxy --socket ~/.gitxplorer.sock &
              gh config set http_unix_socket ~/.gitxplorer.sock

              gitxplorer proxy --listen 127.0.0.1:8080 &
              GITHUB_API_URL=http://127.0.0.1:8080

            Everything passes. Responses to GET are stored and used again as RFC 9111 permits, for \
            whoever sends the same Authorization; equal requests at the same time are one; a limit that is \
            used up is answered without asking. The field Cache-Status says what happened.

            The first lines of output are the addresses. 'gitxplorer cache stats' says what was saved.
            """)

    @Option(
        "Listen on TCP, on a loopback address. Port 0 chooses a free port.", valueName: "host:port")
    var listen: String?

    @Option(
        "Make a Unix domain socket with mode 0600, serve it, and remove it at the end.",
        valueName: "path")
    var socket: String?

    @Flag(help: "Send the server's token for clients of the Unix socket that send none.")
    var lendToken = false

    @Flag(
        help:
            "Keep anonymous responses for 5 minutes and searches for one, although GitHub says otherwise."
    )
    var keepLonger = false

    @OptionGroup(title: "GitHub, cache and log") var upstream: UpstreamOptions

    func validate() throws {
        guard upstream.tokenFile == nil || lendToken else {
            throw ValidationError(
                "--token-file is for --lend-token; clients send their own tokens.")
        }
    }

    func fileAccess(_ paths: Paths) -> FileAccessLimits {
        var limits = upstream.fileAccess(paths, offersSignIn: false)
        if let socket { limits.present.append(Directory.parent(of: socket)) }
        return limits
    }

    func run() async throws {
        let signals = try EndSignals()
        let configuration = try serverConfiguration()
        let memory = MemoryBudget()
        let logger = upstream.makeLogger()
        let server = RPCServer(memory: memory, on: configuration, logger: logger)
        signals.beforeExit { server.removeSocketFiles() }
        let stack = try await ServiceStack(
            upstream, memory: memory, logger: logger, usesToken: lendToken)
        guard stack.base.isConfidential else {
            await stack.close()
            throw CommandError.exposed("--api-url \(stack.base)")
        }
        stack.connect()
        signals.onFirst { server.stop() }
        let endpoint = ProxyEndpoint(
            try rules(stack), stack.transport,
            inMemory: stack.caching.response(inMemoryFor:), isEnding: { server.isEnding })
        var http = HTTPExtension()
        http.proxy = endpoint.route
        try await stack.closing {
            do {
                _ = try await server.run(stack.registry, http: http, furtherReadyLines: []) {
                    stack.logStart($0.map(\.description).joined(separator: " "))
                    announce($0)
                }
            } catch TransportError.remoteNotAllowed(let host) {
                throw CommandError.usage(
                    "A proxy listens on loopback only, found \(host): no secret would keep others out."
                )
            }
            await endpoint.close()
            stack.logEnd()
        }
    }

    private func rules(_ stack: ServiceStack) throws -> ProxyRules {
        let lends = lendToken
        return ProxyRules(
            api: stack.base, pages: upstream.webUrl.flatMap { _ in WebAddress(upstream.pagesURL) },
            keepsLonger: keepLonger
        ) { lends ? stack.current.value : nil }
    }

    @Sendable
    private func announce(_ addresses: [ServerAddress]) {
        for case .http(let bound) in addresses { Process.show("listening on http://\(bound)\n") }
        for case .httpSocket(let path) in addresses { Process.show("listening on unix:\(path)\n") }
    }

    private func serverConfiguration() throws -> ServerConfiguration {
        var configuration = ServerConfiguration()
        configuration.httpSocketPath = socket
        configuration.http = try listen.map { text in
            do {
                return try HostAndPort(parsing: text)
            } catch {
                throw CommandError.usage("--listen: \(error).")
            }
        }
        configuration.inheritedSockets = try Process.inheritedSockets.get()
        guard configuration.inheritedSockets.allSatisfy(\.isHTTP) else {
            throw CommandError.usage("A socket from systemd needs FileDescriptorName=http.")
        }
        guard configuration.hasHTTP else {
            throw CommandError.usage(
                "A proxy needs a listener: --socket PATH or --listen HOST:PORT.")
        }
        let descriptors = DescriptorLimit.raise()
        configuration.maximumConnections = DescriptorLimit.connections(among: descriptors)
        try StartResources.eventLoops(RPCServer.threadCount).check()
        return configuration
    }
}
