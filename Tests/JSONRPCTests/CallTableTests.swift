import JSONCore
import Testing

@testable import JSONRPC

@Suite struct CallTableTests {
    private static let done = Result<[UInt8], RPCError>.success(Array("1".utf8))

    /// A table that has accepted calls with these ids.
    private func table(_ ids: [RequestID?], maximumInFlight: Int = 2) -> CallTable {
        var table = CallTable(ConnectionLimits(maximumInFlight: maximumInFlight))
        for id in ids {
            table.accept(RPCRequest(id: id, method: "a"))
        }
        return table
    }

    private func next(
        _ table: inout CallTable
    ) throws -> (number: Int, request: RPCRequest) {
        let next = table.nextToRun()
        return try #require(next)
    }

    /// Describes the output briefly.
    private func text(_ reply: CallTable.Reply?) -> String {
        switch reply {
        case nil: "nothing"
        case .response(let response): text(response)
        case .batch(let responses): "[" + responses.map(text).joined(separator: ", ") + "]"
        }
    }

    private func text(_ response: RPCResponse) -> String {
        switch response.outcome {
        case .success: "\(response.id)"
        case .failure(let error): "\(response.id) \(error.code)"
        }
    }

    @Test func `calls run up to the limit, and the next one when one has ended`() throws {
        var table = table([1, 2, 3])
        let first = try next(&table)
        #expect(table.nextToRun()?.request.id == 2)
        #expect(table.nextToRun() == nil)
        #expect(text(table.finish(first.number, with: Self.done)) == "1")
        #expect(table.nextToRun()?.request.id == 3)
    }

    @Test func `the queue is as long as the limit of running calls, and then there is no room`() {
        var table = table([1, 2], maximumInFlight: 2)
        while table.nextToRun() != nil {}
        table.accept(RPCRequest(id: 3, method: "a"))
        #expect(table.hasRoom)
        table.accept(RPCRequest(id: 4, method: "a"))
        #expect(!table.hasRoom)
        table.ended = []
        #expect(text(table.cancel(3).reply) == "3 -32800")
        #expect(table.hasRoom)
        #expect(table.ended?.map(\.method) == ["a"])
    }

    @Test func `long requests together leave no room for another one`() {
        let limits = ConnectionLimits(maximumMessageBytes: 100, inputHighWater: 100)
        var table = CallTable(limits)
        let params = RPCParams(.array([.string(String(repeating: "x", count: 100))])) ?? .none
        table.accept(RPCRequest(id: 1, method: "a", params: params))
        #expect(!table.hasRoom)
        _ = table.cancel(1)
        #expect(table.hasRoom)
    }

    @Test func `calls with long results do not run together`() throws {
        var table = CallTable(ConnectionLimits(maximumResultBytes: 100))
        for id in 1...3 {
            table.accept(
                RPCRequest(id: RequestID(JSONValue(id)), method: "a"), largestResult: 1000)
        }
        table.accept(RPCRequest(id: 4, method: "a"))
        let first = try next(&table)
        _ = try next(&table)
        #expect(table.nextToRun() == nil)
        _ = table.finish(first.number, with: Self.done)
        #expect(table.nextToRun()?.request.id == 3)
        #expect(table.nextToRun()?.request.id == 4)
    }

