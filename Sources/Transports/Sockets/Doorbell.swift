import NIOCore
import Synchronization

/// Tells a channel, from any thread, that its connection has something to do.
///
/// However often it is rung before the channel comes to look, the event loop is woken once.
final class Doorbell: Sendable {
    /// Fired through the channel's pipeline.
    struct Rang: Sendable {}

    /// Whether the connection is to close without waiting for the client to close its side.
    let isHurried = Atomic(false)

    private let channel: any Channel
    private let isPending = Atomic(false)

    init(_ channel: any Channel) {
        self.channel = channel
    }

    func ring() {
        guard !isPending.exchange(true, ordering: .acquiringAndReleasing) else { return }
        channel.eventLoop.execute { [self] in
            isPending.store(false, ordering: .releasing)
            channel.pipeline.fireUserInboundEventTriggered(Rang())
        }
    }

    /// Runs `body` on the event loop; rings meanwhile are passed over, since the caller looks at
    /// the connection right after it.
    func withoutRinging(_ body: () -> Void) {
        let wasPending = isPending.exchange(true, ordering: .acquiringAndReleasing)
        body()
        if !wasPending { isPending.store(false, ordering: .releasing) }
    }
}
