import Synchronization
import Testing

@testable import HTTPCore

/// The pipe between two threads.
@Suite struct BodyPipeTests {
    private let pipe = BodyPipe()
    private let record = Record()

    private func note(_ call: String) -> @Sendable () -> Void {
        { [record] in record.add(call) }
    }

    private final class Record: Sendable {
        private let all = Mutex<[String]>([])

        func add(_ call: String) { all.withLock { $0.append(call) } }

        var calls: [String] { all.withLock { $0 } }
    }

    /// The next piece as text.
    private func take() -> String {
        switch pipe.take(onReadable: note("readable")) {
        case .bytes(let bytes): String(decoding: bytes, as: UTF8.self)
        case .none: "none"
        case .end: "end"
        case .failure(let error): "\(error)"
        }
    }

    @Test func `pieces come in order, and the end comes last`() {
        pipe.write(Array("a".utf8))
        pipe.write([])
        pipe.write(Array("b".utf8))
        pipe.end()
        pipe.write(Array("late".utf8))
        #expect([take(), take(), take(), take()] == ["a", "b", "end", "end"])
    }

    @Test func `an error comes after what has arrived`() {
        pipe.write(Array("a".utf8))
        pipe.end(.offline)
        pipe.end()
        #expect([take(), take()] == ["a", "offline"])
    }

    @Test func `a reader that found nothing is called once`() {
        #expect(take() == "none")
        pipe.write([97])
        pipe.write([98])
        #expect(record.calls == ["readable"])
        #expect(take() == "a" && take() == "b" && take() == "none")
        pipe.end()
        #expect(record.calls == ["readable", "readable"])
    }

    @Test func `a writer waits while the pipe is full`() {
        pipe.observe(onWritable: note("writable"), onAbandoned: note("abandoned"))
        let piece = [UInt8](repeating: 0, count: BodyPipe.capacity / 4)
        for _ in 0..<3 { pipe.write(piece) }
        #expect(!pipe.isFull)
        pipe.write(piece)
        #expect(pipe.isFull)
        _ = take()
        #expect(record.calls.isEmpty)
        _ = take()
        #expect(record.calls == ["writable"] && !pipe.isFull)
    }

    @Test func `a writer may wait for the reader to begin`() {
        let pipe = BodyPipe(waitsForReader: true)
        pipe.observe(onWritable: note("writable"), onAbandoned: note("abandoned"))
        _ = pipe.take {}
        _ = pipe.take {}
        #expect(record.calls == ["writable"])
    }

    @Test func `a reader that goes away is noticed once, and only before the end`() {
        pipe.observe(onWritable: note("writable"), onAbandoned: note("abandoned"))
        do { _ = BodyPipe.Reader(pipe) }
        pipe.abandon()
        #expect(record.calls == ["abandoned"])
        let ended = BodyPipe()
        ended.observe(onWritable: note("writable"), onAbandoned: note("again"))
        ended.end()
        ended.abandon()
        #expect(record.calls == ["abandoned"])
    }
}
