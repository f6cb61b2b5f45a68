import JSONCore
import Testing

@testable import JSONRPC

@Suite struct ConnectionStateTests {
    private func request(
        _ method: String, id: RequestID? = 1, _ params: JSONValue = .null
    ) -> IncomingMessage.Envelope {
        .call(RPCRequest(id: id, method: method, params: RPCParams(params) ?? .none))
    }

    /// Takes in `envelope`, and describes briefly what happens: a method is performed, with the result
    /// null, the connection ends, or a response is sent.
    private func take(
        _ envelope: IncomingMessage.Envelope, into state: inout ConnectionState
    ) -> String {
        let hadEnded = state.exitStatus != nil
        let work = state.handle(.parsed(.single(envelope), length: 10, nil))
        defer { _ = state.handle(.written(state.nextStep().write.count)) }
        if case .perform(let request, let slot) = work {
            let result = Array("null".utf8)
            _ = state.handle(.performed(request, slot, .answered(.success(result))))
            return "perform \(request.method)"
        }
        let output = state.nextStep().write
        _ = state.handle(.written(output.count))
        defer { state.cancelled = [] }
        guard let response = try? JSONParser().parse(output[...]) else {
            if !state.cancelled.isEmpty { return "cancelled" }
            return hadEnded || state.exitStatus == nil ? "nothing" : "exit"
        }
        let outcome = response["result"] ?? response["error"]?["code"] ?? "-"
        return "\((response["id"] ?? "-").text) \(outcome.text)"
    }

    private func check(
        _ envelopes: [IncomingMessage.Envelope], underWay ids: [RequestID] = [],
        dialect: ConnectionDialect = .languageServer, gives expected: [String]
    ) {
        var state = ConnectionState(
            ConnectionLimits(maximumInFlight: 2), framing: .lines, dialect: dialect)
        for id in ids { _ = accept(&state, RPCRequest(id: id, method: "a")) }
        _ = state.nextStep()
        #expect(envelopes.map { take($0, into: &state) } == expected)
    }

    @Test func `requests and notifications of methods are performed`() {
        check(
            [request("a"), request("a", id: nil), request("session.authenticate", id: nil)],
            gives: ["perform a", "perform a", "perform session.authenticate"])
    }

    @Test func `responses, initialized and notifications that begin with $ are ignored`() {
        check(
            [.response, request("initialized", id: nil), request("$/setTrace", id: nil)],
            gives: ["nothing", "nothing", "nothing"])
    }

    @Test func `a request named like a built-in notification is an ordinary method call`() {
        check(
            [request("exit"), request("initialized"), request("$/cancelRequest", ["id": 1])],
            gives: ["perform exit", "perform initialized", "perform $/cancelRequest"])
    }

    @Test func `a cancellation names an id, or is ignored`() {
        check(
            [
                request("$/cancelRequest", id: nil, ["id": 7]),
                request("$/cancelRequest", id: nil, ["id": "7"]),
                request("$/cancelRequest", id: nil, ["id": [7]]),
                request("$/cancelRequest", id: nil, [7]), request("$/cancelRequest", id: nil),
            ], underWay: [7, "7"],
            gives: ["7 -32800", "\"7\" -32800", "nothing", "nothing", "nothing"])
    }

    @Test func `after shutdown requests are refused and notifications ignored`() {
        check(
            [
                request("shutdown"), request("a", id: 2), request("shutdown", id: 3),
                request("a", id: nil), request("$/cancelRequest", id: nil, ["id": 9]),
                request("exit", id: nil),
            ], underWay: [9],
            gives: ["1 null", "2 -32600", "3 -32600", "nothing", "9 -32800", "exit"])
    }

    @Test func `shutdown takes no params, not even an empty object or array`() {
        check([request("shutdown", [:])], gives: ["1 null"])
        check([request("shutdown", [])], gives: ["1 null"])
        check(
            [request("shutdown", ["a": 1]), request("shutdown", [1]), request("a")],
            gives: ["1 -32602", "1 -32602", "perform a"])
    }

    @Test func `the error for params of shutdown names them`() {
        var state = ConnectionState(ConnectionLimits(maximumInFlight: 2), framing: .lines)
        let shutdown = request("shutdown", ["a/b": 1])
        _ = state.handle(.parsed(.single(shutdown), length: 10, nil))
        let output = String(decoding: state.nextStep().write, as: UTF8.self)
        #expect(output.contains(#""path":"/a~1b""#))
    }

    @Test func `a request with an id in use is refused without that id`() {
        check(
            [
                request("a"), .invalid(id: 1, reason: "No."), .invalid(id: 2, reason: "No."),
                request("a", id: "1"),
            ], underWay: [1],
            gives: ["null -32600", "null -32600", "2 -32600", "perform a"])
    }

    private func accept(_ state: inout ConnectionState, _ request: RPCRequest) -> [Int] {
        let attempt = ConnectionState.Attempt.needsTask(largestResult: 0)
        _ = state.handle(.performed(request, nil, attempt))
        defer { state.started = [] }
        return state.started.map(\.number)
    }

    private func parsed(_ method: String, id: RequestID? = nil) -> ConnectionState.Event {
        .parsed(.single(request(method, id: id)), length: 10, nil)
    }

