import JSONCore
import JSONRPC
import Testing

/// Random conversations: whatever happens in whatever order, each request is answered once.
@Suite(.timeLimit(.minutes(2))) struct InterleavingTests {
    private struct Conversation {
        let events = Events()
        let client: TestClient
        var random: SeededGenerator
        var sent: [String: JSONValue] = [:]
        var held: [String] = []
        var cancelled: Set<String> = []

        init(seed: UInt64) {
            random = SeededGenerator(seed: seed)
            client = TestClient(
                TestMethods.registry(events), framing: seed % 2 == 0 ? .headers : .lines,
                limits: ConnectionLimits(maximumInFlight: 1 + Int(seed % 5), outputHighWater: 300))
        }

        mutating func step() {
            let piece = Int.random(in: 1...40, using: &random)
            switch Int.random(in: 0..<10, using: &random) {
            case 0, 1, 2, 3: client.send(call(), inPiecesOf: piece)
            case 4: client.send(batch(), inPiecesOf: piece)
            case 5:
                guard let id = sent.values.randomElement(using: &random) else { return }
                cancelled.insert(id.text)
                client.send(Messages.cancellation(of: id), inPiecesOf: piece)
            case 6: client.send(Messages.notification("update"), inPiecesOf: piece)
            default:
                guard let key = held.randomElement(using: &random) else { return }
                events.post("release \(key)")
            }
        }

        private mutating func batch() -> String {
            let members = (0..<Int.random(in: 1...4, using: &random)).map { _ in call() }
            return "[" + members.joined(separator: ",") + "]"
        }

        /// A request with an id of its own, and of its own kind.
        private mutating func call() -> String {
            let number = sent.count
            let id: JSONValue = Bool.random(using: &random) ? JSONValue(number) : "\(number)"
            sent[id.text] = id
            switch Int.random(in: 0..<4, using: &random) {
            case 0: return Messages.request(id, "now", [id])
            case 1: return Messages.request(id, "echo", [id])
            case 2: return Messages.request(id, "no.such.method")
            default:
                held.append(id.text)
                let isStubborn = Bool.random(using: &random)
                return Messages.hold(id, id.text, ["stubborn": .bool(isStubborn)])
            }
        }

        func releaseAll() {
            for key in held {
                events.post("release \(key)")
            }
        }
    }

    private func check(_ answers: [JSONValue], of conversation: Conversation) {
        var answered: Set<String> = []
        for answer in answers.flatMap({ $0.arrayValue ?? [$0] }) {
            let id = answer["id"] ?? .null
            #expect(answered.insert(id.text).inserted, "answered twice: \(answer)")
            switch answer["error"]?["code"] {
            case -32800: #expect(conversation.cancelled.contains(id.text))
            case -32601, nil: break
            default: Issue.record("not expected: \(answer)")
            }
            if let result = answer["result"] {
                #expect(result == [id] || result == .string(id.text))
            }
        }
        #expect(answered.isSubset(of: conversation.sent.keys))
    }

    @Test(arguments: UInt64(1)...60)
    func `each request is answered once`(seed: UInt64) async {
        var conversation = Conversation(seed: seed)
        for _ in 0..<60 {
            conversation.step()
        }
        conversation.releaseAll()
        let answers = await conversation.client.finish()
        check(answers, of: conversation)
        let count = answers.reduce(0) { $0 + ($1.arrayValue?.count ?? 1) }
        #expect(count == conversation.sent.count)
        #expect(conversation.client.isClosed)
    }

    @Test(arguments: UInt64(1)...20)
    func `a client that vanishes leaves nothing under way`(seed: UInt64) async {
        var conversation = Conversation(seed: seed)
        for _ in 0..<30 {
            conversation.step()
        }
        conversation.client.connection.peerVanished()
        conversation.releaseAll()
        await conversation.client.connection.waitUntilFinished()
        check(conversation.client.waiting, of: conversation)
        #expect(conversation.client.isClosed)
    }

    @Test(arguments: UInt64(1)...20)
    func `messages from one thread and answers from others do not get into each other`(
        seed: UInt64
    ) async {
        let conversation = Conversation(seed: seed)
        let client = conversation.client
        let count = 200
        async let releases: Void = {
            for number in 0..<count {
                conversation.events.post("release \(number)")
                await Task.yield()
            }
        }()
        for number in 0..<count {
            let id = JSONValue(number)
            client.send(Messages.hold(id, id.text, ["talks": true]))
        }
        await releases
        let messages = await client.finish()
        let answered = messages.compactMap { $0["result"]?.stringValue.flatMap(Int.init) }
        #expect(answered.sorted() == Array(0..<count))
        let begun = messages.filter { $0["method"] == "begun" }
        #expect(begun.count == count)
    }
}
