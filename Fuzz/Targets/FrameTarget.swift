import JSONRPC

/// A stream of bytes, split into messages whole, byte by byte, in pieces, and by a simple splitter.
///
/// The input's first byte selects the framing and the size of the pieces.
enum FrameTarget {
    /// The outcome of a stream.
    private struct Outcome: Equatable {
        var messages: [[UInt8]] = []
        var error: FramingError?
        var framing: Framing
    }

    // Small, so that short inputs exceed them.
    static let limits = ConnectionLimits(maximumMessageBytes: 64, maximumHeaderBytes: 80)

    static func run(_ input: [UInt8]) throws(Finding) {
        guard let choice = input.first else { return }
        let framing = Framing.allCases[Int(choice) % Framing.allCases.count]
        let stream = input.dropFirst()
        let whole = try decode(stream, framing, inPiecesOf: stream.count)
        for size in [1, 2 + Int(choice >> 4)] {
            let pieces = try decode(stream, framing, inPiecesOf: size)
            try Finding.unless(
                pieces == whole, "in pieces of \(size): \(pieces), but whole: \(whole)")
        }
        if whole.framing == .lines, whole.error != .httpRequest {
            // Before the framing is known, white space is skipped.
            let blank = framing == .automatic ? stream.prefix(while: \.isWhiteSpace).count : 0
            let plain = PlainLines(
                stream.dropFirst(blank), maximumSize: limits.maximumMessageBytes)
            try Finding.unless(
                plain.lines == whole.messages && plain.isTooLong == (whole.error != nil),
                "lines: \(plain), but the decoder has \(whole)")
        }
        try roundTrip(whole.messages)
    }

    private static func decode(
        _ stream: ArraySlice<UInt8>, _ framing: Framing, inPiecesOf size: Int
    ) throws(Finding) -> Outcome {
        var decoder = FrameDecoder(framing: framing, limits: limits)
        var outcome = Outcome(framing: framing)
        do throws(FramingError) {
            for start in stride(from: stream.startIndex, to: stream.endIndex, by: max(size, 1)) {
                decoder.append(stream[start..<min(start + size, stream.endIndex)])
                while let message = try decoder.next() { outcome.messages.append(message) }
            }
        } catch {
            outcome.error = error
            outcome.framing = decoder.framing
            return outcome
        }
        let wasMidFrame = decoder.isMidFrame
        let count = outcome.messages.count
        decoder.finish()
        do throws(FramingError) {
            while let message = try decoder.next() { outcome.messages.append(message) }
        } catch {
            outcome.error = error
        }
        outcome.framing = decoder.framing
        let hasRest = outcome.messages.count > count || outcome.error != nil
        try Finding.unless(
            hasRest == wasMidFrame, "mid-frame: \(wasMidFrame), but the rest gave \(outcome)")
        return outcome
    }

    /// Messages that are framed again and decoded are unchanged.
    private static func roundTrip(_ messages: [[UInt8]]) throws(Finding) {
        var stream: [UInt8] = []
        for message in messages {
            FrameEncoder.append(message, framing: .headers, to: &stream)
        }
        let outcome = try decode(stream[...], .headers, inPiecesOf: stream.count)
        try Finding.unless(
            outcome.messages == messages && outcome.error == nil,
            "encoded \(messages), decoded \(outcome)")
    }
}

extension UInt8 {
    /// - SeeAlso: RFC 8259, section 2, `ws`.
    var isWhiteSpace: Bool {
        [0x20, 0x09, 0x0A, 0x0D].contains(self)
    }
}
