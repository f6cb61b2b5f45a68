package import JSONRPC

extension ConnectionDialect {
    /// The message names of the Model Context Protocol, the same in every revision.
    ///
    /// A connection ends with its input, a cancelled request is not answered, and no notification
    /// calls a method.
    package static let modelContextProtocol = ConnectionDialect(
        cancel: "notifications/cancelled", cancelledID: "requestId", answersCancelled: false,
        performsNotifications: false)
}
