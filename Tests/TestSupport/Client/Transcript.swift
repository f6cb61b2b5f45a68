import JSONCore

/// A conversation between a client and the server, from a text file.
///
/// Line by line: `// what it shows`, `>> a message sent`, `<< a message received`. Messages that are
/// received after the same run of sent ones may come in any order. The string `"<any>"` stands
/// for whatever is there, and a result may have more members than the line, as clients must expect.
/// After the last line the client ends its input, and nothing more comes.
package struct Transcript: Sendable {
    /// Messages sent together, and those received before any more are sent.
    struct Exchange: Sendable {
        var sent: [String] = []
        var received: [JSONValue] = []
    }

    /// A line of another kind, counted from 1.
    package struct InvalidLine: Error {
        let number: Int
    }

    private var exchanges: [Exchange] = []

    package init(_ text: String) throws {
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

extension Transcript {
    /// Plays the transcript.
    ///
    /// - Returns: one line for each difference; none if everything was as written.
    package func replay(over client: TestClient) async -> [String] {
        var differences: [String] = []
        for exchange in exchanges {
            client.send(exchange.sent)
            let received = await client.receive(exchange.received.count)
            differences += Self.compare(received, with: exchange.received)
        }
        return differences + Self.compare(await client.finish(), with: [])
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

    /// Whether `value` matches `pattern`.
    ///
    /// - Parameter isOpen: whether objects may have further members.
    static func matches(_ value: JSONValue, _ pattern: JSONValue, isOpen: Bool = false) -> Bool {
        switch (value, pattern) {
        case (_, "<any>"): true
        case (.array(let values), .array(let patterns)):
            values.count == patterns.count
                && zip(values, patterns).allSatisfy { matches($0, $1, isOpen: isOpen) }
        case (.object(let members), .object(let patterns)):
            (isOpen || members.count == patterns.count)
                && patterns.allSatisfy { name, pattern in
                    members[name].map {
                        matches($0, pattern, isOpen: isOpen || name == "result")
                    } ?? false
                }
        default: value == pattern
        }
    }
}
