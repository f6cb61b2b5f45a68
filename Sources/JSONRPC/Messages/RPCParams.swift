public import JSONCore

/// The params of a call, as JSON text.
///
/// The text has been checked. No value is built from it until ``value()`` is called.
///
/// - SeeAlso: JSON-RPC 2.0, section 4.2.
public struct RPCParams: Sendable {
    /// How the params were given.
    public enum Form: Hashable, Sendable {
        /// Absent, or null.
        case none
        /// An object.
        case byName
        /// An array.
        case byPosition
    }

    /// How the params were given.
    public let form: Form

    /// The object or the array; empty for ``Form/none``.
    public let text: ArraySlice<UInt8>

    /// - Parameter text: it must have been scanned.
    init(validated text: ArraySlice<UInt8>, form: Form) {
        self.text = text
        self.form = form
    }

    /// No params.
    public static let none = RPCParams(validated: [], form: .none)

    /// Nil if `value` is neither an object nor an array nor null.
    public init?(_ value: JSONValue) {
        switch value {
        case .null: self = .none
        case .object: self.init(validated: value.bytes[...], form: .byName)
        case .array: self.init(validated: value.bytes[...], form: .byPosition)
        case .bool, .number, .string: return nil
        }
    }

    /// The same params in memory of their own: a slice keeps its whole message alive.
    var detached: RPCParams {
        RPCParams(validated: ArraySlice(Array(text)), form: form)
    }

    /// The object or the array, or null for ``Form/none``.
    public func value() -> JSONValue {
        // The scanner has accepted the text, within the connection's own depth limit.
        (try? JSONParser(maximumDepth: .max).parse(text)) ?? .null
    }
}

extension RPCParams: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral {
    /// Params by name.
    public init(dictionaryLiteral members: (String, JSONValue)...) {
        let text = JSONValue.object(JSONObject(members)).bytes
        self.init(validated: text[...], form: .byName)
    }

    /// Params by position.
    public init(arrayLiteral elements: JSONValue...) {
        self.init(validated: JSONValue.array(elements).bytes[...], form: .byPosition)
    }
}
