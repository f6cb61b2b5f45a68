import FuzzTargets
import JSONCore
import JSONRPC
import Synchronization
import TestSupport
import Testing

/// A client and a server in one process.
///
/// One task moves the bytes between them, in pieces that depend on a seed.
private final class Link: Sendable {
    let client: ClientConnection
    private let server: ServerConnection
    private let bells: AsyncStream<Void>
    private let bell: AsyncStream<Void>.Continuation

    init(framing: Framing, limits: ConnectionLimits) {
        let (bells, bell) = AsyncStream.makeStream(of: Void.self)
        self.bells = bells
        self.bell = bell
        client = ClientConnection(framing: framing, signal: { bell.yield() })
        server = ServerConnection(
            registry: TestMethods.registry(), limits: limits, signal: { bell.yield() })
    }

    /// Moves bytes until the client has closed and the server has answered everything.
    func run(seed: UInt64) async {
        var random = SeededGenerator(seed: seed)
        var (toServer, toClient) = (Pipe(), Pipe())
        var hasClosed = false
        bell.yield()
        for await _ in bells {
            toServer.take(client.nextStep())
            toClient.take(server.nextStep())
            while !toServer.isEmpty || !toClient.isEmpty || toServer.closes && !hasClosed {
                for piece in pieces(of: toServer.bytes, &random) {
                    toClient.take(server.receive(piece))
                }
                if let count = toServer.empty() { toServer.take(client.outputDrained(count)) }
                if toServer.closes, toServer.isEmpty, !hasClosed {
                    hasClosed = true
                    toClient.take(server.inputEnded())
                }
                for piece in pieces(of: toClient.bytes, &random) {
                    toServer.take(client.receive(piece))
                }
                if let count = toClient.empty() { toClient.take(server.outputDrained(count)) }
            }
            if toClient.closes { return await server.waitUntilFinished() }
        }
    }

    /// The bytes on their way to one side.
    private struct Pipe {
        private(set) var bytes: [UInt8] = []
        private(set) var closes = false

        var isEmpty: Bool { bytes.isEmpty }

        mutating func take(_ step: ConnectionStep) {
            bytes += step.write
            closes = closes || step.closes
        }

        /// - Returns: the number of bytes removed, or nil for none.
        mutating func empty() -> Int? {
            defer { bytes = [] }
            return bytes.isEmpty ? nil : bytes.count
        }
    }

    private func pieces(
        of bytes: [UInt8], _ random: inout SeededGenerator
    ) -> [ArraySlice<UInt8>] {
        var rest = bytes[...]
        var pieces: [ArraySlice<UInt8>] = []
        while !rest.isEmpty {
            let count = Int.random(in: 1...rest.count, using: &random)
            pieces.append(rest.prefix(count))
            rest = rest.dropFirst(count)
        }
        return pieces
    }
}

@Suite(.patience) struct ClientServerTests {
    /// What a test does with one call, and the outcomes that it allows.
    private enum Kind: CaseIterable {
        case echo, refused, unknown, cancelled, tooLate
    }

    private static func isRight(
        _ kind: Kind, _ number: Int, _ outcome: Result<JSONValue, any Error>
    ) -> Bool {
        let params: JSONValue = [JSONValue(number)]
        return switch (kind, outcome) {
        case (.echo, .success(params)): true
        case (.refused, .failure(let error as RPCError)): error == .refused
        case (.unknown, .failure(let error as RPCError)): error.code == -32601
        case (.cancelled, .failure(let error)): error is CancellationError
        case (.tooLate, .failure(let error)): error as? ClientError == .timedOut(after: .zero)
        default: false
        }
    }

    private static func call(
        _ kind: Kind, _ number: Int, _ client: ClientConnection
    ) async -> Result<JSONValue, any Error> {
        let params: RPCParams = [JSONValue(number)]
        let key: RPCParams = ["key": .string("\(number)")]
        let call = Task {
            switch kind {
            case .echo: try await client.call("echo", params)
            case .refused: try await client.call("refuse", params)
            case .unknown: try await client.call("none", params)
            case .cancelled: try await client.call("hold", key)
            case .tooLate: try await client.call("hold", key, timeout: .zero)
            }
        }
        if kind == .cancelled { call.cancel() }
        return await call.result
    }

    @Test(arguments: 0..<200 as Range<UInt64>)
    func `every call ends in its own way in any order and with any pieces`(
        seed: UInt64
    ) async {
        var random = SeededGenerator(seed: seed)
        let framing: Framing = Bool.random(using: &random) ? .lines : .headers
        let limits = ConnectionLimits(maximumInFlight: .random(in: 1...4, using: &random))
        let kinds = (0..<12).map { _ in Kind.allCases.randomElement(using: &random) ?? .echo }
        let link = Link(framing: framing, limits: limits)
        async let end: Void = link.run(seed: seed)
        let wrong = await withTaskGroup(of: String?.self) { tasks in
            for (number, kind) in kinds.enumerated() {
                tasks.addTask {
                    let outcome = await Self.call(kind, number, link.client)
                    return Self.isRight(kind, number, outcome) ? nil : "\(kind): \(outcome)"
                }
            }
            return await tasks.reduce(into: []) { wrong, line in wrong += line.map { [$0] } ?? [] }
        }
        #expect(wrong == [])
        link.client.close()
        await end
    }
}
