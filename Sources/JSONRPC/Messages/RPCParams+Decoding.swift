import JSONCore

extension RPCParams {
    /// The params as a value of `type`. Absent params are decoded from an empty object.
    ///
    /// Integers and other numbers must fit their type exactly. Members that the type does not read
    /// are ignored. Params by position fit a type that is decoded from an array, such as `[String]`.
    ///
    /// - Throws: ``RPCError/invalidParams(_:)`` with the place that does not fit, or what else the
    ///   type's own `init(from:)` throws.
    public func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        do {
            // The connection has checked the depth, by its own limit.
            return try JSONTextDecoder(maximumDepth: .max)
                .decode(type, from: form == .none ? Array("{}".utf8) : Array(text))
        } catch let error as DecodingError {
            throw RPCError.invalidParams([error.paramError])
        }
    }
}

extension DecodingError {
    fileprivate var paramError: RPCError.ParamError {
        let context =
            switch self {
            case .typeMismatch(_, let context), .valueNotFound(_, let context),
                .keyNotFound(_, let context), .dataCorrupted(let context):
                context
            @unknown default:
                Context(codingPath: [], debugDescription: "invalid params")
            }
        let tokens = context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
        return (JSONPointer(tokens: tokens).description, context.debugDescription)
    }
}
