import JSONRPC

/// One side of a connection, as the loop of its streams sees it.
protocol StreamSide: AnyObject, Sendable {
    /// Whether no more input is of use, even if not everything has been answered or written.
    var isEnding: Bool { get }
    func nextStep() -> ConnectionStep
    func receive(raw bytes: UnsafeRawBufferPointer) -> ConnectionStep
    func inputEnded() -> ConnectionStep
    func outputDrained(_ count: Int) -> ConnectionStep
    func frameTimedOut() -> ConnectionStep
    func peerVanished()
}

extension ServerConnection: StreamSide {}

extension ClientConnection: StreamSide {
    /// Not called: the loop of a client has no limit for frames.
    func frameTimedOut() -> ConnectionStep { nextStep() }

    func peerVanished() { _ = inputEnded() }
}
