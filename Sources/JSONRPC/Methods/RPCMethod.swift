/// A method as a connection sees it: a name and what to do.
///
/// Results are JSON text in UTF-8, which goes out as it is.
package struct RPCMethod: Sendable {
    /// Answers without waiting, or returns nil to say that ``handle`` must.
    ///
    /// It runs on the thread that reads the connection, before anything that was sent later, so it
    /// neither blocks nor computes for long. It may be asked although its answer is not wanted:
    /// what it changes must not matter then.
    package typealias Immediate = @Sendable (RPCParams) -> [UInt8]?

    /// Answers in a task of its own, which is cancelled when the answer is no longer wanted.
    package typealias Handle = @Sendable (RPCParams, RequestContext) async throws -> [UInt8]

    package let name: String
    package let immediate: Immediate?
    package let handle: Handle

    package init(_ name: String, immediate: Immediate? = nil, handle: @escaping Handle) {
        self.name = name
        self.immediate = immediate
        self.handle = handle
    }
}
