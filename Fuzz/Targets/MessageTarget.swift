import JSONCore
import JSONRPC

/// The text of one message, read by the scanner, the parser and the message decoder, which must
/// agree; valid JSON is also written and read again.
enum MessageTarget {
    static func run(_ text: [UInt8]) throws(Finding) {
        let limits = ConnectionLimits()
        let value: JSONValue
        do throws(JSONSyntaxError) {
            value = try JSONParser(maximumDepth: limits.maximumDepth).parse(text)
        } catch {
            return try check(error, text, limits)
        }
        try Finding.unless(skip(text, limits) == nil, "the scanner refuses what the parser takes")
        try check(IncomingMessage(text, limits: limits), value, limits)
        try roundTrip(value)
        try checkNumbers(value)
    }

    private static func check(
        _ error: JSONSyntaxError, _ text: [UInt8], _ limits: ConnectionLimits
    ) throws(Finding) {
        try Finding.unless(
            (0...text.count).contains(error.offset), "\(error) is outside of \(text.count) bytes")
        let skipped = skip(text, limits)
        try Finding.unless(
            skipped == error,
            "parser: \(error), scanner: \(skipped.map(\.description) ?? "accepted")")
        guard case .malformed(error) = IncomingMessage(text, limits: limits) else {
            throw Finding("the message decoder does not say \(error)")
        }
    }

    /// The scanner's error when it builds nothing.
    private static func skip(_ text: [UInt8], _ limits: ConnectionLimits) -> JSONSyntaxError? {
        do throws(JSONSyntaxError) {
            try JSONScanner.scan(text[...], maximumDepth: limits.maximumDepth) {
                (scanner) throws(JSONSyntaxError) in
                try scanner.skipValue()
                try scanner.finish()
            }
            return nil
        } catch {
            return error
        }
    }

    private static func check(
        _ message: IncomingMessage, _ value: JSONValue, _ limits: ConnectionLimits
    ) throws(Finding) {
        switch (message, value) {
        case (.emptyBatch, .array(let members)) where members.isEmpty: return
        case (.tooLongBatch, .array(let members)) where members.count > limits.maximumBatch:
            return
        case (.batch(let envelopes), .array(let members))
        where envelopes.count == members.count && members.count <= limits.maximumBatch:
            for (envelope, member) in zip(envelopes, members) {
                try PlainEnvelope(member).check(envelope)
            }
        case (.single(let envelope), _) where value.kind != .array:
            try PlainEnvelope(value).check(envelope)
        default:
            throw Finding("\(value) was taken for \(message)")
        }
    }

    private static func roundTrip(_ value: JSONValue) throws(Finding) {
        for text in [value.bytes, Array(value.pretty().utf8)] {
            guard let again = try? JSONParser().parse(text) else {
                throw Finding("the parser refuses what was written: \(value)")
            }
            try Finding.unless(again == value, "written \(value), read \(again)")
            try Finding.unless(again.bytes == value.bytes, "\(again) was \(value)")
        }
    }

    private static func checkNumbers(_ value: JSONValue) throws(Finding) {
        switch value {
        case .array(let elements):
            for element in elements { try checkNumbers(element) }
        case .object(let members):
            for member in members { try checkNumbers(member.value) }
        case .number(let number):
            let again = try? JSONParser().parse(number.text)
            try Finding.unless(again == value, "\(number.text) is no number by itself")
            if let int = number.int {
                try Finding.unless(
                    JSONNumber(int) == number && number.isInteger && number.double == Double(int),
                    "\(number.text) is not \(int)")
            }
        case .null, .bool, .string: return
        }
    }
}
