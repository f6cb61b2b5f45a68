import Foundation
import Testing

@testable import JSONCore

@Suite struct JSONParserStackTests {
    @Test func `the deepest text is parsed, compared, written and freed on a stack of 512 KiB`()
        async
    {
        let text =
            String(repeating: #"[{"a":"#, count: 64) + "1" + String(repeating: "}]", count: 64)
        let result: String? = await withCheckedContinuation { continuation in
            let thread = Thread {
                let one = try? JSONParser().parse(text)
                let other = try? JSONParser().parse(text)
                continuation.resume(returning: one == other ? one?.text : nil)
            }
            thread.stackSize = 512 * 1024
            thread.start()
        }
        #expect(result == text)
    }
}
