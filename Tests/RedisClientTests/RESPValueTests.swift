import Testing

@testable import RedisClient

@Suite struct RESPValueTests {
    @Test func `an integer may be sent as digits`() {
        #expect(RESPValue.number(-3).integer == -3)
        #expect(RESPValue.blobString(Array("17".utf8)).integer == 17)
        #expect(RESPValue.simpleString("17 ms").integer == nil)
        #expect(RESPValue.null.integer == nil)
    }

    @Test func `the code of an error is its first word`() {
        #expect(RESPValue.error("NOPERM this user may not").errorCode == "NOPERM")
        #expect(RESPValue.error("OOM").errorCode == "OOM")
        #expect(RESPValue.simpleString("OK").errorCode == nil)
    }

    @Test func `a member of a map is found by name`() {
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
