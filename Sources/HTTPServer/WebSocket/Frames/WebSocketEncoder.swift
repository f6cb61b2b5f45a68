package import NIOCore

/// Writes the frames of a server: whole messages, unmasked.
///
/// - SeeAlso: RFC 6455, section 5.2.
package enum WebSocketEncoder {
    /// Most bytes of a frame before its payload.
    package static let maximumHeaderBytes = 10

    package static func append(
        _ opcode: WebSocketOpcode, _ payload: UnsafeRawBufferPointer, to frames: inout ByteBuffer
    ) {
        frames.writeInteger(0x80 | opcode.rawValue)
        switch payload.count {
        case ...125: frames.writeInteger(UInt8(payload.count))
        case ...0xFFFF: frames.writeMultipleIntegers(UInt8(126), UInt16(payload.count))
        default: frames.writeMultipleIntegers(UInt8(127), UInt64(payload.count))
        }
        frames.writeBytes(payload)
    }
}
