import JSONCore

/// A conversation between a client and the server, as a text file tells it.
///
/// Line by line: `// what it shows`, `>> a message sent`, `<< a message received`. Messages that are
/// received after the same run of sent ones may come in any order. The string `"<any>"` stands
/// for whatever is there. After the last line the client ends its input, and nothing more comes.
struct Transcript: Sendable {
    /// Messages sent together, and what is received before any more are sent.
    struct Exchange: Sendable {
        var sent: [String] = []
        var received: [JSONValue] = []
    }

    /// A line that is none of the three, counted from 1.
    struct InvalidLine: Error {
        let number: Int
    }

    private(set) var exchanges: [Exchange] = []

    init(_ text: String) throws {
        var isReceiving = true
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false)
            .enumerated() where !line.isEmpty && !line.hasPrefix("//")
        {
            let message = line.dropFirst(3)
            switch line.prefix(3) {
            case ">> ":
                if isReceiving { exchanges.append(Exchange()) }
                isReceiving = false
                exchanges[exchanges.count - 1].sent.append(String(message))
            case "<< " where !exchanges.isEmpty:
                isReceiving = true
                exchanges[exchanges.count - 1].received.append(
                    try JSONParser().parse(Array(message.utf8)))
            default: throw InvalidLine(number: index + 1)
            }
        }
    }
}

/// Whoever can play the client's part of a transcript.
protocol TranscriptPeer {
    func send(message: String) async throws

    /// Waits for the next `count` messages; fewer if the connection closes before.
    func receive(count: Int) async throws -> [JSONValue]

    /// Ends the input, and waits for what still comes.
    func finishInput() async throws -> [JSONValue]
}

extension Transcript {
    /// Plays the transcript.
    ///
    /// - Returns: one line for each difference; none if all went as it was told.
    func replay(over peer: some TranscriptPeer) async throws -> [String] {
        var differences: [String] = []
        for exchange in exchanges {
            for message in exchange.sent {
                try await peer.send(message: message)
            }
            let received = try await peer.receive(count: exchange.received.count)
            differences += Self.compare(received, with: exchange.received)
        }
        return differences + Self.compare(try await peer.finishInput(), with: [])
    }

    private static func compare(_ received: [JSONValue], with expected: [JSONValue]) -> [String] {
        var missing = expected
        var differences: [String] = []
        for message in received {
            if let index = missing.firstIndex(where: { matches(message, $0) }) {
                missing.remove(at: index)
            } else {
                differences.append("not expected: \(message)")
            }
        }
        return differences + missing.map { "expected: \($0)" }
    }

    /// Whether `value` is what `pattern` says.
    static func matches(_ value: JSONValue, _ pattern: JSONValue) -> Bool {
        switch (value, pattern) {
        case (_, "<any>"): true
        case (.array(let values), .array(let patterns)):
            values.count == patterns.count && zip(values, patterns).allSatisfy(matches)
        case (.object(let members), .object(let patterns)):
            members.count == patterns.count
                && members.allSatisfy { name, value in
                    patterns[name].map { matches(value, $0) } ?? false
                }
        default: value == pattern
        }
    }
}