    @Test func `the results of a batch are bounded, and errors take the place of further ones`() {
        var table = CallTable(ConnectionLimits(maximumBatchResultBytes: 1))
        for _ in 1...2 {
            let number = table.openBatch(count: 2)
            let first = RPCResponse(id: 1, Self.done)
            #expect(
                text(table.settle(first, in: CallTable.BatchSlot(batch: number, member: 0)))
                    == "nothing")
            let second = RPCResponse(id: 2, Self.done)
            #expect(
                text(table.settle(second, in: CallTable.BatchSlot(batch: number, member: 1)))
                    == "[1, 2 -32600]")
        }
    }

    @Test func `a cancelled request is answered once`() throws {
        var table = table([1])
        let call = try next(&table)
        let (reply, handler) = table.cancel(1)
        #expect(text(reply) == "1 -32800")
        #expect(handler == call.number)
        #expect(text(table.cancel(1).reply) == "nothing")
        #expect(text(table.finish(call.number, with: Self.done)) == "nothing")
    }

    @Test func `a cancelled handler keeps its slot until it has ended`() throws {
        var table = table([1, 2], maximumInFlight: 1)
        let call = try next(&table)
        _ = table.cancel(1)
        #expect(table.isEmpty == false)
        #expect(table.nextToRun() == nil)
        _ = table.finish(call.number, with: Self.done)
        #expect(table.nextToRun()?.request.id == 2)
    }

    @Test func `a request cancelled in the queue never runs`() {
        var table = table([1])
        let (reply, handler) = table.cancel(1)
        #expect(text(reply) == "1 -32800")
        #expect(handler == nil)
        #expect(table.nextToRun() == nil)
        #expect(table.isEmpty)
    }

    @Test func `an id is taken from its request to its response`() throws {
        var table = table([1])
        #expect(table.isTaken(1))
        #expect(!table.isTaken("1"))
        let call = try next(&table)
        #expect(table.isTaken(1))
        _ = table.cancel(1)
        #expect(!table.isTaken(1))
        table.accept(RPCRequest(id: 1, method: "a"))
        _ = table.finish(call.number, with: Self.done)
        #expect(table.isTaken(1))
    }

    @Test func `null ids are not compared`() {
        var table = table([.null, .null])
        #expect(!table.isTaken(.null))
        #expect(text(table.cancel(.null).reply) == "nothing")
    }

    @Test func `within a batch an id stays taken after its response`() {
        var table = CallTable(ConnectionLimits(maximumInFlight: 1))
        let number = table.openBatch(count: 2)
        table.note(1, in: CallTable.BatchSlot(batch: number, member: 0))
        _ = table.settle(
            RPCResponse(id: 1, Self.done), in: CallTable.BatchSlot(batch: number, member: 0))
        #expect(table.isTaken(1, in: CallTable.BatchSlot(batch: number, member: 1)))
        #expect(!table.isTaken(1))
    }

    @Test func `a batch is sent once, complete and in the order of its members`() throws {
        var table = CallTable(ConnectionLimits(maximumInFlight: 2))
        let number = table.openBatch(count: 4)
        for member in 0..<2 {
            table.accept(
                RPCRequest(id: RequestID(JSONValue(member)), method: "a"),
                in: CallTable.BatchSlot(batch: number, member: member))
        }
        let settled = table.settle(nil, in: CallTable.BatchSlot(batch: number, member: 2))
        #expect(text(settled) == "nothing")
        let refused = RPCResponse(id: .null, error: .invalidRequest("No."))
        #expect(
            text(table.settle(refused, in: CallTable.BatchSlot(batch: number, member: 3)))
                == "nothing")
        let first = try next(&table)
        let second = try next(&table)
        #expect(text(table.finish(second.number, with: Self.done)) == "nothing")
        #expect(!table.isEmpty)
        #expect(
            text(table.finish(first.number, with: .failure(.cancelled)))
                == "[0 -32800, 1, null -32600]")
        #expect(table.isEmpty)
    }

    @Test func `a batch of notifications gets no response`() {
        var table = CallTable(ConnectionLimits(maximumInFlight: 1))
        let number = table.openBatch(count: 1)
        #expect(
            text(table.settle(nil, in: CallTable.BatchSlot(batch: number, member: 0))) == "nothing")
        #expect(table.isEmpty)
    }

    @Test func `a notification is awaited but not answered`() throws {
        var table = table([nil])
        let call = try next(&table)
        #expect(!table.isEmpty)
        #expect(text(table.finish(call.number, with: Self.done)) == "nothing")
        #expect(table.isEmpty)
    }

    @Test func `when everything is cancelled each request is answered and each handler cancelled`()
        throws
    {
        var table = table([1, .null, nil, 2], maximumInFlight: 1)
        let call = try next(&table)
        let (replies, handlers) = table.cancelAll()
        #expect(
            replies.map(text) == ["1 -32800", "null -32800", "2 -32800"])
        #expect(handlers == [call.number])
        #expect(table.isEmpty)
        #expect(text(table.finish(call.number, with: Self.done)) == "nothing")
        #expect(table.nextToRun() == nil && table.isEmpty)
    }

    @Test func `a closed table cancels its handlers and answers nothing`() throws {
        var table = table([1, 2], maximumInFlight: 1)
        let call = try next(&table)
        #expect(table.close() == [call.number])
        #expect(table.isEmpty)
        #expect(!table.isWaiting(call.number))
        #expect(text(table.finish(call.number, with: Self.done)) == "nothing")
        #expect(table.nextToRun() == nil)
    }

    @Test func `a request cancelled without a response is settled all the same`() throws {
        var table = table([1, 2], maximumInFlight: 1)
        let running = try next(&table)
        let (reply, handler) = table.cancel(1, answer: nil)
        #expect(text(reply) == "nothing")
        #expect(handler == running.number)
        #expect(!table.isWaiting(running.number))
        #expect(text(table.finish(running.number, with: Self.done)) == "nothing")
        #expect(text(table.cancel(2, answer: nil).reply) == "nothing")
        #expect(table.isEmpty)
    }

    @Test func `a member cancelled without a response is missing from its batch`() {
        var table = CallTable(ConnectionLimits(maximumInFlight: 2))
        let number = table.openBatch(count: 2)
        table.accept(
            RPCRequest(id: 1, method: "a"), in: CallTable.BatchSlot(batch: number, member: 0))
        #expect(text(table.cancel(1, answer: nil).reply) == "nothing")
        let other = RPCResponse(id: 2, Self.done)
        #expect(
            text(table.settle(other, in: CallTable.BatchSlot(batch: number, member: 1))) == "[2]")
    }
}
