import JSONCore
import JSONRPC

/// The output of a connection: whole frames of valid messages; anything else is a finding.
struct ObservedAnswers {
    struct Answer {
        let id: RequestID
        let outcome: ExpectedAnswers.Outcome
    }

    /// Single responses, in order.
    private(set) var single: [Answer] = []
    private(set) var batches: [[Answer]] = []

    var all: [Answer] {
        single + batches.joined()
    }

    /// Parses frames as simply as possible.
    init(_ output: [UInt8], framing: Framing) throws(Finding) {
        var rest = output[...]
        while !rest.isEmpty {
            let text =
                framing == .headers ? try Self.body(&rest) : try Self.line(&rest)
            guard let message = try? JSONParser().parse(text) else {
                throw Finding("not JSON: \(String(decoding: text, as: UTF8.self))")
            }
            try add(message)
        }
    }

    private static func body(_ rest: inout ArraySlice<UInt8>) throws(Finding) -> ArraySlice<UInt8> {
        let head = "Content-Length: "
        guard rest.starts(with: head.utf8), let end = rest.firstIndex(of: UInt8(ascii: "\r")),
            let length = Int(
                String(decoding: rest[(rest.startIndex + head.utf8.count)..<end], as: UTF8.self)),
            rest[end...].starts(with: "\r\n\r\n".utf8), rest.endIndex - end - 4 >= length
        else { throw Finding("not a frame: \(String(decoding: rest, as: UTF8.self))") }
        defer { rest = rest[(end + 4 + length)...] }
        return rest[(end + 4)..<(end + 4 + length)]
    }

    private static func line(_ rest: inout ArraySlice<UInt8>) throws(Finding) -> ArraySlice<UInt8> {
        guard let feed = rest.firstIndex(of: UInt8(ascii: "\n")) else {
            throw Finding("not a line: \(String(decoding: rest, as: UTF8.self))")
        }
        defer { rest = rest[(feed + 1)...] }
        return rest[..<feed]
    }

    private mutating func add(_ message: JSONValue) throws(Finding) {
        switch message {
        case .array(let members):
            try Finding.unless(!members.isEmpty, "an empty array is no answer")
            var batch: [Answer] = []
            for member in members { batch.append(try Self.answer(member)) }
            batches.append(batch)
        case .object(let members) where members["method"] != nil:
            try Finding.unless(
                ["news", "going on"].contains(members["method"]), "not expected: \(message)")
        default: single.append(try Self.answer(message))
        }
    }

    private static func answer(_ message: JSONValue) throws(Finding) -> Answer {
        guard message["jsonrpc"] == "2.0", message.objectValue?.count == 3,
            let id = message["id"].flatMap(RequestID.init)
        else { throw Finding("not an answer: \(message)") }
        if let result = message["result"] { return Answer(id: id, outcome: .result(result)) }
        guard let error = message["error"], let code = error["code"]?.intValue,
            error["message"]?.stringValue != nil, error["data"]?["kind"]?.stringValue != nil,
            error["data"]?["retryable"]?.boolValue != nil
        else { throw Finding("not an error: \(message)") }
        return Answer(id: id, outcome: .error(code))
    }
}
