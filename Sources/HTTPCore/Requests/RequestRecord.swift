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
        /// Where the result came from, if it is made of upstream's responses.
        package var source: Provenance.Source?
        /// The distributed trace that the request is part of: a ``TraceParent``.
        package var trace: String?
    }

    /// Also in the other lines that are logged for the request.
    package let id = String(UInt32.random(in: .min ... .max), radix: 16)
    private let state = Mutex(Facts())

    /// - Parameter trace: unchecked; left out if it is not a ``TraceParent``.
    package init(trace: String? = nil) {
        note(trace: trace)
    }

    package var facts: Facts { state.withLock(\.self) }

    package func note(_ change: (inout Facts) -> Void) { state.withLock { change(&$0) } }

    /// Records the trace, unless the text is none.
    package func note(trace: String?) {
        if let trace = TraceParent.checked(trace) { note { $0.trace = trace } }
    }
}
