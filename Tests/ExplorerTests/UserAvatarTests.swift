import FoundationEssentials
import GitHubAPI
import HTTPCore
import Synchronization
import TestSupport
import Testing

@testable import Explorer

@Suite struct UserAvatarTests {
    private func check(
        _ answer: ScriptedTransport.Answer, size: Int? = nil
    ) async throws -> Fetched<UserAvatar> {
        let github = ScriptedTransport.byTarget { target in
            if target == "/users/octocat" { return .body(Samples.profile(1, "octocat")) }
            let wanted = size.map { "/u/1?v=4&s=\($0)" } ?? "/u/1?v=4"
            return target == wanted ? answer : nil
        }
        return try await github.explorer(token: "t").avatar(
            UserAvatarQuery(login: "octocat", size: size))
    }

    @Test func `an avatar has its actual type`() async throws {
        let avatar = try await check(.bytes(Array("GIF89a".utf8)), size: 64)
        #expect(avatar.login == "octocat")
        #expect(avatar.image.kind == .gif)
        #expect(avatar.image.bytes == Array("GIF89a".utf8))
    }

    @Test func `an avatar that is not an image is invalid, and a missing one is not found`()
        async throws
    {
        let text = await #expect(throws: GitHubError.self) { try await check(.body("<html>")) }
        guard case .invalidResponse(200, _) = text else {
            Issue.record("\(String(describing: text))")
            return
        }
        let gone = await #expect(throws: GitHubError.self) { try await check(.status(404)) }
        #expect(gone == .notFound(status: 404, resource: "avatar of octocat"))
        let subject = UserAvatarQuery(login: "octocat").subject
        #expect(subject?.page(webURL: "https://g") == "https://g/octocat")
    }

    /// A GitHub with three users in a list, their profiles and pictures.
    private let github = ScriptedTransport.byTarget { target in
        switch target {
        case _ where target.hasPrefix("/search/users"):
            .body(Samples.search([Samples.user(9)], total: 9))
        case _ where target.hasPrefix("/users?"): .body(Samples.users(1...3))
        case _ where target.hasPrefix("/users/user"):
            .body(Samples.profile(target.last?.wholeNumberValue ?? 0))
        case _ where target.hasPrefix("/u/"): .bytes(Array("GIF89a".utf8))
        default: nil
        }
    }

    /// The requests for the avatar of `login` after a draw, `seconds` later.
    private func asked(
        _ login: String, after seconds: Double = 0, _ options: FetchOptions = FetchOptions()
    ) async throws -> [String] {
        let now = Mutex(1_700_000_000.0)
        let explorer = try github.explorer(token: "t") {
            $0.now = { Date(timeIntervalSince1970: now.withLock { $0 }) }
        }
        var query = RandomUsersQuery()
        query.count = 3
        _ = try await explorer.randomUsers(query)
        let before = github.targets.count
        now.withLock { $0 += seconds }
        _ = try await explorer.withPresentIdentity.avatar(
            UserAvatarQuery(login: login), options)
        return Array(github.targets[before...])
    }

    @Test func `the avatar of a user who was just drawn takes no profile request`() async throws {
        #expect(try await asked("user2") == ["/u/2?v=4"])
        #expect(try await asked("USER3") == ["/u/3?v=4"])
    }

    @Test func `the profile is requested if the list is old or a new result is required`()
        async throws
    {
        let both = ["/users/user2", "/u/2?v=4"]
        #expect(try await asked("user2", after: 61) == both)
        // The clock has been set back.
        #expect(try await asked("user2", after: -3600) == both)
        #expect(try await asked("user2", FetchOptions(CachePolicy(revalidates: true))) == both)
        #expect(try await asked("user2", FetchOptions(CachePolicy(maximumAge: 5))) == both)
        #expect(try await asked("user4") == ["/users/user4", "/u/4?v=4"])
    }
}
