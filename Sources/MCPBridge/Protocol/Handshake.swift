import Synchronization

/// Whether `initialize` has come, which lets requests of the older revisions in for as long as the
/// process lives.
///
/// - SeeAlso: MCP 2026-07-28, "Backward Compatibility with Initialization-Based Versions".
final class Handshake: Sendable {
    private let hasCome = Atomic(false)

    var isDone: Bool { hasCome.load(ordering: .acquiring) }

    func finish() {
        hasCome.store(true, ordering: .releasing)
    }
}
