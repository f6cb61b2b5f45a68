/// A frame as a client may send it, right or wrong.
struct ClientFrame {
    var opcode: UInt8 = 1
    var isFinal = true
    var reservedBits: UInt8 = 0
    var mask: [UInt8]? = [0x37, 0xFA, 0x21, 0x3D]
    /// How many bytes the length takes after the first one: 0, 2 or 8; nil for the fewest.
    var lengthBytes: Int?
    /// The length that is announced; nil for the payload's.
    var length: UInt64?
    var payload: [UInt8] = []

    static func text(_ text: String, isFinal: Bool = true) -> ClientFrame {
        ClientFrame(isFinal: isFinal, payload: Array(text.utf8))
    }

    static func rest(_ text: String, isFinal: Bool = true) -> ClientFrame {
        ClientFrame(opcode: 0, isFinal: isFinal, payload: Array(text.utf8))
    }

    static func ping(_ text: String) -> ClientFrame {
        ClientFrame(opcode: 9, payload: Array(text.utf8))
    }

    /// The body of a close frame is a code and a reason.
    static func close(_ code: UInt16? = nil, _ reason: String = "") -> ClientFrame {
        let bytes = code.map { [UInt8($0 >> 8), UInt8($0 & 0xFF)] } ?? []
        return ClientFrame(opcode: 8, payload: bytes + Array(reason.utf8))
    }

    var bytes: [UInt8] {
        let length = length ?? UInt64(payload.count)
        let more = lengthBytes ?? (length < 126 ? 0 : length < 1 << 16 ? 2 : 8)
        let short = more == 0 ? UInt8(length) : more == 2 ? 126 : 127
        var bytes = [(isFinal ? 0x80 : 0) | reservedBits << 4 | opcode, short]
        for index in 0..<more { bytes.append(UInt8(length >> (8 * (more - 1 - index)) & 0xFF)) }
        guard let mask else { return bytes + payload }
        bytes[1] |= 0x80
        return bytes + mask + payload.enumerated().map { $1 ^ mask[$0 % 4] }
    }
}
