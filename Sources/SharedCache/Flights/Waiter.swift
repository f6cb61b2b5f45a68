/// Where one flight waits. The newest message that arrives while it does not wait is kept.
final class Waiter: Sendable {
    enum Message: Hashable, Sendable {
        case published
        /// Sealed, as received.
        case outcome([UInt8])
    }

    /// Nil: a wait is over.
    private let (messages, sender) = AsyncStream.makeStream(
        of: Message?.self, bufferingPolicy: .bufferingNewest(1))

    func receive(_ message: Message) {
        sender.yield(message)
    }

    /// The message, or nil if none arrived in time or the task was cancelled.
    func wait(for duration: Duration) async -> Message? {
        let timer = Task {
            try await Task.sleep(for: duration)
            sender.yield(nil)
        }
        defer { timer.cancel() }
        for await message in messages { return message }
        return nil
    }
}
