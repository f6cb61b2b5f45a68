/// What the peers of a connection call the things that are about the connection itself.
///
/// The connection does these on its own, where messages are read; every other request is a
/// method's.
package struct ConnectionDialect: Hashable, Sendable {
    /// The request after which all others are refused; nil if there is none.
    package var shutdown: String?
    /// The notification that ends the connection; nil if the end of the input alone does.
    package var exit: String?
    /// The notification that stops a request.
    package var cancel: String
    /// The member of its params that names the request.
    package var cancelledID: String
    /// Whether a request that was stopped is answered, with ``RPCError/cancelled``.
    package var answersCancelled: Bool
    /// Whether a notification that is none of these calls the method of its name, as JSON-RPC 2.0
    /// has it; else it is passed over.
    package var performsNotifications: Bool

    package init(
        shutdown: String? = nil, exit: String? = nil, cancel: String, cancelledID: String,
        answersCancelled: Bool, performsNotifications: Bool
    ) {
        self.shutdown = shutdown
        self.exit = exit
        self.cancel = cancel
        self.cancelledID = cancelledID
        self.answersCancelled = answersCancelled
        self.performsNotifications = performsNotifications
    }

    /// The words of the Language Server Protocol 3.17: "Cancellation Support", "Shutdown Request",
    /// "Exit Notification".
    package static let languageServer = ConnectionDialect(
        shutdown: "shutdown", exit: "exit", cancel: "$/cancelRequest", cancelledID: "id",
        answersCancelled: true, performsNotifications: true)

    /// Whether a notification of that name is passed over although it is none of these.
    func passesOver(_ notification: String) -> Bool {
        !performsNotifications || notification == "initialized" || notification.hasPrefix("$/")
    }
}
