import Foundation
import Testing

@testable import JSONCore

@Suite struct JSONCodableTests {
    private struct Item: Decodable, Equatable {
        var zeta: Int
        var alpha: String?
        var list: [Double]
        var nested: [String: Bool]
        var raw: JSONValue?
        var choice: Choice
    }

    private enum Choice: String, Decodable { case one, two }

    private func check<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
        try JSONTextDecoder().decode(type, from: Array(text.utf8))
    }

    @Test func `a type is decoded from its text`() throws {
        let text = #"{"zeta":1,"list":[1.5,2],"nested":{"x":true},"raw":{"n":0.1},"choice":"two"}"#
        let item = Item(
            zeta: 1, alpha: nil, list: [1.5, 2], nested: ["x": true], raw: ["n": 0.10],
            choice: .two)
        #expect(try check(Item.self, text) == item)
    }

    @Test func `an integer is decoded from any number of equal value`() throws {
        #expect(try check(Int.self, "15.0") == 15)
        #expect(try check([Int64].self, "[1.5e1,-2]") == [15, -2])
        #expect(try check(UInt64.self, "18446744073709551615") == .max)
        #expect(try check(UInt8.self, "2.55e2") == 255)
        #expect(try check(Double.self, "1") == 1)
        #expect(try check(Float.self, "0.5") == 0.5)
        #expect(try check(Int?.self, "null") == nil)
        #expect(try check([Int?].self, "[null,1]") == [nil, 1])
        #expect(try check([[String: [Int]]].self, #"[{"a":[1]}]"#) == [["a": [1]]])
    }

    @Test func `a number out of range is an error and is not truncated`() {
        #expect(throws: DecodingError.self) { try check(Int.self, "1.5") }
        #expect(throws: DecodingError.self) { try check(UInt8.self, "256") }
        #expect(throws: DecodingError.self) { try check(UInt.self, "-1") }
        #expect(throws: DecodingError.self) { try check(Double.self, "1e400") }
        #expect(throws: DecodingError.self) { try check(Int.self, #""1""#) }
        #expect(throws: DecodingError.self) { try check(Bool.self, "1") }
        #expect(throws: DecodingError.self) { try check(String.self, "null") }
        #expect(throws: DecodingError.self) { try check([Int].self, "{}") }
        #expect(throws: DecodingError.self) { try check(Choice.self, #""three""#) }
    }

    @Test func `an error has the path to the value`() throws {
        let text = #"{"zeta":1,"list":[1,"x"],"nested":{},"choice":"one"}"#
        let error = try #require(throws: DecodingError.self) { try check(Item.self, text) }
        guard case .typeMismatch(_, let context) = error else {
            Issue.record("expected a type mismatch, found \(error)")
            return
        }
        #expect(context.codingPath.map(\.stringValue) == ["list", "1"])
        #expect(context.debugDescription == "expected a number, found type string")
    }

    @Test func `a value inside a type keeps its digits`() throws {
        struct Holder: Decodable { let value: JSONValue }
        let holder = try check(Holder.self, #"{"value":{"n":1.50,"e":1e400}}"#)
        #expect(holder.value.text == #"{"n":1.50,"e":1e400}"#)
    }

    @Test func `a subclass decodes its superclass from super`() throws {
        class Base: Decodable { var a = 1 }
        final class Derived: Base {
            required init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: Keys.self)
                try super.init(from: container.superDecoder())
                b = try container.decode(Int.self, forKey: .b)
            }
            var b = 2
            enum Keys: CodingKey { case b }
        }
        let derived = try check(Derived.self, #"{"b":20,"super":{"a":10}}"#)
        #expect(derived.b == 20)
        #expect(derived.a == 10)
    }

    @Test func `other decoders can decode a value too`() throws {
        let text = #"{"a":[1,2.5,true,null,"x"],"b":{}}"#
        let value: JSONValue = ["a": [1, 2.5, true, nil, "x"], "b": [:]]
        #expect(try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8)) == value)
    }
}
