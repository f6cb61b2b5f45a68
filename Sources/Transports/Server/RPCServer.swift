import Hosting
public import JSONRPC
import LinuxSystem
public import Logging
import NIOCore
package import NIOPosix
import Synchronization

/// Serves connections on stdio and sockets until it is stopped.
///
/// With stdio, the client is the parent: the server ends with that connection. An orderly end
/// accepts nothing more, gives requests under way ``ServerConfiguration/drainTime`` before it
/// cancels them, and closes everything.
public final class RPCServer: Sendable {
    /// How long clients have to read that their requests were cancelled.
    private static let lastWriteTime = Duration.milliseconds(500)

    /// The event loops of a server with sockets.
    package static var threadCount: Int { min(System.coreCount, 4) }

    let configuration: ServerConfiguration
    let logger: Logger
    let limits: ConnectionLimits
    let dialect: ConnectionDialect
    /// That of TCP and HTTP.
    let gate: ConnectionGate?
    let connections: ConnectionSet
    let group: MultiThreadedEventLoopGroup?
    let socketFiles = Mutex<[UnixSocketFile]>([])

    private let framing: Framing
    let memory: MemoryBudget
    private let connectionNumber = Atomic(0)
    private let hasBegunToEnd = Atomic(false)
    private let streams: StandardStreams?
    private let ready: @Sendable ([ServerAddress]) -> Void
    private let stopping: AsyncStream<Never>
    private let stopContinuation: AsyncStream<Never>.Continuation
    private let watch = ProcessWatch()

    /// - Parameters:
    ///   - limits: those of each connection.
    ///   - framing: how messages are delimited; clients choose by default. HTTP and WebSocket have
    ///     their own way.
    ///   - dialect: the names of the messages about the connection.
    ///   - tcpGate: what TCP clients must do first; over HTTP it gets `{"secret": TOKEN}` with the token
    ///     of `Authorization: Bearer TOKEN`. Without it, every user of this machine may call
    ///     every method, and with ``ServerConfiguration/allowsRemote`` every machine. Unix sockets
    ///     are open only to processes of the same user, and stdio to the parent.
    ///   - memory: what all connections hold together.
    ///   - configuration: the sockets to listen on, and the conditions that end the server.
    ///   - streams: also served, if given, and closed at the end.
    ///   - logger: receives warnings about clients and files, never messages.
    ///   - ready: called once all listeners are open, with their bound addresses.
    public init(
        limits: ConnectionLimits = ConnectionLimits(),
        framing: Framing = .automatic, dialect: ConnectionDialect = .languageServer,
        tcpGate: ConnectionGate? = nil, memory: MemoryBudget = MemoryBudget(),
        on configuration: ServerConfiguration,
        streams: StandardStreams? = nil, logger: Logger = Logger(label: "jsonrpc"),
        ready: @escaping @Sendable ([ServerAddress]) -> Void = { _ in }
    ) {
        self.ready = ready
        self.configuration = configuration
        self.streams = streams
        self.logger = logger
        self.limits = limits
        self.framing = framing
        self.dialect = dialect
        self.memory = memory
        gate = tcpGate
        (stopping, stopContinuation) = AsyncStream.makeStream()
        connections = ConnectionSet(
            atMost: configuration.maximumConnections,
            maximumUnauthenticated: configuration.maximumUnauthenticated)
        group =
            configuration.hasSockets
            ? MultiThreadedEventLoopGroup(numberOfThreads: Self.threadCount) : nil
    }

    /// The number of open connections. A request over HTTP counts too while its calls run.
    public var connectionCount: Int { connections.count }

    /// The number of open connections, by transport.
    package var connectionCounts: [String: Int] { connections.counts }

    /// Whether the server ends: it answers what it has accepted, and accepts nothing more.
    package var isEnding: Bool { hasBegunToEnd.load(ordering: .relaxed) }

    /// Calls `body` with every open connection that is no request over HTTP, for example to send it a notification; see
    /// ``JSONRPC/ServerConnection/send(notification:params:)`` for when that is dropped.
    public func forEachConnection(_ body: (ServerConnection) -> Void) {
        connections.lastingConnections.forEach(body)
    }

    /// Makes a connection for a client of this kind, which calls `signal` when its transport has
    /// something to do.
    ///
    /// - Parameters:
    ///   - name: for a log; a new one by default.
    ///   - dialect: the server's by default.
    ///   - trace: see ``JSONRPC/RequestContext/trace``.
    func makeConnection(
        _ methods: MethodRegistry, _ kind: ConnectionKind, name: String? = nil,
        dialect: ConnectionDialect? = nil, trace: String? = nil,
        _ signal: @escaping @Sendable () -> Void
    ) -> ServerConnection {
        ServerConnection(
            registry: methods, limits: limits,
            framing: kind == .request || kind == .webSocket ? .lines : framing,
            dialect: dialect ?? self.dialect, gate: kind == .tcp ? gate : nil,
            isStdio: kind == .stdio, name: name ?? nextName(kind), trace: trace,
            memory: memory, signal: signal)
    }

    /// A name for a new connection, for a log.
    func nextName(_ kind: ConnectionKind) -> String {
        let number = connectionNumber.add(1, ordering: .relaxed).newValue
        return kind == .stdio ? "stdio" : "\(kind.name)-\(number)"
    }

    /// Serves until the server ends: by ``stop()``, with the connection over the streams, after
    /// ``ServerConfiguration/idleExit``, or at once if the task is cancelled. Called once.
    ///
    /// - Parameter methods: those of every connection; they may refer to the server.
    /// - Returns: the exit status that stdio's client asked for, otherwise 0.
    /// - Throws: ``TransportError`` if a listener could not be made, or if there is nothing to serve.
    public func run(_ methods: MethodRegistry) async throws -> Int32 {
        try await run(methods, furtherReadyLines: [])
    }

