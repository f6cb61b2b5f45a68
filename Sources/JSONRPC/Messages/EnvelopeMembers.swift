import JSONCore

/// The members of one message, gathered while its text is scanned.
///
/// If members have the same name, the last one counts, as everywhere in JSONCore. Unknown members
/// are ignored.
struct EnvelopeMembers {
    private var isVersion2 = false
    // Nil if a member is absent or has another type.
    private var id: RequestID?
    private var method: String?
    private var params: RPCParams? = RPCParams.none

    private var hasInvalidID = false
    private var hasMethod = false
    private var isResponse = false

    /// Scans the next object in `scanner`, whose text is `message`.
    init(_ scanner: inout JSONScanner, in message: [UInt8]) throws(JSONSyntaxError) {
        try scanner.beginObject()
        // Names are compared as bytes: a string for each would cost 200 instructions, and a cached
        // request must take at most 17,500.
        while let name = try scanner.skipName() {
            if scanner.text(of: name, is: "jsonrpc") {
                let version = try Self.string(&scanner)
                isVersion2 = version.map { scanner.text(of: $0, is: "2.0") } ?? false
            } else if scanner.text(of: name, is: "id") {
                id = try Self.id(&scanner, in: message)
                hasInvalidID = id == nil
            } else if scanner.text(of: name, is: "method") {
                method = try Self.string(&scanner).map(scanner.text)
                hasMethod = true
            } else if scanner.text(of: name, is: "params") {
                params = try Self.params(&scanner, in: message)
            } else {
                let isOfResponse =
                    scanner.text(of: name, is: "result") || scanner.text(of: name, is: "error")
                isResponse = isResponse || isOfResponse
                try scanner.skipValue()
            }
        }
    }

    /// The envelope that the members form.
    var envelope: IncomingMessage.Envelope {
        if isResponse, !hasMethod { return .response }
        guard isVersion2 else {
            return invalid("A message must have the member \"jsonrpc\" with the value \"2.0\".")
        }
        if hasInvalidID {
            return invalid("The id of a request must be a string, a number or null.")
        }
        guard let method else {
            return invalid("A request must have the member \"method\", and that must be a string.")
        }
        guard let params else {
            return invalid("The params of a request must be an object or an array.")
        }
        return .call(RPCRequest(id: id, method: method, params: params))
    }

    private func invalid(_ reason: String) -> IncomingMessage.Envelope {
        .invalid(id: id ?? .null, method: method, reason: reason)
    }

    private static func string(
        _ scanner: inout JSONScanner
    ) throws(JSONSyntaxError) -> JSONStringToken? {
        guard try scanner.nextKind() == .string else {
            try scanner.skipValue()
            return nil
        }
        return try scanner.skipString()
    }

    private static func id(
        _ scanner: inout JSONScanner, in message: [UInt8]
    ) throws(JSONSyntaxError) -> RequestID? {
        switch try scanner.nextKind() {
        case .null, .number, .string:
            let start = scanner.offset
            let value = try scanner.value()
            return RequestID(value, writtenAs: Array(message[start..<scanner.offset]))
        case .boolean, .array, .object:
            try scanner.skipValue()
            return nil
        }
    }

    private static func params(
        _ scanner: inout JSONScanner, in message: [UInt8]
    ) throws(JSONSyntaxError) -> RPCParams? {
        let kind = try scanner.nextKind()
        let text = message[try scanner.skipValue()]
        switch kind {
        case .null: return RPCParams.none
        case .object: return RPCParams(validated: text, form: .byName)
        case .array: return RPCParams(validated: text, form: .byPosition)
        case .boolean, .number, .string: return nil
        }
    }
}
