import Dispatch
import NIOCore
import NIOPosix
import Synchronization
import Testing

@testable import GitHubSandbox

@Suite struct ReplyWorkersTests {
    @Test func `stopping waits for replies that are under way, and no more begin`() async throws {
        let workers = ReplyWorkers()
        let loop = NIOSingletons.posixEventLoopGroup.next()
        let mayEnd = DispatchSemaphore(value: 0)
        let isHandedOver = Atomic(false)
        let reply = try #require(workers.reply(on: loop) { mayEnd.wait() })
        reply.whenSuccess { isHandedOver.store(true, ordering: .releasing) }
        async let stopped: Void = workers.stop()
        mayEnd.signal()
        await stopped
        // Once the loop has come to what was asked of it before.
        try await loop.submit {}.get()
        let wasHandedOver = isHandedOver.load(ordering: .acquiring)
        #expect(wasHandedOver)
        let another = workers.reply(on: loop) { 1 }
        #expect(another == nil)
    }
}
