import Synchronization

/// Where one claim waits. The newest message that arrives while it does not wait is kept.
final class Waiter: Sendable {
    enum Message: Hashable, Sendable {
        case published
        /// Sealed, as received.
        case outcome([UInt8])
    }

    private let pace: Pace
    private let newest = Mutex<Message?>(nil)
    private let (signals, sender) = AsyncStream.makeStream(
        of: Void.self, bufferingPolicy: .bufferingNewest(1))

    init(_ pace: Pace) {
        self.pace = pace
    }

    func receive(_ message: Message) {
        newest.withLock { $0 = message }
        sender.yield()
    }

    /// The message, or nil if none arrived in time or the task was cancelled.
    func wait(for duration: Duration) async -> Message? {
        let end = pace.now() + duration
        return await withTaskGroup(of: Void.self) { timer in
            timer.addTask { [pace, sender] in
                do { try await pace.sleep(duration) } catch { return }
                sender.yield()
            }
            defer { timer.cancelAll() }
            for await _ in signals {
                if let message = newest.withLock({ $0.take() }) { return message }
                // Before the end, this is the late signal of an earlier wait.
                if pace.now() >= end { break }
            }
            return nil
        }
    }
}
