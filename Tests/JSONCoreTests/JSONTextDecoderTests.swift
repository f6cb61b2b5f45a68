import Testing

@testable import JSONCore

/// Finding members and short values in the text.
@Suite struct JSONTextDecoderTests {
    private struct Item: Decodable, Hashable {
        let name: String
        let count: Int?
    }

    /// Decodes `text`, which must give `item`.
    private func check(
        _ text: String, gives item: Item, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let decoded = try JSONTextDecoder().decode(Item.self, from: Array(text.utf8))
        #expect(decoded == item, sourceLocation: sourceLocation)
    }

    @Test func `unused members are skipped whatever their values`() throws {
        try check(
            #" {"a":[{"name":"no"}],"name":"x","b":{"count":2},"c":1e999,"d":"\"}"} "#,
            gives: Item(name: "x", count: nil))
    }

    @Test func `of duplicate names the last value counts`() throws {
        try check(
            #"{"name":"a","count":1,"name":"b","count":null}"#, gives: Item(name: "b", count: nil))
    }

    @Test func `of a page that is too long only the first items are decoded`() throws {
        let decoder = JSONTextDecoder(pageSize: 2)
        let items = Array(#"[{"name":"a"},{"name":"b"},1]"#.utf8)
        #expect(
            try decoder.decode(LossyList<Item>.self, from: items).items.map(\.name) == ["a", "b"])
        #expect(try decoder.decode(LossyList<Item>.self, from: items).skipped == 0)
        let inMember = Array(#"{"items":[1,2,3]}"#.utf8)
        #expect(try decoder.decode([String: [Int]].self, from: inMember) == ["items": [1, 2]])
        // The rest is validated all the same.
        #expect(throws: DecodingError.self) {
            try decoder.decode([Int].self, from: Array("[1,2,x]".utf8))
        }
    }

    @Test func `within an item at most 1,000 elements and members are decoded`() throws {
        let numbers = "[" + String(repeating: "1,", count: 2000) + "1]"
        let decoder = JSONTextDecoder(pageSize: 2)
        let lists = try decoder.decode([[Int]].self, from: Array("[\(numbers)]".utf8))
        #expect(lists.map(\.count) == [1000])
        let members = (0..<2000).map { "\"\($0)\":1" }.joined(separator: ",")
        let object = try decoder.decode([String: Int].self, from: Array("{\(members)}".utf8))
        #expect(object.count == 1000)
    }

    @Test func `each of very many members is found`() throws {
        let numbers = 0..<3000
        let text = numbers.map { #""n\#($0)":\#($0)"# }.joined(separator: ",")
        let decoded = try JSONTextDecoder().decode(
            [String: Int].self, from: Array("{\(text)}".utf8))
        #expect(decoded == Dictionary(uniqueKeysWithValues: numbers.map { ("n\($0)", $0) }))
    }

    /// Short integers are read straight from the text. Each value is decoded as a member, as an
    /// optional member and as an element.
    @Test(arguments: [
        ("0", 0), ("7", 7), ("-7", -7), ("15.0", 15), ("1e2", 100),
        ("999999999999999999", 999_999_999_999_999_999), ("9223372036854775807", Int.max),
        ("-9223372036854775808", Int.min), ("9223372036854775808", nil), ("1.5", nil),
        ("1e99", nil), ("true", nil), ("\"1\"", nil), ("[]", nil), ("{}", nil),
    ])
    func `an integer is decoded the same everywhere`(text: String, value: Int?) {
        checkEverywhere(text, value)
    }

    @Test(arguments: [("true", true), ("false", false), ("0", nil), ("\"true\"", nil)])
    func `a Boolean is decoded the same everywhere`(text: String, value: Bool?) {
        checkEverywhere(text, value)
    }

    @Test(arguments: [
        ("\"\"", ""), ("\"a\\u0062\"", "ab"), ("\"1\"", "1"), ("1", nil), ("[]", nil),
        ("true", nil),
    ])
    func `a string is decoded the same everywhere`(text: String, value: String?) {
        checkEverywhere(text, value)
    }

    private struct Holder<Value: Decodable>: Decodable {
        let value: Value
    }

    private func checkEverywhere<Value: Decodable & Equatable>(_ text: String, _ value: Value?) {
        let member = Array("{\"value\":\(text)}".utf8)
        let decoder = JSONTextDecoder()
        #expect((try? decoder.decode(Value.self, from: Array(" \(text) ".utf8))) == value)
        #expect((try? decoder.decode(Holder<Value>.self, from: member).value) == value)
        #expect((try? decoder.decode(Holder<Value?>.self, from: member).value) == value)
        #expect((try? decoder.decode([Value].self, from: Array("[\(text)]".utf8)).first) == value)
    }

    @Test func `a null is no value, and the error says so`() throws {
        let null = Array("{\"value\":null}".utf8)
        #expect(try JSONTextDecoder().decode(Holder<Int?>.self, from: null).value == nil)
        let error = #expect(throws: DecodingError.self) {
            try JSONTextDecoder().decode(Holder<Int>.self, from: null)
        }
        guard case .valueNotFound(_, let context) = error else {
            Issue.record("expected a missing value, found \(String(describing: error))")
            return
        }
        #expect(context.debugDescription == "expected an integer, found type null")
    }

    @Test func `a name is found however it is escaped`() throws {
        try check(#"{"n\u0061me":"a","cou\u006Et":3}"#, gives: Item(name: "a", count: 3))
    }

    @Test func `each of many names is found`() throws {
        let names = (0..<2000).map { "name\($0)" }
        let text = "{" + names.map { "\"\($0)\":\($0.dropFirst(4))" }.joined(separator: ",") + "}"
        let members = try #require(JSONTextMembers(Array(text.utf8)[...]))
        for (number, name) in names.enumerated() {
            #expect(members[name].map { String(decoding: $0, as: UTF8.self) } == "\(number)")
        }
        #expect(members["name"] == nil)
        #expect(members["name2000"] == nil)
        #expect(members.names.sorted() == names.sorted())
    }

    @Test(arguments: ["", "{", #"{"name":"a"} x"#, #"{"name":"a","b":[1,]}"#, "\"\u{1}\""])
    func `text that is not JSON is an error without a path`(text: String) throws {
        let error = #expect(throws: DecodingError.self) {
            try JSONTextDecoder().decode(Item.self, from: Array(text.utf8))
        }
        guard case .dataCorrupted(let context) = error else {
            Issue.record("expected corrupted data, found \(String(describing: error))")
            return
        }
        #expect(context.codingPath.isEmpty)
    }

    @Test func `an object of many members is decoded`() throws {
        let more = (0..<70_000).map { ",\"m\($0)\":0" }.joined()
        try check("{\"name\":\"a\"\(more)}", gives: Item(name: "a", count: nil))
    }
}
