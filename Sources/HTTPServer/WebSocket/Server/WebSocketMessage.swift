/// A whole message of a WebSocket.
public enum WebSocketMessage: Hashable, Sendable {
    case text(String)
    case binary([UInt8])
}
