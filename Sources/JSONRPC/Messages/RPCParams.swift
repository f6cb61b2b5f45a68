import JSONCore

/// The params of a call, as the JSON text that was sent.
///
/// The text has been checked, and nothing is built from it until somebody asks.
///
/// - SeeAlso: JSON-RPC 2.0, section 4.2.
package struct RPCParams: Sendable {
    /// How the params were given.
    package enum Form: Hashable, Sendable {
        /// Left out, or null.
        case none
        /// An object.
        case byName
        /// An array.
        case byPosition
    }

    package let form: Form

    /// The object or the array; empty for ``Form/none``.
    package let text: ArraySlice<UInt8>

    /// Text that a scanner has walked over.
    init(validated text: ArraySlice<UInt8>, form: Form) {
        self.text = text
        self.form = form
    }

    package static let none = RPCParams(validated: [], form: .none)

    /// The params that `value` is; nil if it is neither an object nor an array nor null.
    package init?(_ value: JSONValue) {
        switch value {
        case .null: self = .none
        case .object: self.init(validated: value.bytes[...], form: .byName)
        case .array: self.init(validated: value.bytes[...], form: .byPosition)
        case .bool, .number, .string: return nil
        }
    }

    /// The object or the array, or null for ``Form/none``.
    package func value() -> JSONValue {
        // The scanner has accepted the text, within the connection's own limit of depth.
        (try? JSONParser(maximumDepth: .max).parse(text)) ?? .null
    }
}
