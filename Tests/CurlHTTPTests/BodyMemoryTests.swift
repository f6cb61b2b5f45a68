import HTTPCore
import HTTPTypes
import Synchronization
import TestSupport
import Testing

@testable import CurlHTTP

@Suite(.patience) struct BodyMemoryTests {
    /// The memory that bodies hold: at most 100 bytes.
    private final class Room: Sendable {
        let held = Mutex(0)

        var memory: BodyMemory {
            BodyMemory { change in
                self.held.withLock { held in
                    guard change <= 0 || held + change <= 100 else { return false }
                    held += change
                    return true
                }
            }
        }
    }

    /// Requests `body` from a server. Returns the failure, and the bytes held before and after the
    /// response is dropped.
    private func check(
        _ body: [UInt8], fields: String = "", gives expected: HTTPTransportError?, holding held: Int
    ) async throws {
        let server = try TestServer { connection in
            connection.readRequest()
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(body.count)\r\n\(fields)\r\n")
            connection.send(body)
        }
        let room = Room()
        let transport = CurlTransport(
            CurlTransportOptions(timeout: .patience), memory: room.memory)
        do throws(HTTPTransportError) {
            let response = try await transport.send(HTTPTransportRequest(server.url))
            #expect(expected == nil)
            withExtendedLifetime(response) { #expect(room.held.withLock(\.self) == held) }
        } catch {
            #expect(error == expected)
        }
        transport.shutdown()
        #expect(room.held.withLock(\.self) == 0)
    }

    @Test func `a body holds memory as long as the response lives`() async throws {
        try await check([UInt8](repeating: 1, count: 100), gives: nil, holding: 100)
    }

    @Test func `a body without enough memory is refused`() async throws {
        try await check(
            [UInt8](repeating: 1, count: 101), gives: .noMemory(status: 200), holding: 0)
    }

    /// 10,000 zeros, as gzip writes them.
    private static let bomb: [UInt8] = [
        0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0xED, 0xC1, 0x01, 0x0D, 0x00,
        0x00, 0x00, 0xC2, 0xA0, 0xF7, 0x4F, 0x6D, 0x0E, 0x37, 0xA0, 0x00, 0x00, 0x00, 0x00, 0x00,
        0x00, 0x00, 0x00, 0x00, 0xE0, 0xDF, 0x00, 0x2E, 0xCA, 0x3B, 0x4D, 0x10, 0x27, 0x00, 0x00,
    ]

    @Test func `a body without enough memory once it is decoded is refused`() async throws {
        try await check(
            Self.bomb, fields: "Content-Encoding: gzip\r\n", gives: .noMemory(status: 200),
            holding: 0)
    }
}
