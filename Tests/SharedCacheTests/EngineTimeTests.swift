import RedisClient
import Testing

@testable import SharedCache

@Suite struct EngineTimeTests {
    private func time(_ seconds: Int64, _ microseconds: Int64) -> EngineTime? {
        EngineTime(.array([.number(seconds), .blobString(Array("\(microseconds)".utf8))]))
    }

    @Test func `a reply to TIME is read to the microsecond`() {
        #expect(time(1_700_000_000, 999_999)?.microseconds == 1_700_000_000_999_999)
    }

    @Test(
        arguments: [0, -1, 1, .min, .max, 1 << 33] as [Int64],
        [-1, 1_000_000, .min, .max] as [Int64])
    func `times that no clock shows are refused`(seconds: Int64, microseconds: Int64) {
        #expect(time(seconds, microseconds) == nil)
        #expect(time(1_700_000_000, microseconds) == nil)
    }

    @Test(arguments: [0, -1, .min, .max, 1 << 53] as [Int64])
    func `a script's time that no clock shows is refused`(microseconds: Int64) {
        #expect(EngineTime(microseconds: microseconds) == nil)
    }

    @Test func `sums do not overflow`() throws {
        let ends = [
            try #require(EngineTime(microseconds: 1)),
            try #require(EngineTime(microseconds: (1 << 53) - 1)),
        ]
        for end in ends {
            for duration in [Duration.seconds(Int64.max / 1_000_000), .seconds(Int64.min)] {
                #expect((end + duration).microseconds > 0)
            }
        }
    }
}
