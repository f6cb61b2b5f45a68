import Testing

@testable import JSONCore

@Suite struct JSONValueTests {
    /// Equality must be symmetric.
    private func check(_ left: JSONValue, _ right: JSONValue, areEqual: Bool) {
        #expect((left == right) == areEqual)
        #expect((right == left) == areEqual)
    }

    @Test func `equality is that of JSON Schema`() {
        check(["a": 1, "b": [2]], ["b": [2.0], "a": 1], areEqual: true)
        check([1, 2], [2, 1], areEqual: false)
        check(["a": 1], ["a": 1, "b": nil], areEqual: false)
        check(["a": nil, "b": 1], ["c": nil, "b": 1], areEqual: false)
        check("1", 1, areEqual: false)
        check(0, false, areEqual: false)
        check(nil, false, areEqual: false)
        check("", nil, areEqual: false)
        check("\u{E9}", "e\u{301}", areEqual: false)
        check([], [:], areEqual: false)
    }

    @Test func `values are read by name, index and type`() {
        let value: JSONValue = ["a": [true, 1.5, "x", nil], "n": 15]
        #expect(value["a"]?[0]?.boolValue == true)
        #expect(value["a"]?[1]?.doubleValue == 1.5)
        #expect(value["a"]?[2]?.stringValue == "x")
        #expect(value["a"]?[3]?.isNull == true)
        #expect(value["a"]?[4] == nil)
        #expect(value["a"]?[-1] == nil)
        #expect(value["n"]?.intValue == 15)
        #expect(value["x"] == nil)
        #expect(value["n"]?["x"] == nil)
        #expect(value["n"]?.stringValue == nil)
    }

    @Test func `nil and values that JSON cannot express are null`() {
        #expect(JSONValue(nil as Int?) == .null)
        #expect(JSONValue(nil as String?) == .null)
        #expect(JSONValue(Double.infinity) == .null)
        #expect(JSONValue(5) == 5)
        #expect(JSONValue(true as Bool?) == true)
    }
}
