/// Whole lines that wait to be written, with a limit in bytes. Beyond it, lines are dropped and
/// counted until the backlog is empty. A line that reports the number then takes their place.
struct LineBacklog {
    private let maximumBytes: Int
    private var waiting: [UInt8] = []
    private var written = 0
    private var dropped = 0
    private var note: (@Sendable (_ dropped: Int) -> [UInt8])?

    init(maximumBytes: Int) {
        self.maximumBytes = maximumBytes
    }

    var isEmpty: Bool { waiting.isEmpty }

    /// The next bytes to write; empty if there are none.
    var unwritten: ArraySlice<UInt8> { waiting[written...] }

    /// - Parameter note: makes the line that reports how many were dropped.
    mutating func append(_ line: [UInt8], note: @escaping @Sendable (_ dropped: Int) -> [UInt8]) {
        // Written bytes count too: they are freed with the last waiting ones.
        if dropped > 0 || waiting.count + line.count > maximumBytes, !isEmpty {
            dropped += 1
            self.note = note
        } else {
            waiting += line
        }
    }

    /// Appends a line, unless many bytes wait, and returns whether it did. A line that is dropped here
    /// is not counted.
    mutating func offer(_ line: [UInt8]) -> Bool {
        guard dropped == 0, waiting.count + line.count <= maximumBytes / 16 else { return false }
        waiting += line
        return true
    }

    /// Records that `count` bytes of ``unwritten`` have been written.
    mutating func advance(by count: Int) {
        written += count
        guard written == waiting.count else { return }
        waiting.removeAll()
        written = 0
        if dropped > 0, let note {
            waiting = note(dropped)
            dropped = 0
        }
    }

    /// Drops everything, because the descriptor accepts nothing any more.
    mutating func removeAll() {
        self = LineBacklog(maximumBytes: maximumBytes)
    }
}
