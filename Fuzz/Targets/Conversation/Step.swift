/// One event of a conversation.
package enum Step: Sendable {
    /// The client sends bytes.
    case send([UInt8])
    /// A handler that can continue does so, up to its next suspension; the number selects it.
    case run(Int)
    /// A held handler may continue; the number selects it.
    case release(Int)
    /// The transport reacts to a signal.
    case look
    /// The client takes this many bytes of the output.
    case write(Int)
    /// The server sends a notification.
    case notify
    /// The client closes its sending side.
    case endInput
    /// The server is told to end.
    case drain
    /// The server can wait no longer.
    case cancelAll
    /// The client has disconnected.
    case vanish
    /// The client has been silent for too long.
    case timeOut
}

extension Step {
    /// Data link escape: the next byte is the event.
    package static let escape: UInt8 = 0x10

    /// The steps of an input: bytes to send, with escapes for everything else.
    ///
    /// JSON has no control characters, so escapes do not get in the way of messages.
    static func steps(_ input: ArraySlice<UInt8>) -> [Step] {
        var steps: [Step] = []
        var bytes: [UInt8] = []
        var rest = input
        while let byte = rest.popFirst() {
            guard byte == escape, let code = rest.popFirst() else {
                bytes.append(byte)
                continue
            }
            guard let step = Step(code) else {
                bytes += [escape, code]
                continue
            }
            if !bytes.isEmpty { steps.append(.send(bytes)) }
            bytes = []
            steps.append(step)
        }
        if !bytes.isEmpty { steps.append(.send(bytes)) }
        return steps
    }

    private init?(_ code: UInt8) {
        switch code {
        case UInt8(ascii: "a")...UInt8(ascii: "h"): self = .run(Int(code - UInt8(ascii: "a")))
        case UInt8(ascii: "i")...UInt8(ascii: "p"): self = .release(Int(code - UInt8(ascii: "i")))
        case UInt8(ascii: "w"): self = .write(40)
        case UInt8(ascii: "W"): self = .write(.max)
        case UInt8(ascii: "L"): self = .look
        case UInt8(ascii: "N"): self = .notify
        case UInt8(ascii: "E"): self = .endInput
        case UInt8(ascii: "D"): self = .drain
        case UInt8(ascii: "C"): self = .cancelAll
        case UInt8(ascii: "V"): self = .vanish
        case UInt8(ascii: "T"): self = .timeOut
        case Self.escape: self = .send([Self.escape])
        default: return nil
        }
    }
}
