import NIOCore
import NIOHTTP1

/// Passes bytes on to the decoder, a head or a part of a body at a time, and refuses what the decoder
/// tolerates: further blanks in a request line, other protocols, bytes before it, and blanks that make a
/// head long. Tabs are replaced, and so are rare methods, which it does not take.
final class HTTPHeadHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    /// What the next byte belongs to.
    enum Place {
        case head
        /// A body with a length, of which so many bytes are to come.
        case body(Int)
        case chunks
        /// Nothing that the decoder reads.
        case beyond
        /// What was refused; it is dropped.
        case refused
    }

    /// Set by the handler of the decoded parts.
    var place = Place.head {
        didSet {
            (headBytes, firstLineBytes, lineBytes, isFirstLine) = (0, 0, 0, true)
            beginning = ByteBuffer()
        }
    }
    /// The method of the last head if the decoder was given another one.
    private(set) var rareMethod: String?
    /// The bytes of a head whose method is not whole; nil once they have been passed on.
    private var beginning: ByteBuffer? = ByteBuffer()
    private var headBytes = 0
    /// The bytes of the request line, and of empty lines before it.
    private var firstLineBytes = 0
    /// The bytes of the line under way.
    private var lineBytes = 0
    private var isFirstLine = true
    private var blanks = 0
    /// The last ten bytes of the request line so far, the last one in the lowest eight bits.
    private var lineEnd: UInt128 = 0
    /// In bytes; a longer method is malformed, so that few bytes are kept.
    private static let longestMethod = 64
    private static let lineEnds = [" HTTP/1.1\r", " HTTP/1.0\r"].map {
        $0.utf8.reduce(0) { $0 << 8 | UInt128($1) }
    }

    /// Whether a head has begun and not ended.
    var isMidHead: Bool { headBytes > 0 }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var rest = unwrapInboundIn(data)
        do throws(HTTPRefusal) {
            while rest.readableBytes > 0 {
                var count = rest.readableBytes
                switch place {
                case .refused: return
                case .beyond: break
                case .chunks: count = try end(of: rest, isHead: false)
                case .head:
                    count = try end(of: rest, isHead: true)
                    headBytes += count
                    // The fields end with an empty line, which is not one of them.
                    guard headBytes - firstLineBytes <= HTTPLimits.maximumHeaderBytes + 2 else {
                        throw HTTPMessageForm.tooLong
                    }
                    guard firstLineBytes <= HTTPLimits.maximumHeaderBytes else {
                        throw HTTPMessageForm.longTarget
                    }
                case .body(let left):
                    // The end of a body is not noted once the connection closes.
                    guard left > 0 else { return }
                    count = min(count, left)
                    place = .body(left - count)
                }
                guard var piece = rest.readSlice(length: count) else { return }
                if case .head = place {
                    guard let head = decodable(piece) else { continue }
                    piece = head
                }
                context.fireChannelRead(wrapInboundOut(piece))
            }
        } catch {
            place = .refused
            context.fireErrorCaught(error)
        }
    }

    /// A part of a head as the decoder can read it. Tabs become blanks, since the decoder takes a tab for a
    /// part of the value before it. A method that it does not know becomes `UNLINK`; see ``rareMethod``.
    ///
    /// - Returns: nil if the method is not whole.
    private func decodable(_ piece: ByteBuffer) -> ByteBuffer? {
        var piece = piece
        if piece.readableBytesView.contains(0x09) {
            piece = ByteBuffer(bytes: piece.readableBytesView.map { $0 == 0x09 ? 0x20 : $0 })
        }
        guard var head = beginning.take() else { return piece }
        if head.readableBytes > 0 { head.writeImmutableBuffer(piece) } else { head = piece }
        let line = head.readableBytesView.drop { $0 == 0x0D || $0 == 0x0A }
        let method = line.prefix { Percent.isUnreserved($0) || "!#$%&'*+^`|".utf8.contains($0) }
        guard method.endIndex < line.endIndex || method.count > Self.longestMethod else {
            beginning = head
            return nil
        }
        guard 1...Self.longestMethod ~= method.count,
            line[method.endIndex...].first == UInt8(ascii: " "),
            case .RAW(let name) = HTTPMethod(rawValue: String(decoding: method, as: UTF8.self))
        else {
            rareMethod = nil
            return head
        }
        rareMethod = name
        var known = ByteBuffer(string: "UNLINK")
        known.writeBytes(line[method.endIndex...])
        return known
    }

    /// The length of `bytes` up to the first empty line and with it: there, and nowhere else, ends a head
    /// and a body in chunks.
    private func end(of bytes: ByteBuffer, isHead: Bool) throws(HTTPRefusal) -> Int {
        let end = bytes.withUnsafeReadableBytes { bytes -> Int? in
            var start = 0
            while start < bytes.count {
                let rest = UnsafeRawBufferPointer(rebasing: bytes[start...])
                let feed = rest.firstIndex(of: UInt8(ascii: "\n"))
                let line = UnsafeRawBufferPointer(rebasing: rest.prefix(feed ?? rest.count))
                if isHead, isFirstLine {
                    guard isFirstLineRight(line, isWhole: feed != nil) else { return nil }
                    firstLineBytes += line.count + (feed == nil ? 0 : 1)
                }
                lineBytes += line.count
                guard let feed else { break }
                let isEmpty = lineBytes < 2
                start += feed + 1
                lineBytes = 0
                if isEmpty, !isHead || !isFirstLine { return start }
                if !isEmpty { isFirstLine = false }
            }
            return bytes.count
        }
        guard let end else { throw HTTPMessageForm.malformed }
        return end
    }

    /// Before the request line are only empty lines (RFC 9112, section 2.2), and in it two blanks
    /// (section 3).
    private func isFirstLineRight(_ line: UnsafeRawBufferPointer, isWhole: Bool) -> Bool {
        if lineBytes == 0 { (blanks, lineEnd) = (0, 0) }
        let beginsEmpty = lineBytes == 0 && (line.first.map { $0 == UInt8(ascii: "\r") } ?? isWhole)
        blanks += line.count { $0 == UInt8(ascii: " ") } + (beginsEmpty ? 3 : 0)
        let isEmpty = lineBytes + line.count == 1 && blanks == 3
        for byte in line.suffix(10) { lineEnd = (lineEnd << 8 | UInt128(byte)) & (1 << 80 - 1) }
        // The decoder takes other protocols' names too.
        return isEmpty
            || (blanks < 3 && !line.contains(0x09) && (!isWhole || Self.lineEnds.contains(lineEnd)))
    }
}
