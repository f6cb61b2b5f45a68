/// Reads the frames of a client out of its whole stream, in the most obvious way.
///
/// - SeeAlso: RFC 6455, sections 5, 7.4 and 8.1.
struct PlainFrames {
    enum Event: Hashable {
        case message(isText: Bool, [UInt8])
        case ping([UInt8])
        case pong
        case close(UInt16?)
        /// The code that the server closes with.
        case failure(UInt16)
    }

    private let stream: [UInt8]
    private var position = 0
    private var message: (isText: Bool, bytes: [UInt8])?

    init(_ stream: [UInt8]) {
        self.stream = stream
    }

    /// All events, until the first that ends the connection.
    mutating func read() -> [Event] {
        var events: [Event] = []
        while let event = readFrame() {
            guard let event else { continue }
            events.append(event)
            switch event {
            case .close, .failure: return events
            default: break
            }
        }
        return events
    }

    /// - Returns: nil at the end, and a nil event for a frame that shows nothing yet.
    private mutating func readFrame() -> Event?? {
        guard let first = take(1)?[0] else { return nil }
        let (isFinal, opcode) = (first & 0x80 != 0, first & 0x0F)
        let isControl = opcode >= 8
        guard first & 0x70 == 0, [0, 1, 2, 8, 9, 10].contains(opcode), !isControl || isFinal,
            isControl || (opcode == 0) == (message != nil)
        else { return .failure(1002) }
        guard let second = take(1)?[0] else { return nil }
        guard second & 0x80 != 0, !isControl || second & 0x7F < 126 else { return .failure(1002) }
        var length = UInt64(second & 0x7F)
        if length >= 126 {
            let isLong = length == 127
            // The first byte decides, before the others have arrived.
            if isLong, position < stream.count, stream[position] >= 0x80 { return .failure(1002) }
            guard let bytes = take(isLong ? 8 : 2) else { return nil }
            length = bytes.reduce(0) { $0 << 8 | UInt64($1) }
        }
        let before = message?.bytes.count ?? 0
        if !isControl, length > UInt64(WebSocketTarget.maximumMessageBytes - before) {
            return .failure(1009)
        }
        guard let mask = take(4) else { return nil }
        let masked = take(min(Int(length), stream.count - position)) ?? []
        let payload = masked.enumerated().map { $1 ^ mask[$0 % 4] }
        let isWhole = payload.count == Int(length)
        if isControl { return isWhole ? control(opcode, payload) : nil }
        var message = self.message ?? (opcode == 1, [])
        message.bytes += payload
        let ends = isWhole && isFinal
        if message.isText, !Self.isText(message.bytes, isWhole: ends) { return .failure(1007) }
        self.message = ends ? nil : message
        guard isWhole else { return nil }
        return .some(ends ? .message(isText: message.isText, message.bytes) : nil)
    }

    private func control(_ opcode: UInt8, _ payload: [UInt8]) -> Event {
        if opcode == 9 { return .ping(payload) }
        if opcode == 10 { return .pong }
        if payload.isEmpty { return .close(nil) }
        guard payload.count > 1 else { return .failure(1002) }
        let code = UInt16(payload[0]) << 8 | UInt16(payload[1])
        let isReserved = [1004, 1005, 1006].contains(code)
        guard (1000...1014).contains(code) && !isReserved || (3000...4999).contains(code) else {
            return .failure(1002)
        }
        return Self.isText(Array(payload[2...]), isWhole: true) ? .close(code) : .failure(1007)
    }

    /// Whether the bytes are UTF-8 or, if they are not the whole text, can become so.
    private static func isText(_ bytes: [UInt8], isWhole: Bool) -> Bool {
        let ends: [[UInt8]] =
            isWhole
            ? [[]]
            : [
                [], [0x80], [0xBF], [0x80, 0x80], [0xBF, 0x80], [0x80, 0x80, 0x80],
                [0xBF, 0x80, 0x80],
            ]
        return ends.contains { String(validating: bytes + $0, as: UTF8.self) != nil }
    }

    /// The next bytes; nil if there are not so many.
    private mutating func take(_ count: Int) -> [UInt8]? {
        guard position + count <= stream.count else { return nil }
        defer { position += count }
        return Array(stream[position..<(position + count)])
    }
}
