import HTTPTypes

/// Writes numbers, most significant byte first, and bytes after their length.
struct ByteWriter {
    private(set) var bytes: [UInt8] = []

    mutating func write(_ number: some FixedWidthInteger) {
        withUnsafeBytes(of: number.bigEndian) { bytes += $0 }
    }

    /// As eight bytes; none as -1.
    mutating func write(optional number: Int?) {
        write(Int64(number ?? -1))
    }

    mutating func write(bytes other: [UInt8]) {
        write(UInt32(other.count))
        bytes += other
    }

    mutating func write(_ text: String) {
        write(bytes: Array(text.utf8))
    }

    mutating func write(_ fields: HTTPFields) {
        write(UInt16(clamping: fields.count))
        for field in fields.prefix(Int(UInt16.max)) {
            write(field.name.rawName)
            write(field.value)
        }
    }
}
