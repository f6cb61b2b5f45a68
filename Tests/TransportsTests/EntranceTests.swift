import Glibc
import Hosting
import JSONCore
import TestSupport
import Testing

@testable import Transports

/// Unauthenticated clients must not keep others out.
@Suite(.patience) struct EntranceTests {
    private let directory: TemporaryDirectory
    private let secret = ClientSecret()

    init() throws {
        directory = try TemporaryDirectory()
    }

    /// Runs `body` against a server on TCP, which requires the secret, and on a Unix socket.
    private func check(
        _ configuration: ServerConfiguration,
        _ body: @Sendable (_ server: TestServer, _ tcp: ServerAddress) async throws -> Void
    ) async throws {
        var configuration = SocketKind.unix.listener(for: configuration, in: directory)
        configuration.tcp = HostAndPort(host: "127.0.0.1", port: 0)
        try await TestServer.run(configuration, secret: secret) { server in
            try await body(server, server.addresses[1])
        }
    }

    private var greeting: [UInt8] {
        request(0, "session.authenticate", ["secret": .string(secret.reveal())])
    }

    @Test func `a silent client is disconnected after its time limit and told why`() async throws {
        let configuration = ServerConfiguration().with(\.authenticationTime, .milliseconds(50))
        try await check(configuration) { server, tcp in
            let answers = try await RawClient.withConnection(to: tcp) {
                client throws(TransportError) in
                [try client.receiveText(), try client.receiveText()]
            }
            #expect(answers[0]?.contains("1401") == true)
            #expect(answers[1] == nil)
        }
    }

    @Test func `an authenticated client may be silent for longer`() async throws {
        let configuration = ServerConfiguration().with(\.authenticationTime, .seconds(2))
        try await check(configuration) { [greeting] server, tcp in
            let answers = try await RawClient.withConnection(to: tcp) {
                client throws(TransportError) in
                try client.send(greeting)
                let greeted = try client.receiveText()
                // A silent one that connects later is disconnected before.
                var silent = try RawClient(connectingTo: tcp)
                while try silent.receive() != nil {}
                try client.send(request(1, "echo", [1]))
                return [greeted, try client.receiveText()]
            }
            #expect(answers == [answer(0, "{}"), answer(1, "[1]")])
        }
    }

    @Test func `of too many silent clients the first one is disconnected`() async throws {
        let configuration = ServerConfiguration().with(\.maximumUnauthenticated, 1)
            .with(\.maximumConnections, 1)
        try await check(configuration) { [greeting] server, tcp in
            let received = try await blocking { () -> [String?] in
                guard var first = try? RawClient(connectingTo: tcp),
                    var second = try? RawClient(connectingTo: tcp),
                    var unix = try? RawClient(connectingTo: server.addresses[0])
                else { return [] }
                let end = try? first.receiveText()
                // The silent clients take no place of a Unix client's.
                try? unix.send(request(1, "echo", [1]))
                let answered = try? unix.receiveText()
                try? second.send(greeting)
                return [end, answered, try? second.receiveText()]
            }
            #expect(received == [nil, answer(1, "[1]"), answer(0, "{}")])
        }
    }
}
