import JSONCore

/// The names of the messages that are about the connection itself.
///
/// The connection handles these where messages are read. Every other request calls a method.
public struct ConnectionDialect: Hashable, Sendable {
    /// The request after which all others are refused; nil if there is none.
    public var shutdown: String?
    /// The notification that ends the connection; nil if only the end of the input does.
    public var exit: String?
    /// The notification that cancels a request.
    public var cancel: String
    /// The member of its params that names the request.
    public var cancelledID: String
    /// Whether a cancelled request is answered, with ``RPCError/cancelled``.
    public var answersCancelled: Bool
    /// Whether any other notification calls the method of its name, as in JSON-RPC 2.0. Otherwise
    /// it is ignored.
    public var performsNotifications: Bool
    /// Whether the server sends notifications. Otherwise only requests are answered.
    public var sendsNotifications: Bool

    /// A dialect; see the properties of the same names.
    public init(
        shutdown: String? = nil, exit: String? = nil, cancel: String, cancelledID: String,
        answersCancelled: Bool, performsNotifications: Bool, sendsNotifications: Bool = true
    ) {
        self.shutdown = shutdown
        self.exit = exit
        self.cancel = cancel
        self.cancelledID = cancelledID
        self.answersCancelled = answersCancelled
        self.performsNotifications = performsNotifications
        self.sendsNotifications = sendsNotifications
    }

    /// The names of the Language Server Protocol 3.17: "Cancellation Support", "Shutdown Request",
    /// "Exit Notification".
    public static let languageServer = ConnectionDialect(
        shutdown: "shutdown", exit: "exit", cancel: "$/cancelRequest", cancelledID: "id",
        answersCancelled: true, performsNotifications: true)

    /// The request that a notification cancels; nil if it names none.
    func cancelled(by notification: RPCRequest) -> RequestID? {
        guard notification.id == nil, notification.calls(cancel) else { return nil }
        return notification.params.value()[cancelledID].flatMap(RequestID.init)
    }

    /// Whether a message has only cancellations, which take effect at once.
    func isCancellation(_ message: IncomingMessage) -> Bool {
        !message.envelopes.isEmpty
            && message.envelopes.allSatisfy { $0.isNotification(of: cancel) }
    }

    /// Whether a message ends the connection, so that later messages are ignored.
    func isExit(_ message: IncomingMessage) -> Bool {
        message.envelopes.contains { $0.isNotification(of: exit) }
    }

    /// Whether a notification of that name is ignored.
    func ignores(_ notification: String) -> Bool {
        !performsNotifications || notification.isSameText(as: "initialized")
            || notification.utf8.starts(with: "$/".utf8)
    }
}

extension IncomingMessage.Envelope {
    fileprivate func isNotification(of name: String?) -> Bool {
        guard case .call(let request) = self else { return false }
        return request.id == nil && request.calls(name)
    }
}
