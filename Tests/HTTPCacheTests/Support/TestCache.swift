import HTTPCore
import HTTPTypes
import TestSupport

@testable import HTTPCache

/// A store in memory with its own clock, and transports over it.
struct TestCache: Sendable {
    let clock = TestClock()
    let log = LogRecorder()
    let store: ResponseStore

    init() {
        store = ResponseStore(path: ":memory:", logger: log.logger, clock: clock.read)
    }

    func transport(
        _ upstream: ScriptedTransport, isOffline: Bool = false, staleWhileRevalidate: Int = 0
    ) -> CachingTransport {
        CachingTransport(
            wrapping: upstream, store: store, isOffline: isOffline,
            staleWhileRevalidate: staleWhileRevalidate, clock: clock.read)
    }
}

extension HTTPTransportResponse {
    var text: String { String(decoding: body, as: UTF8.self) }
}
