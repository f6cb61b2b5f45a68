import CZlib
import SQLite

/// A body as stored in the file: deflated if that makes it smaller.
///
/// A page of 100 repositories shrinks to a twelfth in 3 ms at zlib's lowest level; the next levels
/// gain another quarter for seven times the work. Images do not shrink and are stored unchanged.
package struct DeflatedBody: Sendable {
    package let bytes: [UInt8]
    /// The length of the inflated body; nil if ``bytes`` is the body itself.
    package let length: Int?

    package init(_ body: [UInt8]) {
        var size = compressBound(uLong(body.count))
        let deflated = [UInt8](unsafeUninitializedCapacity: Int(size)) { target, count in
            let code = compress2(
                target.baseAddress, &size, body, uLong(body.count), Z_BEST_SPEED)
            // A small saving is not worth the work of inflating.
            count = code == Z_OK && Int(size) < body.count - body.count / 8 ? Int(size) : 0
        }
        bytes = deflated.isEmpty ? body : deflated
        length = deflated.isEmpty ? nil : body.count
    }

    package init(bytes: [UInt8], length: Int?) {
        self.bytes = bytes
        self.length = length
    }

    /// - Throws: the error for any damage of the file.
    package func body() throws -> [UInt8] {
        guard let length else { return bytes }
        guard (0...Self.maximumLength).contains(length) else { throw Self.damage }
        var size = uLong(length)
        var code = Z_OK
        let body = [UInt8](unsafeUninitializedCapacity: length) { target, count in
            code = uncompress(target.baseAddress, &size, bytes, uLong(bytes.count))
            count = code == Z_OK ? Int(size) : 0
        }
        guard code == Z_OK, body.count == length else { throw Self.damage }
        return body
    }

    /// No response that is received is longer (`CurlTransportOptions.maximumBodySize`): whoever
    /// writes to the file must not claim all memory.
    private static let maximumLength = 64 << 20

    private static var damage: SQLiteError { .corrupt("a body that does not inflate") }
}
