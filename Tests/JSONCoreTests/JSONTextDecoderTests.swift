import Testing

@testable import JSONCore

/// What is told of texts alone; ``JSONCodableTests`` has what both decoders share.
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

    @Test func `members that are not asked for are passed over, whatever they hold`() throws {
        try check(
            #" {"a":[{"name":"no"}],"name":"x","b":{"count":2},"c":1e999,"d":"\"}"} "#,
            gives: Item(name: "x", count: nil))
    }

    @Test func `of equal names the last one counts`() throws {
        try check(
            #"{"name":"a","count":1,"name":"b","count":null}"#, gives: Item(name: "b", count: nil))
    }

    /// Of integers, short ones are read straight from the text.
    @Test(arguments: [
        "0", "7", "-7", "15.0", "1e2", "999999999999999999", "9223372036854775807",
        "-9223372036854775808", "9223372036854775808", "1.5", "1e99", "true", "false", "null",
        "\"1\"", "\"a\\u0062\"", "\"\"", "[]", "{}",
    ])
    func `a value is the same, or the same error, as decoded from a built one`(text: String) {
        checkAsBuilt(Int.self, text)
        checkAsBuilt(Bool.self, text)
        checkAsBuilt(String.self, text)
    }

    private struct Holder<Value: Decodable & Hashable>: Decodable, Hashable {
        let value: Value
    }

    private struct OptionalHolder<Value: Decodable & Hashable>: Decodable, Hashable {
        let value: Value?
    }

    private func checkAsBuilt<Value: Decodable & Hashable>(_ type: Value.Type, _ text: String) {
        checkAsBuilt(Holder<Value>.self, in: "{\"value\":\(text)}")
        checkAsBuilt(OptionalHolder<Value>.self, in: "{\"value\":\(text)}")
        checkAsBuilt([Value].self, in: "[\(text)]")
    }

    private func checkAsBuilt<Value: Decodable & Hashable>(_ type: Value.Type, in text: String) {
        let fromText = Result { try JSONTextDecoder().decode(type, from: Array(text.utf8)) }
        let built = Result {
            try JSONValueDecoder().decode(type, from: JSONParser().parse(text))
        }
        #expect((try? fromText.get()) == (try? built.get()), "\(type) from \(text)")
        #expect(problem(of: fromText) == problem(of: built), "\(type) from \(text)")
    }

    /// What an error says, and of which value.
    private func problem(of result: Result<some Any, any Error>) -> String? {
        guard case .failure(let error) = result else { return nil }
        return String(describing: error)
    }

    @Test func `a name is found however it is escaped`() throws {
        try check(#"{"n\u0061me":"a","cou\u006Et":3}"#, gives: Item(name: "a", count: 3))
    }

    @Test func `names are told apart byte by byte, also where they share a place`() throws {
        let names = (0..<2000).map { "name\($0)" }
        let text = "{" + names.map { "\"\($0)\":\($0.dropFirst(4))" }.joined(separator: ",") + "}"
        let members = try #require(JSONTextMembers(Array(text.utf8)[...]))
        for (number, name) in names.enumerated() {
            #expect(members[name].map { String(decoding: $0, as: UTF8.self) } == "\(number)")
        }
        #expect(members["name"] == nil)
        #expect(members["name2000"] == nil)
        #expect(members.names == names)
    }

    @Test(arguments: ["", "{", #"{"name":"a"} x"#, #"{"name":"a","b":[1,]}"#, "\"\u{1}\""])
    func `a text that is not JSON is an error without a path`(text: String) throws {
        let error = #expect(throws: DecodingError.self) {
            try JSONTextDecoder().decode(Item.self, from: Array(text.utf8))
        }
        guard case .dataCorrupted(let context) = error else {
            Issue.record("expected corrupted data, found \(String(describing: error))")
            return
        }
        #expect(context.codingPath.isEmpty)
    }

    @Test func `an object of more members than its table can count is decoded too`() throws {
        let more = (0..<70_000).map { ",\"m\($0)\":0" }.joined()
        try check("{\"name\":\"a\"\(more)}", gives: Item(name: "a", count: nil))
    }
}
