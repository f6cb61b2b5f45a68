import Testing

@testable import JSONCore

@Suite struct JSONObjectTests {
    /// An object of `count` members with the names and values `0` to `count - 1`.
    private func check(_ count: Int) -> JSONObject {
        JSONObject((0..<count).map { ("\($0)", JSONValue($0)) })
    }

    @Test(arguments: [0, 1, 31, 32, 33, 34, 100])
    func `members are found, changed and removed at any size`(count: Int) {
        var object = check(count)
        #expect(object.keys == (0..<count).map(String.init))
        for index in 0..<count {
            #expect(object["\(index)"] == JSONValue(index))
            object["\(index)"] = JSONValue(index + 1)
        }
        #expect(object.count == count)
        #expect(object.map(\.value) == (0..<count).map { JSONValue($0 + 1) })
        for index in stride(from: 0, to: count, by: 2) {
            object["\(index)"] = nil
        }
        object["none"] = nil
        #expect(object.keys == stride(from: 1, to: count, by: 2).map(String.init))
        for index in stride(from: 1, to: count, by: 2) {
            #expect(object["\(index)"] == JSONValue(index + 1))
        }
        object["new"] = true
        #expect(object.keys.last == "new")
        #expect(object["new"] == true)
    }

    @Test(arguments: [3, 80])
    func `order does not matter for equality`(count: Int) {
        let object = check(count)
        let reversed = JSONObject(object.reversed().map { ($0.key, $0.value) })
        #expect(object == reversed)
        #expect(object.keys != reversed.keys)
        #expect(object != check(count + 1))
    }

    @Test func `merging replaces members with the same names and appends others`() {
        let merged = (["a": 1, "b": 2] as JSONObject).merging(["c": 3, "a": 4])
        #expect(merged.keys == ["a", "b", "c"])
        #expect(merged["a"] == 4)
    }
}