    @Test func `exit is 0 after shutdown and 1 without`() {
        var state = ConnectionState(ConnectionLimits(maximumInFlight: 2))
        #expect(state.exitStatus == nil)
        _ = state.handle(parsed("exit"))
        #expect(state.exitStatus == 1)
        state = ConnectionState(ConnectionLimits(maximumInFlight: 2))
        _ = state.handle(parsed("shutdown", id: 1))
        _ = state.handle(parsed("exit"))
        #expect(state.exitStatus == 0)
    }

    @Test func `a draining connection closes when everything is answered`() throws {
        var state = ConnectionState(ConnectionLimits(maximumInFlight: 2))
        let numbers = accept(&state, RPCRequest(id: 1, method: "a"))
        _ = state.handle(.drained)
        let before = state.nextStep()
        #expect(!before.closes)
        _ = state.handle(.ended(try #require(numbers.first), .success([])))
        let step = state.nextStep()
        #expect(step.closes && !step.write.isEmpty)
    }

    @Test func `a request accepted after everything was cancelled is cancelled`() {
        var state = ConnectionState(ConnectionLimits(maximumInFlight: 2))
        _ = state.handle(.cancelledAll)
        let started =
            accept(&state, RPCRequest(id: 1, method: "a"))
            + accept(&state, RPCRequest(id: nil, method: "a"))
        #expect(started.isEmpty)
        let step = state.nextStep()
        #expect(String(decoding: step.write, as: UTF8.self).contains("-32800"))
        #expect(step.closes)
    }

    @Test func `a connection whose client has disconnected accepts and answers nothing`() {
        var state = ConnectionState(ConnectionLimits(maximumInFlight: 2))
        let numbers = accept(&state, RPCRequest(id: 1, method: "a"))
        _ = state.handle(.vanished)
        #expect(state.cancelled == numbers)
        let started = accept(&state, RPCRequest(id: 2, method: "a"))
        #expect(started.isEmpty)
        _ = state.handle(.ended(numbers[0], .success([])))
        let step = state.nextStep()
        #expect(step.write.isEmpty && step.closes && !step.wantsInput)
    }

    @Test func `the transport is signalled once if its next step has changed`() {
        var state = ConnectionState(ConnectionLimits(), framing: .lines)
        // Whether one more notification signals the transport.
        let notify = {
            _ = state.handle(.notified(Array("{}".utf8), about: nil))
            return state.needsSignal()
        }
        let look = { String(decoding: state.nextStep().write, as: UTF8.self) }
        #expect(!notify())
        #expect(look() == "{}\n")
        // The transport is still writing, and takes a step when it has written.
        #expect(!notify())
        _ = state.handle(.written(3))
        #expect(look() == "{}\n")
        _ = state.handle(.written(3))
        #expect(look().isEmpty)
        #expect(notify())
        #expect(!notify())
        #expect(look() == "{}\n{}\n")
    }

    @Test func `the transport is signalled about an exit from another thread`() {
        var state = ConnectionState(ConnectionLimits())
        _ = accept(&state, RPCRequest(id: 1, method: "a"))
        _ = state.nextStep()
        _ = state.handle(parsed("exit"))
        let needsSignal = state.needsSignal()
        #expect(needsSignal && state.isExiting)
    }

    @Test func `a refused client gets no notification, and its message runs nothing`() {
        let gate = ConnectionGate(method: "enter", refusal: .cancelled) { _ in nil }
        var state = ConnectionState(ConnectionLimits(), framing: .lines, gate: gate)
        let text = Array((Messages.request(1, "now") + "\n").utf8)
        let work = text.withUnsafeBytes { state.handle(.received($0)) }
        guard case .parse(_, performs: false) = work else {
            Issue.record("expected a text to parse")
            return
        }
        _ = state.handle(.drained)
        _ = state.handle(.notified(Array("{}".utf8), about: nil))
        let further = state.handle(.parsed(.single(request("now")), length: 10, nil))
        let step = state.nextStep()
        #expect(further == nil && step.write.isEmpty && step.closes)
    }

    @Test func `a message parsed after everything was cancelled runs nothing`() {
        var state = ConnectionState(ConnectionLimits(), framing: .lines)
        _ = state.handle(.cancelledAll)
        let work = state.handle(.parsed(.single(request("now")), length: 10, nil))
        let step = state.nextStep()
        #expect(work == nil)
        #expect(String(decoding: step.write, as: UTF8.self).contains("-32800"))
    }

    /// A dialect with only a cancellation.
    private let other = ConnectionDialect(
        cancel: "stop", cancelledID: "which", answersCancelled: false,
        performsNotifications: false)

    @Test func `another dialect has its own cancellation`() {
        check(
            [
                request("stop", id: nil, ["which": 7]), request("stop", id: nil, ["id": 7]),
                request("$/cancelRequest", id: nil, ["id": 7]),
            ], underWay: [7], dialect: other, gives: ["cancelled", "nothing", "nothing"])
    }

    @Test func `messages unknown to a dialect are methods, or ignored`() {
        check(
            [
                request("shutdown"), request("exit"), request("a", id: nil),
                request("exit", id: nil), request("a", id: 2),
            ], dialect: other,
            gives: ["perform shutdown", "perform exit", "nothing", "nothing", "perform a"])
    }
}
