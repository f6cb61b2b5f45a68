/// Lines as the plainest of readers sees them, who has the whole stream before him.
struct PlainLines {
    private(set) var lines: [[UInt8]] = []

    /// Whether a line is longer than allowed; none after it counts.
    private(set) var isTooLong = false

    init(_ stream: ArraySlice<UInt8>, maximumSize: Int) {
        var pieces = stream.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        // What the end of the stream ends keeps its carriage return: no line feed came after it.
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
