import JSONCore

/// What a handler may know of the request that it answers, beside the params.
package struct RequestContext: Sendable {
    /// Sends a notification to the client that asked; after the answer it does nothing.
    package let notify: @Sendable (_ method: String, _ params: JSONValue) -> Void

    /// Whether the client is on stdin and stdout, and so is the server's parent.
    package let isStdio: Bool

    package init(
        isStdio: Bool = false,
        notify: @escaping @Sendable (_ method: String, _ params: JSONValue) -> Void = { _, _ in }
    ) {
        self.notify = notify
        self.isStdio = isStdio
    }
}
