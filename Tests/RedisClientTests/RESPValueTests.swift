import Testing

@testable import RedisClient

@Suite struct RESPValueTests {
    @Test func `a number is one in digits too`() {
        #expect(RESPValue.number(-3).integer == -3)
        #expect(RESPValue.blobString(Array("17".utf8)).integer == 17)
        #expect(RESPValue.simpleString("17 ms").integer == nil)
        #expect(RESPValue.null.integer == nil)
    }

    @Test func `the first word of an error is its code`() {
        #expect(RESPValue.error("NOPERM this user may not").errorCode == "NOPERM")
        #expect(RESPValue.error("OOM").errorCode == "OOM")
        #expect(RESPValue.simpleString("OK").errorCode == nil)
    }

    @Test func `a member of a map is found by its name`() {
        let map = RESPValue.array([
            .simpleString("a"), .simpleString("c"), .blobString(Array("b".utf8)), .number(2),
        ])
        #expect(map["b"] == .number(2))
        #expect(map["c"] == nil)
        #expect(RESPValue.array([])["b"] == nil)
        #expect(RESPValue.array([.simpleString("b")])["b"] == nil)
        #expect(RESPValue.null["b"] == nil)
    }
}
