import Synchronization

/// What a log says of one request. It is task-local, so that nothing between a method and the network
/// hands it on. A transfer that several requests wait for belongs to the one that began it.
package final class RequestRecord: Sendable {
    @TaskLocal package static var current: RequestRecord?

    package struct Facts: Sendable {
        /// The method behind the one that the protocol called, and the code of its error.
        package var method: String?
        package var error: Int?
        package var upstreamRequests = 0
    }

    /// Also in the other lines that are logged for the request.
    package let id = String(UInt32.random(in: .min ... .max), radix: 16)
    private let state = Mutex(Facts())

    package init() {}

    package var facts: Facts { state.withLock(\.self) }

    package func note(_ change: (inout Facts) -> Void) { state.withLock { change(&$0) } }
}
