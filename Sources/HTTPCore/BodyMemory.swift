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

    package func reserve() -> Reservation {
        Reservation(change: change)
    }

    /// The memory of one body. It is returned when the last owner of the reservation is gone.
    package final class Reservation: Sendable {
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
