extension UInt8 {
    /// Whether the byte must be escaped in a string.
    var isEscaped: Bool {
        self < 0x20 || self == UInt8(ascii: "\"") || self == UInt8(ascii: "\\")
    }
}
