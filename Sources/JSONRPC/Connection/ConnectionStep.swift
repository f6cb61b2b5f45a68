/// What a transport must do next for its connection.
public struct ConnectionStep: Sendable {
    /// Whole frames to write. Nothing is handed out until all earlier bytes are reported as written.
    public package(set) var write: [UInt8]

    /// Whether to read: false while too much input or output waits, while a gate decides, and after
    /// the end.
    public var wantsInput: Bool { needs.contains(.read) }

    /// Whether part of a frame has arrived and the rest must come from the peer.
    public var isMidFrame: Bool { needs.contains(.time) }

    /// The bytes of that part.
    public let unfinishedBytes: Int

    /// Whether the connection closes once ``write`` is written. Everything earlier is written.
    public var closes: Bool { needs.contains(.close) }

    let needs: TransportNotice.Needs

    /// The step before anything has happened: nothing.
    public static let start = ConnectionStep(write: [], unfinishedBytes: 0, needs: [])
}
