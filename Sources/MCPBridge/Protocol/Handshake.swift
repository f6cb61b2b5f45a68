import Synchronization

/// Whether `initialize` has been received. From then on, requests of the older revisions are
/// accepted.
///
/// - SeeAlso: MCP 2026-07-28, "Backward Compatibility with Initialization-Based Versions".
final class Handshake: Sendable {
    private let hasCome = Atomic(false)

    var isDone: Bool { hasCome.load(ordering: .acquiring) }

    func finish() {
        hasCome.store(true, ordering: .releasing)
    }
}
