import FuzzTargets
import JSONCore
import JSONRPC
import TestSupport

/// A conversation that depends on a seed: requests of every kind, notifications, batches,
/// cancellations, failures and ends, in any order and split anywhere.
struct RandomConversation {
    let settings: ConversationSettings

    private var random: SeededGenerator
    private let speaksHeaders: Bool
    private var sent: [JSONValue] = []
    /// Bytes of the client that have not been sent yet.
    private var unsent: [UInt8] = []

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
        settings = ConversationSettings(UInt8.random(in: 0...255, using: &random))
        speaksHeaders =
            settings.framing == .headers
            || settings.framing == .automatic && Bool.random(using: &random)
        if settings.hasGate, chance(in: 20) > 0 {
            say(Messages.request("secret", "session.authenticate", ["secret": "open"]))
        }
    }

    /// `count` steps, and one that sends the rest.
    mutating func steps(_ count: Int) -> [Step] {
        (0..<count).map { _ in step() } + [.send(unsent)]
    }

    private mutating func step() -> Step {
        switch chance(in: 200) {
        case 0..<90:
            for _ in 0..<chance(in: 4) { say(message()) }
            return sending()
        case 90..<135: return .run(chance(in: 8))
        case 135..<160: return .release(chance(in: 8))
        case 160..<178: return .look
        case 178..<192: return .write(1 + chance(in: 300))
        case 192..<196: return .notify
        case 196: return .endInput
        case 197: return .drain
        case 198: return chance(in: 2) > 0 ? .vanish : .cancelAll
        default: return .timeOut
        }
    }

    /// Sends some of those bytes, usually all.
    private mutating func sending() -> Step {
        let count = chance(in: 3) > 0 ? unsent.count : chance(in: unsent.count + 1)
        defer { unsent.removeFirst(count) }
        return .send(Array(unsent.prefix(count)))
    }

    private mutating func message() -> String {
        switch chance(in: 40) {
        case 0..<24: return call()
        case 24..<28: return cancellation()
        case 28..<35:
            let members = (0...chance(in: 6)).map { _ in member() }
            return "[" + members.joined(separator: ",") + "]"
        case 35: return Messages.request(newID(), "shutdown")
        case 36: return chance(in: 4) > 0 ? call() : Messages.notification("exit")
        case 37: return "[]"
        case 38: return #"{"id":\#(newID()),"method":"now"}"#
        default: return "{nonsense"
        }
    }

    private mutating func member() -> String {
        switch chance(in: 40) {
        case 0: Messages.notification("exit")
        case 1..<7: cancellation()
        default: call()
        }
    }

    /// A request or a notification.
    private mutating func call() -> String {
        let methods = ["now", "echo", "echo", "hold", "hold", "stubborn", "fail", "refuse", "none"]
        let method = methods[chance(in: methods.count)]
        if chance(in: 8) == 0 { return Messages.notification(method) }
        let id = newID()
        return Messages.request(id, method, [id, JSONValue(sent.count)])
    }

    private mutating func cancellation() -> String {
        Messages.cancellation(of: sent.randomElement(using: &random) ?? 0)
    }

    /// A new id; occasionally a former one, or null.
    private mutating func newID() -> JSONValue {
        switch chance(in: 24) {
        case 0: return .null
        case 1, 2: return sent.randomElement(using: &random) ?? 0
        case 3..<12: sent.append(.string("\(sent.count)"))
        default: sent.append(JSONValue(sent.count))
        }
        return sent[sent.count - 1]
    }

    private mutating func say(_ message: String) {
        unsent += (speaksHeaders ? Framing.headers : .lines).frame(message).utf8
    }

    private mutating func chance(in count: Int) -> Int {
        Int.random(in: 0..<count, using: &random)
    }
}
