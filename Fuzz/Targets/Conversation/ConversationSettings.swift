import JSONCore
package import JSONRPC

/// The settings of a conversation, from one byte.
package struct ConversationSettings: Sendable {
    /// What the client shows where ``hasGate`` is set.
    static let secret: JSONValue = ["secret": "open"]

    /// The framing that the server expects.
    package let framing: Framing
    package let hasGate: Bool
    /// Bytes that come with one read.
    package let pieceSize: Int
    package let limits: ConnectionLimits

    package init(_ byte: UInt8) {
        framing = [.headers, .lines, .automatic, .automatic][Int(byte & 3)]
        pieceSize = [Int.max, 5, 30, 200][Int(byte >> 4 & 3)]
        hasGate = byte & 0x40 != 0
        // Small, so that short conversations exceed them.
        limits = ConnectionLimits(
            maximumMessageBytes: 400, maximumInFlight: 1 + Int(byte >> 2 & 3), maximumBatch: 6,
            maximumDepth: 12, maximumHeaderBytes: 100,
            outputHighWater: byte & 0x80 != 0 ? 150 : 2000, maximumGatedMessageBytes: 100)
    }

    var gate: ConnectionGate? {
        guard hasGate else { return nil }
        return ConnectionGate(method: "session.authenticate", refusal: .refused) {
            $0 == Self.secret ? nil : .refused
        }
    }
}

extension RPCError {
    /// The error of a method that refuses, and of the gate.
    package static let refused = RPCError(
        code: 1401, kind: "unauthorized", message: "Sign in.")
}
