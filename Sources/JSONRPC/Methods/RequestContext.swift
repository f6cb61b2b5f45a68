import JSONCore

/// What a handler may know of the request that it answers, beside the params.
package struct RequestContext: Sendable {
    /// Sends a notification to the client that asked; after the answer it does nothing.
    package let notify: @Sendable (_ method: String, _ params: JSONValue) -> Void

    /// Where a caller that follows the work in its own way is told of it: how many steps are done,
    /// of those known so far. Nil if it does not.
    package let progress: (@Sendable (_ done: Int, _ total: Int) -> Void)?

    /// Whether the client is on stdin and stdout, and so is the server's parent.
    package let isStdio: Bool

    package init(
        isStdio: Bool = false,
        notify: @escaping @Sendable (_ method: String, _ params: JSONValue) -> Void = { _, _ in },
        progress: (@Sendable (_ done: Int, _ total: Int) -> Void)? = nil
    ) {
        self.notify = notify
        self.progress = progress
        self.isStdio = isStdio
    }
}
