import Explorer
import FoundationEssentials
import GitHubAPI
import HTTPCore
import Secrets
import TestSupport

extension ScriptedTransport {
    /// An explorer of this GitHub.
    func explorer(
        token: String? = nil, _ change: (inout ExplorerEnvironment) -> Void = { _ in }
    ) throws -> Explorer {
        guard let base = WebAddress("https://api.example") else { throw HTTPTransportError.offline }
        var environment = ExplorerEnvironment()
        environment.now = { Date(timeIntervalSince1970: 1_700_000_000) }
        environment.randomSeed = { 1 }
        change(&environment)
        let client = GitHubClient(base: base, userAgent: "test", transport: self) {
            token.map { Secret($0) }
        }
        return Explorer(client: client, environment: environment)
    }
}

extension ScriptedTransport.Answer {
    static func body(
        _ text: String, link: String? = nil, source: Provenance.Source = .network
    ) -> Self {
        reply(200, Array(text.utf8), link, source)
    }

    static func status(_ status: Int, _ text: String = "{}") -> Self {
        reply(status, Array(text.utf8))
    }

    static func bytes(_ bytes: [UInt8]) -> Self {
        reply(200, bytes)
    }

    private static func reply(
        _ status: Int, _ body: [UInt8], _ link: String? = nil,
        _ source: Provenance.Source = .network
    ) -> Self {
        let seconds = source == .network ? 1_700_000_000.0 : 1_600_000_000
        let fetchedAt = Date(timeIntervalSince1970: seconds)
        return .success(
            .reply(
                status, body, fields: link.map { ["Link": $0] } ?? [:], source: source,
                fetchedAt: fetchedAt, expiresAt: fetchedAt.addingTimeInterval(60)))
    }
}
