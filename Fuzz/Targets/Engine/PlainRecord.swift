import Crypto
import FoundationEssentials
import HTTPCache

/// A response as another server writes it, before it is sealed; its numbers come from the input.
///
/// The first line has the version, status, two ages in milliseconds (by the engine's clock and by
/// that of the other server), the microseconds of the exchange, `d` for a deflated body, and a length
/// other than the body's. Header fields follow, an empty line, and the body.
struct PlainRecord: Sendable {
    let version: String
    let metadata: @Sendable (_ now: Int64) -> [UInt8]
    let body: [UInt8]

    init(_ text: ArraySlice<UInt8>) {
        let lines = text.split(separator: 0x0A, omittingEmptySubsequences: false)
        let words = (lines.first ?? []).split(separator: 0x20).map {
            String(decoding: $0, as: UTF8.self)
        }
        @Sendable func number(_ index: Int, _ otherwise: Int64) -> Int64 {
            words.indices.contains(index) ? Int64(words[index]) ?? otherwise : otherwise
        }
        version = words.first ?? ""
        let fields = lines.dropFirst().prefix { !$0.isEmpty }
        let plain = Array(lines.dropFirst(2 + fields.count).joined(separator: [0x0A]))
        let isDeflated = words.indices.contains(5) && words[5] == "d"
        body = isDeflated ? DeflatedBody(plain).bytes : plain
        let digest = Array(SHA256.hash(data: body).prefix(16))
        metadata = { now in
            var bytes: [UInt8] = [2]
            bytes += UInt16(truncatingIfNeeded: number(1, 200)).bigEndianBytes
            bytes += (now &- number(2, 0) &* 1_000).bigEndianBytes
            let machine = Int64(Date.now.timeIntervalSince1970 * 1_000)
            bytes += (machine &- number(3, 0)).bigEndianBytes
            bytes += number(4, 0).bigEndianBytes
            bytes += UInt32(truncatingIfNeeded: number(6, Int64(plain.count))).bigEndianBytes
            bytes += [isDeflated ? 1 : 0]
            bytes += digest.afterLength
            bytes += UInt16(truncatingIfNeeded: fields.count).bigEndianBytes
            for field in fields {
                let name = field.prefix { $0 != UInt8(ascii: ":") }
                bytes += Array(name).afterLength
                bytes += Array(field.dropFirst(name.count + 1)).afterLength
            }
            return bytes
        }
    }
}

extension FixedWidthInteger {
    var bigEndianBytes: [UInt8] { withUnsafeBytes(of: bigEndian) { Array($0) } }
}

extension [UInt8] {
    /// The bytes after their number.
    var afterLength: [UInt8] { UInt32(truncatingIfNeeded: count).bigEndianBytes + self }
}
