import RedisClient

/// Output of an engine, decoded whole, byte by byte and in pieces: the same values, or the same
/// error after the same values.
enum RepliesTarget {
    private struct Outcome: Equatable {
        var values: [RESPValue] = []
        var error: RedisError?
    }

    /// Small, so that short inputs exceed them.
    private static var limits: RESPDecoder.Limits {
        var limits = RESPDecoder.Limits()
        (limits.bytes, limits.lineBytes, limits.elements, limits.depth) = (256, 64, 32, 4)
        return limits
    }

    static func run(_ input: [UInt8]) throws(Finding) {
        let whole = decode(input, inPiecesOf: max(input.count, 1))
        for size in [1, 2, 7] {
            let pieces = decode(input, inPiecesOf: size)
            try Finding.unless(
                pieces == whole, "in pieces of \(size): \(pieces), but whole: \(whole)")
        }
        for value in whole.values {
            try Finding.unless(depth(value) <= limits.depth, "too deep: \(value)")
        }
    }

    private static func decode(_ input: [UInt8], inPiecesOf size: Int) -> Outcome {
        var decoder = RESPDecoder(limits: limits)
        var outcome = Outcome()
        do throws(RedisError) {
            for start in stride(from: 0, to: input.count, by: size) {
                decoder.append(input[start..<min(start + size, input.count)])
                while let value = try decoder.next() { outcome.values.append(value) }
            }
        } catch {
            outcome.error = error
        }
        return outcome
    }

    private static func depth(_ value: RESPValue) -> Int {
        switch value {
        case .array(let elements), .push(let elements): 1 + (elements.map(depth).max() ?? 0)
        default: 0
        }
    }
}
