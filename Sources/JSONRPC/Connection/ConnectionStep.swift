/// What a transport must do next for its connection.
public struct ConnectionStep: Sendable {
    /// Whole frames to write. Nothing is handed out until all earlier bytes are reported as written.
    public package(set) var write: [UInt8]

    /// Whether to read: false while too much input or output waits, while a gate decides, and after
    /// the end.
    public let wantsInput: Bool

    /// Whether part of a frame has arrived and the rest must come from the peer.
    public let isMidFrame: Bool

    /// The bytes of that part.
    public let unfinishedBytes: Int

    /// Whether the connection closes once ``write`` is written. Everything earlier is written.
    public let closes: Bool

    init(_ write: [UInt8], _ needs: TransportNotice.Needs, unfinishedBytes: Int) {
        self.write = write
        wantsInput = needs.contains(.read)
        isMidFrame = needs.contains(.time)
        closes = needs.contains(.close)
        self.unfinishedBytes = unfinishedBytes
    }

    /// The step before anything has happened: nothing.
    public static let start = ConnectionStep([], [], unfinishedBytes: 0)
}
