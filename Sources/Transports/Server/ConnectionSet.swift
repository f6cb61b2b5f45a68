import JSONRPC
import Synchronization

/// The connections of a server: the one over its streams, and those that its listeners have accepted.
///
/// A connection is added on its listener's event loop, before it moves to another one, so that a paused
/// listener has no connection that is not counted.
///
/// Connections that must still authenticate have places of their own, one set for each kind, so that
/// they cannot keep other clients out. If those places are taken, a new one closes the oldest.
final class ConnectionSet: Sendable {
    typealias ID = ObjectIdentifier

    private struct Member {
        var kind: ConnectionKind
        let close: @Sendable () -> Void
        /// Whether it counts towards ``maximum``.
        var takesPlace: Bool
        /// Nil until the connection has been set up, and for HTTP, whose requests are members too.
        var connection: ServerConnection?
        /// Nil until the connection has been set up.
        var drain: (@Sendable () -> Void)?
    }

    private struct State {
        var members: [ID: Member] = [:]
        /// The members that must authenticate and have not been asked to close, oldest first.
        var unauthenticated: [(kind: ConnectionKind, id: ID)] = []
        var places = 0
        /// Connections that are closed and have handlers that have not ended.
        var finishing = 0
        var isEnding = false
        var idleSince: ContinuousClock.Instant? = .now
        var wakeListeners: [@Sendable () -> Void] = []
        var emptyWaiters: [AsyncStream<Never>.Continuation] = []
    }

    /// Each connection that has closed. The stream ends with the last one of an ending server.
    let closed: AsyncStream<ServerConnection>

    private let closedContinuation: AsyncStream<ServerConnection>.Continuation
    private let maximum: Int
    private let maximumUnauthenticated: Int
    private let state = Mutex(State())

    /// - Parameters:
    ///   - maximum: most connections over sockets that are accepted at once.
    ///   - maximumUnauthenticated: most connections of each kind that have not authenticated, besides
    ///     the others.
    init(atMost maximum: Int, maximumUnauthenticated: Int) {
        self.maximum = maximum
        self.maximumUnauthenticated = maximumUnauthenticated
        (closed, closedContinuation) = AsyncStream.makeStream()
    }

    var count: Int { state.withLock(\.members.count) }

    var hasRoom: Bool { state.withLock { $0.places < maximum || $0.isEnding } }

    /// When the last connection closed; nil while there is one.
    var idleSince: ContinuousClock.Instant? { state.withLock(\.idleSince) }

    /// The connections that have been set up and are open, requests over HTTP among them.
    var connections: [ServerConnection] {
        state.withLock { $0.members.values.compactMap(\.connection) }
    }

    /// The same without requests over HTTP.
    var lastingConnections: [ServerConnection] {
        state.withLock { state in
            state.members.values.compactMap { $0.kind == .request ? nil : $0.connection }
        }
    }

    /// The number of open connections, by ``ConnectionKind/name``.
    var counts: [String: Int] {
        state.withLock { $0.members.values.reduce(into: [:]) { $0[$1.kind.name, default: 0] += 1 } }
    }

    var isEnding: Bool { state.withLock(\.isEnding) }

    /// Adds a connection that has been accepted; `close` closes it, from any thread.
    ///
    /// An HTTP connection to an ending server is not added: it learns that the server ends, and must not
    /// hold up the end.
    func add(_ id: ID, _ kind: ConnectionKind, close: @escaping @Sendable () -> Void) {
        let closeOldest = state.withLock { state -> (@Sendable () -> Void)? in
            if state.isEnding, kind.isHTTP { return nil }
            state.members[id] = Member(kind: kind, close: close, takesPlace: kind.isTrusted)
            state.idleSince = nil
            if kind.isTrusted { state.places += 1 }
            guard kind.mustAuthenticate else { return nil }
            state.unauthenticated.append((kind, id))
            guard state.unauthenticated.count(where: { $0.kind == kind }) > maximumUnauthenticated,
                let oldest = state.unauthenticated.firstIndex(where: { $0.kind == kind })
            else { return nil }
            return state.members[state.unauthenticated.remove(at: oldest).id]?.close
        }
        closeOldest?()
    }

