import HTTPTypes
import Synchronization

/// The memory for bodies from upstream. All of them together have a limit.
package struct BodyMemory: Sendable {
    package static let unlimited = BodyMemory { _ in true }

    private let change: @Sendable (Int) -> Bool

    /// - Parameter change: takes that many bytes, or returns them if negative; false if there is no
    ///   room.
    package init(change: @escaping @Sendable (Int) -> Bool) {
        self.change = change
    }

    package func lease() -> Lease {
        Lease(change: change)
    }

    /// The memory of one body. It is returned when the last owner of the lease is gone.
    package final class Lease: Sendable {
        private let change: @Sendable (Int) -> Bool
        private let held = Mutex(0)

        fileprivate init(change: @escaping @Sendable (Int) -> Bool) {
            self.change = change
        }

        deinit {
            hold(0)
        }

        /// Takes or returns memory until it is `count` bytes.
        ///
        /// - Returns: false if there is no room; nothing has changed then.
        @discardableResult
        package func hold(_ count: Int) -> Bool {
            held.withLock { held in
                guard change(count - held) else { return false }
                held = count
                return true
            }
        }
    }
}

/// Lets a body through only if there is memory for it, wherever it comes from.
///
/// The transfer holds memory of its own until the response is complete. A stored response has had
/// no transfer.
package struct BodyMemoryTransport: HTTPTransport {
    private let next: any HTTPTransport
    private let memory: BodyMemory

    package init(next: any HTTPTransport, memory: BodyMemory) {
        self.next = next
        self.memory = memory
    }

    package func send(
        _ request: HTTPTransportRequest
    ) async throws(HTTPTransportError) -> HTTPTransportResponse {
        var response = try await next.send(request)
        let lease = memory.lease()
        guard lease.hold(response.body.count) else {
            throw .noMemory(status: response.head.status.code)
        }
        response.lease = lease
        return response
    }
}

extension HTTPTransportError {
    package static func noMemory(status: Int) -> HTTPTransportError {
        .invalidBody(status: status, reason: noMemory)
    }

    /// As a phrase for people.
    package static let noMemory = "there is no memory for the body"
}
