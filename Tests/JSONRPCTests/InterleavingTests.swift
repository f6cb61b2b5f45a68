import FuzzTargets
import JSONCore
import JSONRPC
import TestSupport
import Testing

/// Random conversations: in any order of events, each request is answered once.
@Suite(.patience) struct InterleavingTests {
    private static let seedsOfOneTest: UInt64 = 100

    /// Requests, notifications, batches, cancellations, failures, half-closes, `exit`, drains,
    /// timeouts and clients that vanish, on one thread, so that a seed always gives the same.
    @Test(arguments: UInt64(0)..<20)
    func `each request is answered exactly once, or at most once after a disconnect`(
        number: UInt64
    ) {
        for seed in number * Self.seedsOfOneTest..<(number + 1) * Self.seedsOfOneTest {
            var random = RandomConversation(seed: seed)
            let steps = random.steps(40)
            do throws(Finding) {
                try Conversation.hold(random.settings, steps)
            } catch {
                Issue.record("seed \(seed): \(error)")
            }
        }
    }

    @Test(arguments: UInt64(1)...20)
    func `each request is answered once while other threads answer and cancel`(
        seed: UInt64
    ) async {
        let events = Events()
        let count = 100
        let client = SteppedClient(
            TestMethods.registry(events), framing: seed % 2 == 0 ? .headers : .lines,
            limits: ConnectionLimits(maximumInFlight: 1 + Int(seed % 5), outputHighWater: 300))
        async let releases: Void = {
            for number in 0..<count {
                events.post("release \(number)")
                await Task.yield()
            }
        }()
        var random = SeededGenerator(seed: seed)
        for number in 0..<count {
            client.send(Messages.hold(JSONValue(number), "\(number)", ["talks": true]))
            let other = Int.random(in: 0...number, using: &random)
            client.send(Messages.cancellation(of: JSONValue(other)))
        }
        await releases
        let messages = await client.finish()
        let answers = messages.filter { $0["method"] == nil }
        #expect(answers.compactMap { $0["id"]?.intValue }.sorted() == Array(0..<count))
        for answer in answers where answer["error"]?["code"] != -32800 {
            #expect(answer["result"]?.stringValue == answer["id"]?.text)
        }
        #expect(client.isClosed)
    }

    @Test(arguments: UInt64(1)...20)
    func `messages and responses from different threads are not interleaved`(
        seed: UInt64
    ) async {
        let events = Events()
        let count = 200
        let client = SteppedClient(
            TestMethods.registry(events), framing: seed % 2 == 0 ? .headers : .lines,
            limits: ConnectionLimits(maximumInFlight: 1 + Int(seed % 5), outputHighWater: 300))
        async let releases: Void = {
            for number in 0..<count {
                events.post("release \(number)")
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
        // Some are dropped if this thread reads late.
        let begun = messages.filter { $0["method"] == "begun" }.map { $0["params"]?.text }
        #expect(Set(begun).count == begun.count)
    }

    @Test(arguments: UInt64(1)...20)
    func `a disconnect while others answer leaves no call running`(
        seed: UInt64
    ) async {
        let events = Events()
        let client = SteppedClient(
            TestMethods.registry(events), limits: ConnectionLimits(maximumInFlight: 4))
        async let releases: Void = {
            for number in 0..<50 {
                events.post("release \(number)")
                await Task.yield()
            }
        }()
        for number in 0..<Int(seed) {
            client.send(Messages.hold(JSONValue(number), "\(number)"))
        }
        client.connection.peerVanished()
        await releases
        await client.connection.waitUntilFinished()
        // The last signal may still be on its way.
        client.look()
        let answered = client.waiting.compactMap { $0["id"]?.intValue }
        #expect(Set(answered).count == answered.count)
        #expect(client.isClosed)
    }
}
