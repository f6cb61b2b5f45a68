/// Mutates inputs as a fuzzer does, by a seed and without measuring coverage.
struct InputMutator {
    /// Bytes with a meaning to one of the targets.
    private static let tokens = [
        "\"", "\\", "\\u", "\\ud800", "{", "}", "[", "]", ",", ":", "-", "0", "9", ".", "e", "e9",
        "null", "true", "\n", "\r\n", "\r\n\r\n", "\u{10}a", "\u{10}i", "\u{10}L", "\u{10}w",
        "\u{10}E", "\u{10}D", "\u{10}V", "\u{10}C", "\u{10}T", "\u{10}N", "\"id\":",
        "\"jsonrpc\":\"2.0\"",
        "\u{10}G", "\u{10}<", "\u{10}r", "\u{10}s", "\u{10}a", "\u{1F}", "\u{1F}i-1",
        "\"method\":", "\"params\":", "\"result\":", "Content-Length: ", "content-length:2",
    ].map { Array($0.utf8) }

    private var random: SeededGenerator

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
    }

    /// One of `inputs`, changed in a few places.
    mutating func mutation(of inputs: [[UInt8]]) -> [UInt8] {
        var input = inputs.randomElement(using: &random) ?? []
        for _ in 0...Int.random(in: 0..<5, using: &random) {
            mutate(&input, inputs)
        }
        return input
    }

    private mutating func mutate(_ input: inout [UInt8], _ inputs: [[UInt8]]) {
        let range = range(in: input)
        switch Int.random(in: 0..<8, using: &random) {
        case 0, 1: input.insert(contentsOf: token(), at: range.lowerBound)
        case 2: input.replaceSubrange(range, with: token())
        case 3: input.removeSubrange(range)
        case 4: input.insert(contentsOf: input[range], at: range.lowerBound)
        case 5:
            let other = inputs.randomElement(using: &random) ?? []
            input.replaceSubrange(range, with: other[self.range(in: other)])
        case 6: input.append(.random(in: 0...255, using: &random))
        default:
            guard let place = input.indices.randomElement(using: &random) else { return }
            input[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        }
    }

    private mutating func token() -> [UInt8] {
        Self.tokens.randomElement(using: &random) ?? []
    }

    /// Usually a short one.
    private mutating func range(in input: [UInt8]) -> Range<Int> {
        let start = Int.random(in: 0...input.count, using: &random)
        let longest = Bool.random(using: &random) ? 4 : input.count
        return start..<min(input.count, start + Int.random(in: 0...longest, using: &random))
    }
}
