/// Where one claim waits. The newest messages that arrive while it does not wait are kept.
final class Waiter: Sendable {
    enum Message: Hashable, Sendable {
        case published
        /// Sealed, as received.
        case outcome([UInt8])
    }

    private let pace: Pace
    /// Nil is the signal of a timer. There is room for two, so that it does not replace a message.
    private let (messages, sender) = AsyncStream.makeStream(
        of: Message?.self, bufferingPolicy: .bufferingNewest(2))

    init(_ pace: Pace) {
        self.pace = pace
    }

    func receive(_ message: Message) {
        sender.yield(message)
    }

    /// The message, or nil if none arrived in time or the task was cancelled.
    func wait(for duration: Duration) async -> Message? {
        let end = pace.now() + duration
        return await withTaskGroup(of: Void.self) { timer in
            timer.addTask { [pace, sender] in
                do { try await pace.sleep(duration) } catch { return }
                sender.yield(nil)
            }
            defer { timer.cancelAll() }
            for await message in messages {
                // Before the end, nil is the late signal of an earlier wait.
                if message != nil || pace.now() >= end { return message }
            }
            return nil
        }
    }
}
