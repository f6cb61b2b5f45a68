/// A method as a connection sees it: a name and its handlers.
///
/// Results are JSON text in UTF-8, which is sent unchanged.
package struct RPCMethod: Sendable {
    /// Returns a result without waiting, or nil to leave the call to ``handle``.
    ///
    /// It runs on the thread that reads the connection, before any later message, so it must
    /// neither block nor compute for long. It may be called although its result is not used, so it
    /// must not have lasting effects.
    package typealias Immediate = @Sendable (RPCParams) -> [UInt8]?

    /// Returns a result from a task, which is cancelled when the response is no longer wanted.
    package typealias Handle = @Sendable (RPCParams, RequestContext) async throws -> [UInt8]

    /// The most bytes of a result for these params, if more than some 100 KiB.
    package typealias LargestResult = @Sendable (RPCParams) -> Int

    package let name: String
    package let immediate: Immediate?
    package let handle: Handle
    /// Nil if all results are short.
    package let largestResult: LargestResult?

    package init(
        _ name: String, immediate: Immediate? = nil, largestResult: LargestResult? = nil,
        handle: @escaping Handle
    ) {
        self.name = name
        self.immediate = immediate
        self.largestResult = largestResult
        self.handle = handle
    }
}
