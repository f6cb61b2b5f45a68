/// What a transport must do next for its connection.
public struct ConnectionStep: Sendable {
    /// Whole frames to write. Nothing is handed out until all earlier bytes are reported as written.
    public let write: [UInt8]

    /// Whether to read: false while too much input or output waits, while a gate decides, and after
    /// the end.
    public let wantsInput: Bool

    /// Whether part of a frame has arrived and the rest must come from the peer.
    public let isMidFrame: Bool

    /// The bytes of that part.
    public let unfinishedBytes: Int

    /// Whether the connection closes once ``write`` is written. Everything earlier is written.
    public let closes: Bool

    /// The same without ``write``.
    package var withoutOutput: ConnectionStep {
        ConnectionStep(
            write: [], wantsInput: wantsInput, isMidFrame: isMidFrame,
            unfinishedBytes: unfinishedBytes, closes: closes)
    }

    /// The step before anything has happened: nothing.
    public static let start = ConnectionStep(
        write: [], wantsInput: false, isMidFrame: false, unfinishedBytes: 0, closes: false)
}