    /// Adds a request over HTTP, which belongs to a connection that has been added. It ends with
    /// ``close(_:)``.
    func add(request connection: ServerConnection) {
        state.withLock { state in
            state.members[ObjectIdentifier(connection)] = Member(
                kind: .request, close: {}, takesPlace: false, connection: connection)
        }
    }

    /// Records that a connection has been set up, or has become one of another kind.
    ///
    /// - Parameters:
    ///   - connection: nil for HTTP.
    ///   - drain: makes it accept no more requests, and close when it has answered the others.
    /// - Returns: false if the server is ending; the caller closes the connection.
    func start(
        _ id: ID, _ connection: ServerConnection?, as kind: ConnectionKind? = nil,
        drain: @escaping @Sendable () -> Void
    ) -> Bool {
        state.withLock { state in
            guard !state.isEnding || state.members[id] == nil else { return false }
            if let kind { state.members[id]?.kind = kind }
            state.members[id]?.connection = connection
            state.members[id]?.drain = drain
            return true
        }
    }

    /// Records that a client has authenticated. From now on its connection counts towards the maximum.
    func authenticated(_ id: ID) {
        state.withLock { state in
            guard let index = state.unauthenticated.firstIndex(where: { $0.id == id }) else {
                return
            }
            state.unauthenticated.remove(at: index)
            state.members[id]?.takesPlace = true
            state.places += 1
        }
    }

    /// Records that the descriptors of a connection are closed.
    func close(_ id: ID) {
        let (woken, waiters) = state.withLock { state in
            let member = state.members.removeValue(forKey: id)
            state.unauthenticated.removeAll { $0.id == id }
            let takesPlace = member?.takesPlace ?? false
            if takesPlace { state.places -= 1 }
            if state.members.isEmpty { state.idleSince = .now }
            if let connection = member?.connection {
                state.finishing += 1
                closedContinuation.yield(connection)
            }
            endStream(state)
            let hasRoomAgain = takesPlace && state.places == maximum - 1
            return (hasRoomAgain ? state.wakeListeners : [], takeWaiters(&state))
        }
        for wake in woken { wake() }
        for waiter in waiters { waiter.finish() }
    }

    /// Records that the handlers of a closed connection have ended.
    func finish() {
        let waiters = state.withLock { state in
            state.finishing -= 1
            return takeWaiters(&state)
        }
        for waiter in waiters { waiter.finish() }
    }

    /// Calls `wake`, from any thread, when there is room again.
    func addListener(_ wake: @escaping @Sendable () -> Void) {
        state.withLock { $0.wakeListeners.append(wake) }
    }

    /// Lets each connection finish its accepted requests. All listeners are closed, but those of HTTP.
    func drain() {
        let actions = state.withLock { state in
            state.isEnding = true
            defer { state.wakeListeners = [] }
            endStream(state)
            return state.members.values.compactMap(\.drain) + state.wakeListeners
        }
        // Outside of the lock: the call may close a connection, which removes it.
        for action in actions { action() }
    }

    func closeAll() {
        for close in state.withLock({ $0.members.values.map(\.close) }) { close() }
    }

    /// Returns when no connection and no handler is left, or when the task is cancelled.
    func emptied() async {
        let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
        let waiters = state.withLock { state in
            state.emptyWaiters.append(continuation)
            return takeWaiters(&state)
        }
        for waiter in waiters { waiter.finish() }
        for await _ in stream {}
    }

    private func endStream(_ state: State) {
        if state.isEnding, state.members.isEmpty { closedContinuation.finish() }
    }

    /// - Returns: those who wait until the set is empty, if it is.
    private func takeWaiters(_ state: inout State) -> [AsyncStream<Never>.Continuation] {
        guard state.members.isEmpty, state.finishing == 0 else { return [] }
        defer { state.emptyWaiters = [] }
        return state.emptyWaiters
    }
}
