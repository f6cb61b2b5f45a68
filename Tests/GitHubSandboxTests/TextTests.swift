import HTTPServer
import Testing

@testable import GitHubSandbox

/// Queries, percent-encoding and base64.
@Suite struct TextTests {
    @Test func `node ids are GitHub's`() {
        #expect(NodeID.text("User", 583_231) == "MDQ6VXNlcjU4MzIzMQ==")
        #expect(NodeID.text("Organization", 44) == "MDEyOk9yZ2FuaXphdGlvbjQ0")
        #expect(NodeID.text("Repository", 1_296_269) == "MDEwOlJlcG9zaXRvcnkxMjk2MjY5")
    }

    @Test(arguments: [
        ("a%5Bb%5d", "a[b]"), ("%", "%"), ("%zz", "%zz"), ("%C3%A9", "é"), ("a+b", "a+b"),
    ])
    func `percent signs are decoded before two digits`(text: String, decoded: String) {
        #expect(Percent.decode(text) == decoded)
    }

    @Test func `a query is encoded as GitHub encodes it`() {
        let query = Query("q=user%3Aa+b&x=%3E1&e=")
        #expect(query["q"] == "user:a b")
        #expect(query["e"] == "")
        #expect(query["none"] == nil)
        #expect(query.text(setting: "page", to: 2) == "q=user%3Aa+b&x=%3E1&e=&page=2")
    }

    @Test func `backward inverts forward`() {
        let large = Permutation(seed: 5)
        for value in [0, 1, 583_231, UInt32.max] {
            #expect(large.backward(large.forward(value)) == value)
        }
        let small = SmallPermutation(count: 4096, seed: 5)
        #expect(Set((0..<4096).map(small.forward)).count == 4096)
        #expect((0..<4096).allSatisfy { small.backward(small.forward($0)) == $0 })
    }
}
