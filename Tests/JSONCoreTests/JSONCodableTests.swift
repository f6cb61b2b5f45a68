import Foundation
import Testing

@testable import JSONCore

@Suite struct JSONCodableTests {
    private struct Item: Codable, Hashable {
        var zeta: Int
        var alpha: String?
        var list: [Double]
        var nested: [String: Bool]
        var raw: JSONValue?
        var choice: Choice
    }

    private enum Choice: String, Codable { case one, two }

    private static let item = Item(
        zeta: 1, alpha: nil, list: [1.5, 2], nested: ["x": true], raw: ["n": 0.10], choice: .two)

    /// Decodes the type from the text: from its value and from the text itself, which must come
    /// to the same, also in errors.
    private func check<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
        let fromValue = Result {
            try JSONValueDecoder().decode(type, from: try JSONParser().parse(text))
        }
        let fromText = Result { try JSONTextDecoder().decode(type, from: Array(text.utf8)) }
        #expect("\(fromText)" == "\(fromValue)")
        return try fromText.get()
    }

    @Test func `a type that is encoded decodes as it was`() throws {
        let value = try JSONValueEncoder().encode(Self.item)
        #expect(try JSONValueDecoder().decode(Item.self, from: value) == Self.item)
    }

    @Test func `members come in the order in which they are encoded`() throws {
        #expect(
            try JSONValueEncoder().encode(Self.item).text
                == #"{"zeta":1,"list":[1.5,2],"nested":{"x":true},"raw":{"n":0.1},"choice":"two"}"#)
    }

    @Test func `absent members are null where that is asked for`() throws {
        let value = try JSONValueEncoder(nils: .asNull).encode(Self.item)
        #expect(value.objectValue?.keys == ["zeta", "alpha", "list", "nested", "raw", "choice"])
        #expect(value["alpha"] == .null)
    }

    @Test func `every width of integer and float can be absent`() throws {
        struct All: Encodable {
            let a: Bool?, b: String?, c: Double?, d: Float?, e: Int?, f: Int8?, g: Int16?
            let h: Int32?, i: Int64?, j: UInt?, k: UInt8?, l: UInt16?, m: UInt32?, n: UInt64?
            let o: [Int]?
        }
        let none = All(
            a: nil, b: nil, c: nil, d: nil, e: nil, f: nil, g: nil, h: nil, i: nil, j: nil, k: nil,
            l: nil, m: nil, n: nil, o: nil)
        let nulls = try JSONValueEncoder(nils: .asNull).encode(none)
        #expect(nulls.objectValue?.count == 15)
        #expect(nulls.objectValue?.allSatisfy { $0.value.isNull } == true)
        #expect(try JSONValueEncoder().encode(none) == [:])
        let some = All(
            a: true, b: "", c: 0.5, d: 0.1, e: 1, f: 2, g: 3, h: 4, i: 5, j: 6, k: 7, l: 8, m: 9,
            n: .max, o: [])
        #expect(
            try JSONValueEncoder(nils: .asNull).encode(some).text
                == #"{"a":true,"b":"","c":0.5,"d":0.1,"e":1,"f":2,"g":3,"h":4,"i":5,"j":6,"k":7,"#
                + #""l":8,"m":9,"n":18446744073709551615,"o":[]}"#)
    }

    @Test func `an integer is taken from any number that is worth it`() throws {
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

    @Test func `a number that does not fit is an error, not cut`() {
        #expect(throws: DecodingError.self) { try check(Int.self, "1.5") }
        #expect(throws: DecodingError.self) { try check(UInt8.self, "256") }
        #expect(throws: DecodingError.self) { try check(UInt.self, "-1") }
        #expect(throws: DecodingError.self) { try check(Double.self, "1e400") }
        #expect(throws: DecodingError.self) { try check(Int.self, #""1""#) }
        #expect(throws: DecodingError.self) { try check(Bool.self, "1") }
        #expect(throws: DecodingError.self) { try check(String.self, "null") }
        #expect(throws: DecodingError.self) { try check([Int].self, "{}") }
        #expect(throws: DecodingError.self) { try check(Choice.self, #""three""#) }
        #expect(throws: EncodingError.self) { try JSONValueEncoder().encode([Double.infinity]) }
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
        struct Holder: Codable { let value: JSONValue }
        let holder = try check(Holder.self, #"{"value":{"n":1.50,"e":1e400}}"#)
        #expect(holder.value.text == #"{"n":1.50,"e":1e400}"#)
        #expect(try JSONValueEncoder().encode(holder).text == #"{"value":{"n":1.50,"e":1e400}}"#)
    }

    @Test func `classes that inherit share one object, or use super`() throws {
        class Base: Codable { var a = 1 }
        final class Derived: Base {
            override init() { super.init() }
            required init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: Keys.self)
                try super.init(from: container.superDecoder())
                b = try container.decode(Int.self, forKey: .b)
            }
            override func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: Keys.self)
                try container.encode(b, forKey: .b)
                try super.encode(to: container.superEncoder())
                try super.encode(to: encoder)
            }
            var b = 2
            enum Keys: CodingKey { case b }
        }
        let value = try JSONValueEncoder().encode(Derived())
        #expect(value.text == #"{"b":2,"super":{"a":1},"a":1}"#)
        let derived = try check(Derived.self, #"{"b":20,"super":{"a":10}}"#)
        #expect(derived.b == 20)
        #expect(derived.a == 10)
    }

    @Test func `nested containers write into their place`() throws {
        struct Matrix: Encodable {
            func encode(to encoder: any Encoder) throws {
                var rows = encoder.unkeyedContainer()
                var row = rows.nestedUnkeyedContainer()
                try rows.encodeNil()
                var object = rows.nestedContainer(keyedBy: JSONCodingKey.self)
                try row.encode(1)
                try object.encode(2, forKey: JSONCodingKey(stringValue: "a"))
                try row.encode("x")
            }
        }
        #expect(try JSONValueEncoder().encode(Matrix()).text == #"[[1,"x"],null,{"a":2}]"#)
    }

    @Test func `other coders can carry a value too`() throws {
        let value: JSONValue = ["a": [1, 2.5, true, nil, "x"], "b": [:]]
        let data = try JSONEncoder().encode(value)
        #expect(try JSONDecoder().decode(JSONValue.self, from: data) == value)
    }
}
