import JSONCore
import JSONRPC
import Testing

@Suite struct RPCParamsTests {
    private struct Point: Decodable, Sendable {
        let x: Int
        var tags: [String]?
    }

    private struct Options: Decodable {
        var depth: Int?
    }

    private func check(_ params: JSONValue, isRefusedAt path: String) throws {
        let params = try #require(RPCParams(params))
        let error = #expect(throws: RPCError.self) { try params.decode(Point.self) }
        #expect(error?.code == -32602)
        #expect(error?.data["errors"]?[0]?["path"] == .string(path))
    }

    @Test func `params are decoded by name`() throws {
        let point = try RPCParams(["x": 3, "tags": ["a"], "more": 1])?.decode(Point.self)
        #expect(point?.x == 3)
        #expect(point?.tags == ["a"])
    }

    @Test func `absent params count as an empty object`() throws {
        #expect(try RPCParams.none.decode(Options.self).depth == nil)
        #expect(try RPCParams(.null)?.decode(Options.self).depth == nil)
    }

    @Test func `params that do not fit give -32602 with their path`() throws {
        try check(["x": "3"], isRefusedAt: "/x")
        try check(["x": 1.5], isRefusedAt: "/x")
        try check(["x": 3, "tags": ["a", 2]], isRefusedAt: "/tags/1")
        try check(["y": 3], isRefusedAt: "")
        try check([3], isRefusedAt: "")
    }

    private struct Shape: Codable, Equatable {
        var size = 1.5
        var path = "a/b"
        var note: JSONValue = ["z": [1, 2.5, true, nil], "a": "é"]
        var none: Int?
    }

    @Test func `a result of any Encodable type is sent as JSON and decoded again`() async throws {
        func result(_ method: RPCMethod) async throws -> [UInt8] {
            try await MethodRegistry([method]) { _ in .cancelled }
                .call("x", RPCParams(["x": 7]) ?? .none, RequestContext()).get()
        }
        let shape = try await result(RPCMethod("x", params: Point.self) { _, _ in Shape() })
        let text = #"{"note":{"a":"é","z":[1,2.5,true,null]},"path":"a/b","size":1.5}"#
        #expect(String(decoding: shape, as: UTF8.self) == text)
        #expect(try JSONTextDecoder().decode(Shape.self, from: shape) == Shape())
        let digits = try JSONParser().parse(Array(#"{"b":0.10,"a":1e400}"#.utf8))
        let value = try await result(RPCMethod("x", params: Point.self) { _, _ in digits })
        #expect(value == digits.bytes)
        let word = try await result(RPCMethod("x", params: Point.self) { _, _ in "liftoff" })
        #expect(word == Array("\"liftoff\"".utf8))
    }

    @Test func `a method with typed params refuses others before its handler runs`()
        async
    {
        let method = RPCMethod("x", params: Point.self) { point, _ in JSONValue(point.x) }
        let registry = MethodRegistry([method]) { _ in .cancelled }
        let right = await registry.call("x", RPCParams(["x": 7]) ?? .none, RequestContext())
        #expect(right == .success(Array("7".utf8)))
        let wrong = await registry.call("x", .none, RequestContext())
        #expect(throws: RPCError.self) { try wrong.get() }
    }
}
