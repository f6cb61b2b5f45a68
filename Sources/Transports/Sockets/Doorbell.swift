import NIOCore
import Synchronization

/// Tells a channel, from any thread, that its connection has something to do.
///
/// However often it is rung before the channel looks, it wakes the event loop once.
final class Doorbell: Sendable {
    /// The event that is fired through the channel's pipeline.
    struct Rang: Sendable {}

    /// Whether the connection must close without waiting for the client to close its side.
    let closesWithoutLingering = Atomic(false)

    private let channel: any Channel
    private let isPending = Atomic(false)
    private let isMuted = Atomic(false)

    init(_ channel: any Channel) {
        self.channel = channel
    }

    func ring() {
        guard !isMuted.load(ordering: .acquiring) else { return }
        guard !isPending.exchange(true, ordering: .acquiringAndReleasing) else { return }
        channel.eventLoop.execute { [self] in
            isPending.store(false, ordering: .releasing)
            channel.pipeline.fireUserInboundEventTriggered(Rang())
        }
    }

    /// Rings no more, because the channel is closed and its event loop may end.
    func mute() {
        isMuted.store(true, ordering: .releasing)
    }
}
