package import NIOCore

/// A piece of a request's body, or its end.
package enum HTTPBodyPart {
    case bytes(ByteBuffer)
    case end
}
