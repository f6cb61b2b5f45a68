package import JSONCore

/// The message in one frame.
///
/// One pass over the text checks all of it and finds its parts; params stay text.
package enum IncomingMessage: Sendable {
    /// The meaning of one object that a client sent.
    package enum Envelope: Sendable {
        case call(RPCRequest)
        /// A response. The server sends no requests, so it ignores responses.
        case response
        /// A request that was cancelled before it had a place.
        case cancelled(RPCRequest)
        /// Not a request; `id` is null if it cannot be read, and `reason` is one sentence.
        indirect case invalid(id: RequestID, method: String? = nil, reason: String)
    }

    case single(Envelope)
    /// The members of an array, at least one.
    case batch([Envelope])
    case emptyBatch
    case tooLongBatch(maximum: Int)
    /// The text is not JSON.
    case malformed(JSONSyntaxError)

    package init(_ text: [UInt8], limits: ConnectionLimits) {
        do throws(JSONSyntaxError) {
            self = try JSONScanner.scan(text[...], maximumDepth: limits.maximumDepth) {
                (scanner) throws(JSONSyntaxError) in
                let message = try Self.message(&scanner, in: text, limits)
                try scanner.finish()
                return message
            }
        } catch {
            self = .malformed(error)
        }
    }

    /// The envelopes in it; empty if it is not a message.
    package var envelopes: [Envelope] {
        switch self {
        case .single(let envelope): [envelope]
        case .batch(let envelopes): envelopes
        case .emptyBatch, .tooLongBatch, .malformed: []
        }
    }

    private static func message(
        _ scanner: inout JSONScanner, in text: [UInt8], _ limits: ConnectionLimits
    ) throws(JSONSyntaxError) -> IncomingMessage {
        guard try scanner.nextKind() == .array else {
            return .single(try envelope(&scanner, in: text))
        }
        var members: [Envelope] = []
        var isTooLong = false
        try scanner.beginArray()
        while try scanner.nextElement() {
            if members.count < limits.maximumBatch {
                members.append(try envelope(&scanner, in: text))
            } else {
                // The rest must still be checked, for example for a missing bracket.
                isTooLong = true
                try scanner.skipValue()
            }
        }
        if isTooLong { return .tooLongBatch(maximum: limits.maximumBatch) }
        return members.isEmpty ? .emptyBatch : .batch(members)
    }

    private static func envelope(
        _ scanner: inout JSONScanner, in text: [UInt8]
    ) throws(JSONSyntaxError) -> Envelope {
        let kind = try scanner.nextKind()
        guard kind == .object else {
            try scanner.skipValue()
            return .invalid(
                id: .null,
                reason: "A request must be an object, not a value of type \(kind.rawValue).")
        }
        return try EnvelopeMembers(&scanner, in: text).envelope
    }
}
