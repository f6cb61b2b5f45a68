import JSONCore

/// The members of one message, gathered while its text is scanned.
///
/// If members have the same name, the last one counts, as everywhere in JSONCore. Unknown members
/// are ignored.
struct EnvelopeMembers {
    private enum Member<Value> {
        case absent
        case wrongType
        case value(Value)
    }

    private var version: Member<String> = .absent
    private var id: Member<RequestID> = .absent
    private var method: Member<String> = .absent
    private var params: Member<RPCParams> = .absent
    private var isResponse = false

    /// Scans the next object in `scanner`, whose text is `message`.
    init(_ scanner: inout JSONScanner, in message: [UInt8]) throws(JSONSyntaxError) {
        try scanner.beginObject()
        while let name = try scanner.nextName() {
            // Comparing a long name could take very long: see `isSameText`.
            switch name.utf8.count > 7 ? "" : name {
            case "jsonrpc": version = try Self.string(&scanner)
            case "id": id = try Self.id(&scanner, in: message)
            case "method": method = try Self.string(&scanner)
            case "params": params = try Self.params(&scanner, in: message)
            case "result", "error":
                isResponse = true
                try scanner.skipValue()
            default: try scanner.skipValue()
            }
        }
    }

    /// The envelope that the members form.
    var envelope: IncomingMessage.Envelope {
        if isResponse, case .absent = method { return .response }
        guard case .value(let version) = version, version.isSameText(as: "2.0") else {
            return invalid("A message must have the member \"jsonrpc\" with the value \"2.0\".")
        }
        if case .wrongType = id {
            return invalid("The id of a request must be a string, a number or null.")
        }
        guard case .value(let method) = method else {
            return invalid("A request must have the member \"method\", and that must be a string.")
        }
        switch params {
        case .absent: return .call(RPCRequest(id: readableID, method: method))
        case .value(let params):
            return .call(RPCRequest(id: readableID, method: method, params: params))
        case .wrongType: return invalid("The params of a request must be an object or an array.")
        }
    }

    private var readableID: RequestID? {
        guard case .value(let id) = id else { return nil }
        return id
    }

    private func invalid(_ reason: String) -> IncomingMessage.Envelope {
        .invalid(id: readableID ?? .null, reason: reason)
    }

    private static func string(_ scanner: inout JSONScanner) throws(JSONSyntaxError) -> Member<
        String
    > {
        guard try scanner.nextKind() == .string else {
            try scanner.skipValue()
            return .wrongType
        }
        return .value(try scanner.string())
    }

    private static func id(
        _ scanner: inout JSONScanner, in message: [UInt8]
    ) throws(JSONSyntaxError) -> Member<RequestID> {
        let kind = try scanner.nextKind()
        let start = scanner.offset
        switch kind {
        case .null:
            try scanner.skipNull()
            return .value(.null)
        case .number:
            let number = try scanner.number()
            return .value(RequestID(bytes: Array(message[start..<scanner.offset]), number: number))
        case .string:
            let text = try scanner.string()
            return .value(RequestID(bytes: Array(message[start..<scanner.offset]), text: text))
        case .boolean, .array, .object:
            try scanner.skipValue()
            return .wrongType
        }
    }

    private static func params(
        _ scanner: inout JSONScanner, in message: [UInt8]
    ) throws(JSONSyntaxError) -> Member<RPCParams> {
        let kind = try scanner.nextKind()
        let text = message[try scanner.skipValue()]
        switch kind {
        case .null: return .value(.none)
        case .object: return .value(RPCParams(validated: text, form: .byName))
        case .array: return .value(RPCParams(validated: text, form: .byPosition))
        case .boolean, .number, .string: return .wrongType
        }
    }
}