    /// The same as ``run(_:)``, but SIGTERM and SIGINT end the server too, in an orderly way; a second
    /// signal ends the process at once. From now on, the process handles both signals so.
    public func runUntilSignal(_ methods: MethodRegistry) async throws -> Int32 {
        let signals = try EndSignals()
        signals.onFirst { self.stop() }
        return try await run(methods)
    }

    /// - Parameters:
    ///   - http: what the program serves over HTTP besides the methods.
    ///   - furtherReadyLines: lines of the ready file after those of the listeners.
    ///   - onListening: called with the addresses before any request is read from the streams.
    package func run(
        _ methods: MethodRegistry, http: HTTPExtension = HTTPExtension(),
        furtherReadyLines: [String],
        onListening: @Sendable ([ServerAddress]) -> Void = { _ in }
    ) async throws -> Int32 {
        guard streams != nil || configuration.hasSockets else {
            throw TransportError.nothingToServe
        }
        var listeners: [SocketListener] = []
        var stdio: ServerConnection?
        let result: Result<Void, any Error>
        do {
            try await listen(&listeners, methods, http)
            let addresses = (streams == nil ? [] : [.stdio]) + listeners.map(\.address)
            onListening(addresses)
            stdio = try streams.map { try serve($0, methods) }
            configuration.parentProcess.map(watch)
            try announce(addresses, furtherReadyLines)
            result = .success(())
        } catch {
            stop()
            result = .failure(error)
        }
        await serveUntilStopped(listeners)
        try result.get()
        return stdio?.exitStatus ?? 0
    }

    /// Makes ``run(_:)`` end in an orderly way. May be called from any thread, any number of times.
    public func stop() {
        stopContinuation.finish()
    }

    /// Stops the server when a process has ended, at once if it does not exist.
    package func watch(_ process: pid_t) {
        watch.add(process) { [stopContinuation] in stopContinuation.finish() }
    }

    private func announce(
        _ addresses: [ServerAddress], _ furtherLines: [String]
    ) throws(TransportError) {
        if let path = configuration.readyFile {
            let lines = addresses.map(\.description) + furtherLines
            do throws(Errno) {
                // A reader never sees a part of the file.
                try TemporaryFile.replace(
                    path, with: lines.flatMap { Array("\($0)\n".utf8) }, mode: 0o644)
            } catch {
                throw .file(path: path, error)
            }
        }
        ready(addresses)
    }

    /// Waits for the connections' tasks, as their parent.
    private func serveUntilStopped(_ listeners: [SocketListener]) async {
        await withTaskCancellationHandler {
            await withDiscardingTaskGroup { tasks in
                tasks.addTask { await self.endWhenStopped(listeners) }
                for await connection in connections.closed {
                    tasks.addTask {
                        await connection.waitUntilFinished()
                        self.connections.finish()
                    }
                }
            }
        } onCancel: {
            stop()
        }
        watch.cancel()
        guard let group else { return }
        await group.settle()
        try? await group.shutdownGracefully()
    }

    private func endWhenStopped(_ listeners: [SocketListener]) async {
        await withDiscardingTaskGroup { tasks in
            tasks.addTask { await self.stopWhenIdle(listeners) }
            for await _ in stopping {}
            tasks.cancelAll()
        }
        hasBegunToEnd.store(true, ordering: .relaxed)
        for listener in listeners where !listener.kind.isHTTP {
            await listener.close()
        }
        connections.drain()
        await finish()
        // Until now, an HTTP client could still hear that the server ends.
        for listener in listeners where listener.kind.isHTTP {
            await listener.close()
        }
    }

    /// Lets the connections finish what they have accepted, for a limited time.
    private func finish() async {
        if await isEmptied(within: configuration.drainTime) { return }
        let busy = connections.connections
        if !busy.isEmpty { logger.notice("cancelling the requests of \(busy.count) connections") }
        for connection in busy {
            connection.cancelAll()
        }
        if await isEmptied(within: Self.lastWriteTime) { return }
        connections.closeAll()
    }

    /// Stops when there has been no connection for the idle time, and no client is connecting.
    ///
    /// A client that connects while the listeners are paused stays in the kernel's queue. On an
    /// inherited socket, the service manager's next server serves it.
    private func stopWhenIdle(_ listeners: [SocketListener]) async {
        guard let time = configuration.idleExit else { return }
        let start = ContinuousClock.now
        while !Task.isCancelled {
            guard let idleSince = connections.idleSince else {
                await connections.emptied()
                continue
            }
            let rest = time - max(start, idleSince).duration(to: .now)
            if rest > .zero {
                try? await Task.sleep(for: rest)
                continue
            }
            for listener in listeners { await listener.pause(true) }
            if connections.idleSince != nil { return stop() }
            for listener in listeners { await listener.pause(false) }
        }
    }

    /// Waits until no connection is left, or the time is over.
    private func isEmptied(within time: Duration) async -> Bool {
        await withTaskGroup(of: Bool.self) { tasks in
            tasks.addTask {
                await self.connections.emptied()
                return !Task.isCancelled
            }
            tasks.addTask {
                try? await Task.sleep(for: time)
                return false
            }
            defer { tasks.cancelAll() }
            return await tasks.next() ?? true
        }
    }
}

extension EventLoopGroup {
    /// Returns when the event loops have run all work that was queued so far.
    ///
    /// A connection that closes while it is being set up moves from the listener's event loop to
    /// its own and back. An event loop that receives work after its end prints a warning on
    /// standard error.
    fileprivate func settle() async {
        for _ in 0..<3 {
            for eventLoop in makeIterator() {
                try? await eventLoop.submit {}.get()
            }
        }
    }
}
