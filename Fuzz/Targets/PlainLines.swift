/// The lines as a simple reader of the whole stream sees them.
struct PlainLines {
    private(set) var lines: [[UInt8]] = []

    /// Whether a line is too long; later ones do not count.
    private(set) var isTooLong = false

    init(_ stream: ArraySlice<UInt8>, maximumSize: Int) {
        var pieces = stream.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        // The last line keeps its carriage return if no line feed follows.
        let last = pieces.removeLast()
        for piece in pieces.map(Self.withoutReturn) + [last] {
            if piece.count > maximumSize {
                isTooLong = true
                return
            }
            if !piece.allSatisfy(\.isWhiteSpace) {
                lines.append(Array(piece))
            }
        }
    }

    private static func withoutReturn(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        line.last == UInt8(ascii: "\r") ? line.dropLast() : line
    }
}
