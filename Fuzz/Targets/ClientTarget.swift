import JSONCore
import JSONRPC
import Synchronization

/// Output of a server to a client with three running calls: whole, byte by byte and in pieces,
/// the calls end once and in the same way.
///
/// The input's first byte is `h` for headers, otherwise lines; the rest is the server's output.
enum ClientTarget {
    /// The outcome of all calls.
    private final class Record: Sendable {
        let ends = Mutex<[Int: [String]]>([:])
        let news = Mutex<[String]>([])
    }

    private struct Outcome: Equatable {
        var ends: [Int: [String]]
        var news: [String]
        var output: [UInt8]
    }

    private static let calls = 3

    /// Small, so that short inputs exceed them.
    private static let limits = ConnectionLimits(
        maximumMessageBytes: 400, maximumDepth: 12, maximumHeaderBytes: 100)

    static func run(_ input: [UInt8]) throws(Finding) {
        guard let first = input.first else { return }
        let framing: Framing = first == UInt8(ascii: "h") ? .headers : .lines
        let stream = input.dropFirst()
        let whole = outcome(of: stream, framing, inPiecesOf: max(stream.count, 1))
        for number in 0..<calls {
            let ends = whole.ends[number] ?? []
            try Finding.unless(ends.count == 1, "call \(number) ended so: \(ends)")
        }
        // The client's answers to the server's requests.
        _ = try ObservedAnswers(whole.output, framing: framing)
        for size in [1, 7] {
            let pieces = outcome(of: stream, framing, inPiecesOf: size)
            try Finding.unless(
                pieces == whole, "in pieces of \(size): \(pieces), but whole: \(whole)")
        }
    }

    private static func outcome(
        of stream: ArraySlice<UInt8>, _ framing: Framing, inPiecesOf size: Int
    ) -> Outcome {
        let record = Record()
        let executor = SteppingExecutor()
        let client = ClientConnection(
            framing: framing, limits: limits,
            onNotification: { method, params in
                record.news.withLock { $0.append("\(method) \(params)") }
            },
            signal: {})
        for number in 0..<calls {
            let progress = CallProgress(token: JSONValue(number)) { value in
                record.news.withLock { $0.append("\(number): \(value)") }
            }
            Task.detached(executorPreference: executor) {
                let end: String
                do {
                    end = try await client.call("a", progress: progress).text
                } catch {
                    end = "\(error)"
                }
                record.ends.withLock { $0[number, default: []].append(end) }
            }
        }
        executor.runAll()
        // The requests, which are always the same.
        _ = write(client.nextStep(), client)
        var output: [UInt8] = []
        for start in stride(from: stream.startIndex, to: stream.endIndex, by: size) {
            let end = min(start + size, stream.endIndex)
            output += write(client.receive(stream[start..<end]), client)
            executor.runAll()
        }
        output += write(client.inputEnded(), client)
        executor.runAll()
        return Outcome(
            ends: record.ends.withLock(\.self), news: record.news.withLock(\.self),
            output: output)
    }

    /// Writes everything that the client wants to write, like a transport.
    private static func write(_ first: ConnectionStep, _ client: ClientConnection) -> [UInt8] {
        var (step, output) = (first, first.write)
        while !step.write.isEmpty {
            step = client.outputDrained(step.write.count)
            output += step.write
        }
        return output
    }
}
