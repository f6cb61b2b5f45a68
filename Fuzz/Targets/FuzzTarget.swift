/// A fuzz target: each accepts any bytes, and finds nothing in them if everything is right.
///
/// libFuzzer runs them with coverage feedback (`make fuzz`), the tests with seeds and seeded
/// mutations of them.
package enum FuzzTarget: String, CaseIterable, Sendable {
    case frames
    case messages
    case connection
    case upstream
    case replies
    case client
    case engine
    case heads
    case rows
    case links
    case http
    case webSocket = "websocket"

    /// Blocks the thread until it is done; do not call it on the cooperative pool.
    package func run(_ input: [UInt8]) throws(Finding) {
        switch self {
        case .frames: try FrameTarget.run(input)
        case .messages: try MessageTarget.run(input)
        case .connection: try ConnectionTarget.run(input)
        case .upstream: try UpstreamTarget.run(input)
        case .replies: try RepliesTarget.run(input)
        case .client: try ClientTarget.run(input)
        case .engine: try EngineTarget.run(input)
        case .heads: try HeadsTarget.run(input)
        case .rows: try RowsTarget.run(input)
        case .links: try LinksTarget.run(input)
        case .http: try HTTPFrontTarget.run(input)
        case .webSocket: try WebSocketTarget.run(input)
        }
    }
}
