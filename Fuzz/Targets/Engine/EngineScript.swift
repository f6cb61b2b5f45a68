/// Actions of a server and the output of its engine, from an input.
///
/// A DLE (0x10) and a letter begin each part; the rest of the part is its text. The actions are
/// performed in order, and each of their commands takes the next reply.
struct EngineScript: Sendable {
    enum Action: Sendable {
        /// A GET of a path: with a token or not, and only a new response or any.
        case get(path: String, isSignedIn: Bool, isRefresh: Bool)
        /// Several requests ask for admission at once.
        case admit
        /// The cache is cleared: everything, or the responses about a login.
        case clear(isAll: Bool)
        /// A connection is opened, or time passes until the engine is checked again.
        case up
        /// The connection is lost.
        case down
        /// Leases are renewed.
        case renew
    }

    enum Sending: Sendable {
        /// Replies as bytes of RESP3.
        case replies([UInt8])
        /// The reply of a script: words after the time.
        case words([String])
        /// The reply to a lookup of a response: a record, which the engine got sealed.
        case record(PlainRecord)
        /// A message about the last question: as given, or sealed.
        case done([UInt8], isSealed: Bool)
        /// A message that the cache was cleared.
        case cleared([UInt8])
    }

    private(set) var actions: [Action] = []
    private(set) var sendings: [Sending] = []

    /// More would only take longer.
    private static let maximumActions = 8
    private static let maximumSendings = 64

    init(_ input: [UInt8]) {
        var rest = input[...].drop { $0 != Step.escape }
        while rest.popFirst() != nil, let code = rest.popFirst() {
            let text = rest.prefix { $0 != Step.escape }
            rest = rest.dropFirst(text.count)
            if let action = Self.action(code, text) {
                if actions.count < Self.maximumActions { actions.append(action) }
            } else if let sending = Self.sending(code, text) {
                if sendings.count < Self.maximumSendings { sendings.append(sending) }
            }
        }
    }

    private static func action(_ code: UInt8, _ bytes: ArraySlice<UInt8>) -> Action? {
        let text = String(decoding: bytes, as: UTF8.self)
        switch Unicode.Scalar(code) {
        case "G", "F": return .get(path: text, isSignedIn: true, isRefresh: code == 0x46)
        case "g", "f": return .get(path: text, isSignedIn: false, isRefresh: code == 0x66)
        case "A": return .admit
        case "K", "k": return .clear(isAll: code == 0x4B)
        case "U": return .up
        case "D": return .down
        case "R": return .renew
        default: return nil
        }
    }

    private static func sending(_ code: UInt8, _ bytes: ArraySlice<UInt8>) -> Sending? {
        switch Unicode.Scalar(code) {
        case "<": .replies(Array(bytes))
        case "s":
            .words(String(decoding: bytes, as: UTF8.self).split(separator: " ").map(String.init))
        case "r": .record(PlainRecord(bytes))
        case "m": .done(Array(bytes), isSealed: false)
        case "o": .done(Array(bytes), isSealed: true)
        case "c": .cleared(Array(bytes))
        default: nil
        }
    }
}
