import ArgumentParser
import GitHubSandbox
import HTTPFront
import Hosting
import JSONRPC
import Secrets
import Synchronization
import Transports

/// The methods that a command serves, and how its connections speak.
struct Service {
    var limits = ConnectionLimits()
    let framing: Framing
    let dialect: ConnectionDialect
    /// Whether clients get notifications that none of their requests asked for.
    var announces = false
    var pages = WebPages()
    /// Called with the address of the web explorer on the listener of the configuration, with a launch
    /// token, when all listeners are open.
    var launch: (@Sendable (String) -> Void)?
    let methods: (ServiceStack) -> MethodRegistry

    /// Runs the server until it ends or a signal ends it, then closes everything behind it.
    ///
    /// - Parameter memory: what all connections and bodies from upstream hold together.
    /// - Throws: always: the exit status, or why the server cannot run.
    func run(
        _ options: UpstreamOptions, on configuration: ServerConfiguration = ServerConfiguration(),
        servesStdio: Bool = true, tcpGate: ConnectionGate? = nil,
        memory: MemoryBudget = MemoryBudget(), until signals: EndSignals
    ) async throws {
        // Before anything else is opened, so that nothing can write between two frames.
        let streams = servesStdio ? try StandardStreams.claim() : nil
        let logger = options.makeLogger()
        let server = RPCServer(
            limits: limits, framing: framing, dialect: dialect, tcpGate: tcpGate,
            memory: memory, on: configuration, streams: streams, logger: logger)
        let metrics = configuration.hasHTTP ? ServerMetrics() : nil
        let stack = try await ServiceStack(
            options, framings: framing.names, limits: limits, memory: memory, logger: logger,
            metrics: metrics,
            watchParent: { server.watch($0) },
            announce: { [announces] method, params in
                guard announces else { return }
                server.forEachConnection { $0.send(notification: method, params: params) }
            })
        signals.beforeExit { server.removeSocketFiles() }
        stack.connect()
        signals.onFirst { server.stop() }
        let token = Mutex<LaunchToken?>(nil)
        let lines = stack.sandbox.map { ["sandbox:\($0.baseURL)"] } ?? []
        let front = metrics.map { metrics in
            HTTPExtension(
                server, stack.environment, methods: stack.registry, observed: stack.logged,
                metrics: metrics.route { stack.gauges(server.connectionCounts) }, pages: pages,
                gate: tcpGate,
                admits: { candidate in token.withLock { $0?.admits(candidate, at: .now) == true } },
                note: { Process.redactor.learn(session: Secret($0)) })
        }
        let status = try await stack.closing {
            try await server.run(
                stack.logged(methods(stack)), http: front ?? HTTPExtension(),
                furtherReadyLines: lines
            ) { [launch] addresses in
                stack.logStart(addresses.map(\.description).joined(separator: " "))
                guard let launch, let page = configuration.page(among: addresses) else { return }
                let new = LaunchToken(at: .now)
                Process.redactor.learn(Secret(new.reveal()))
                token.withLock { $0 = new }
                launch("\(page)#launch=\(new.reveal())")
            }
        }
        stack.logEnd()
        throw ExitCode(status)
    }
}

extension ServerConfiguration {
    /// The address for a browser on this machine.
    ///
    /// - Parameter addresses: those listened on.
    fileprivate func page(among addresses: [ServerAddress]) -> String? {
        for case .http(let bound) in addresses {
            let loopback = ["0.0.0.0": "127.0.0.1", "::": "::1"][bound.host]
            let host = loopback ?? http?.host ?? bound.host
            return "http://\(HostAndPort(host: host, port: bound.port))/"
        }
        return nil
    }
}
