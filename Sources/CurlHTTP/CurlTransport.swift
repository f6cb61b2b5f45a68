package import HTTPCore
import HTTPTypes
import Synchronization

/// Sends requests over the network with libcurl: one multi handle on a dedicated thread.
///
/// Connections are reused, a TLS server may choose HTTP/2, gzip is decoded, and TLS is verified.
/// Redirects are returned as responses. Proxies come from libcurl's environment variables; there is
/// none for loopback addresses. A truncated body is an error, never a short success.
///
/// A request with a ``HTTPCore/Relay`` may stream its body and that of its response, as fast as their
/// readers take them.
///
/// libcurl is not loaded before the first request.
package final class CurlTransport: HTTPTransport {
    private let options: CurlTransportOptions
    private let onExchange: (@Sendable (ExchangeRecord) -> Void)?
    /// There is no thread before the first request and after the end.
    private let state = Mutex((thread: CurlThread?.none, hasEnded: false))
    private let lastID = Atomic(0)

    /// - Parameter onExchange: called for each exchange that has ended, before its caller gets the
    ///   response.
    package init(
        options: CurlTransportOptions = CurlTransportOptions(),
        onExchange: (@Sendable (ExchangeRecord) -> Void)? = nil
    ) {
        self.options = options
        self.onExchange = onExchange
    }

    deinit {
        shutdown()
    }

    /// - Throws: ``HTTPTransportError/invalidBody(status:reason:)`` for a response over a limit of
    ///   the options, ``HTTPTransportError/cancelled`` also after ``shutdown()``.
    package func send(_ request: HTTPTransportRequest) async throws(HTTPTransportError)
        -> HTTPTransportResponse
    {
        if Task.isCancelled { throw .cancelled }
        // libcurl would refuse it too, but with the code that it also uses for a garbled response.
        guard ["http", "https"].contains(request.head.scheme) else {
            throw .unavailable(UpstreamFailure(cause: .connect))
        }
        let thread = try runningThread()
        let id = lastID.add(1, ordering: .relaxed).newValue
        let ending = await thread.ending(of: request, id: id) { [onExchange] in onExchange?($0) }
        let outcome = ending.outcome.flatMap { response in
            guard request.relay == nil else { return .success(response) }
            return Result { () throws(HTTPTransportError) in
                try response.withoutContentCoding(
                    to: request.head.method, maximumSize: options.maximumBodySize)
            }
        }
        if var record = ending.record {
            if case .failure(let error) = outcome { record.failure = error }
            onExchange?(record)
        }
        return try outcome.get()
    }

    /// Aborts every request with ``HTTPTransportError/cancelled``, and returns when the thread has
    /// ended, within milliseconds.
    package func shutdown() {
        let thread = state.withLock { state in
            state.hasEnded = true
            return state.thread.take()
        }
        thread?.stop()
    }

    private func runningThread() throws(HTTPTransportError) -> CurlThread {
        try state.withLock { state throws(HTTPTransportError) in
            if state.hasEnded { throw .cancelled }
            state.thread = state.thread ?? CurlThread(options: options)
            guard let thread = state.thread else {
                throw .unavailable(UpstreamFailure(cause: .connect))
            }
            return thread
        }
    }
}
