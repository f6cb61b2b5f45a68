import Hosting
import JSONCore
import TestSupport
import Testing

@testable import Transports

@Suite(.patience) struct ClientGateTests {
    private let secret = ClientSecret()

    /// Sends `messages` to a TCP server with a secret, each after the response to the previous one.
    private func check(
        _ messages: [[UInt8]], gives check: ([String?]) -> Void
    ) async throws {
        var configuration = ServerConfiguration()
        configuration.tcp = HostAndPort(host: "127.0.0.1", port: 0)
        let (answers, continuation) = AsyncStream.makeStream(of: [String?].self)
        try await TestServer.run(configuration, secret: secret) { server in
            continuation.yield(
                try await server.client { client throws(TransportError) in
                    var answers: [String?] = []
                    for message in messages {
                        try client.send(message)
                        answers.append(try client.receiveText())
                    }
                    return answers
                })
        }
        continuation.finish()
        for await answers in answers {
            check(answers)
        }
    }

    private func authenticate(_ secret: String) -> [UInt8] {
        request(0, "session.authenticate", ["secret": .string(secret)])
    }

    @Test func `a client with the secret is served`() async throws {
        try await check([authenticate(secret.reveal()), request(1, "echo", [1])]) { answers in
            #expect(answers == [answer(0, "{}"), answer(1, "[1]")])
        }
    }

    @Test func `a client with another secret is told so and disconnected`() async throws {
        let other = authenticate(ClientSecret().reveal())
        try await check([other, request(1, "echo")]) { answers in
            #expect(answers.count == 2)
            #expect(answers[0]?.contains("1401") == true)
            #expect(answers[1] == nil)
        }
    }

    @Test func `a client that begins with anything else is told so and disconnected`() async throws
    {
        try await check([request(1, "echo"), authenticate(secret.reveal())]) { answers in
            #expect(answers.count == 2)
            #expect(answers[0]?.contains("1401") == true)
            #expect(answers[1] == nil)
        }
    }
}
