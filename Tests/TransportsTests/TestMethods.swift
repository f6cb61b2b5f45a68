import JSONCore
import JSONRPC
import Synchronization

@testable import Transports

/// Methods whose timing a test controls.
///
/// `echo` answers immediately with its params; `fill` `[size]` answers with a string of that size;
/// `hold` answers `true` after ``open()`` was called, or ends when it is cancelled.
final class TestMethods: Sendable {
    /// A value for each `hold` that has begun.
    let begun: AsyncStream<Void>
    /// A value for each `hold` that was cancelled.
    let cancelled: AsyncStream<Void>

    private let begunContinuation: AsyncStream<Void>.Continuation
    private let cancelledContinuation: AsyncStream<Void>.Continuation
    private let held = Mutex<[AsyncStream<Never>.Continuation]>([])

    init() {
        (begun, begunContinuation) = AsyncStream.makeStream()
        (cancelled, cancelledContinuation) = AsyncStream.makeStream()
    }

    /// Lets every running `hold` continue.
    func open() {
        for continuation in held.withLock({ $0 }) {
            continuation.finish()
        }
    }

    var registry: MethodRegistry {
        let echo = RPCMethod(
            "echo", immediate: { Array($0.text) }, handle: { params, _ in Array(params.text) })
        let fill = RPCMethod("fill") { params, _ in
            let size = params.value()[0]?.intValue ?? 0
            return JSONValue.string(String(repeating: "x", count: size)).bytes
        }
        let hold = RPCMethod("hold") { _, _ in
            await self.hold()
            return Array("true".utf8)
        }
        return MethodRegistry([echo, fill, hold]) { _ in .internalError(incident: "test") }
    }

    private func hold() async {
        let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
        held.withLock { $0.append(continuation) }
        begunContinuation.yield()
        for await _ in stream {}
        if Task.isCancelled { cancelledContinuation.yield() }
    }
}

extension AsyncStream where Element == Void {
    /// Waits for `count` values.
    func wait(for count: Int = 1) async {
        var iterator = makeAsyncIterator()
        for _ in 0..<count {
            _ = await iterator.next()
        }
    }
}
