import Explorer
import GitHubAPI
import Testing

@Suite struct UserAvatarTests {
    private func check(
        _ answer: FakeGitHub.Answer, size: Int? = nil
    ) async throws -> UserAvatar {
        let github = FakeGitHub { target in
            if target == "/users/octocat" { return .body(Samples.profile(1, "octocat")) }
            let wanted = size.map { "/u/1?v=4&s=\($0)" } ?? "/u/1?v=4"
            return target == wanted ? answer : nil
        }
        return try await github.explorer(token: "t").avatar("octocat", size: size)
    }

    @Test func `an image comes in base64 with its real type`() async throws {
        let avatar = try await check(.bytes(Array("GIF89a".utf8)), size: 64)
        #expect(avatar.login == "octocat")
        #expect(avatar.mimeType == "image/gif")
        #expect(avatar.bytes == 6)
        #expect(avatar.data == "R0lGODlh")
    }

    @Test func `what is not an image is invalid, and none is not found`() async throws {
        let text = await #expect(throws: ExplorerError.self) { try await check(.body("<html>")) }
        guard case .invalidResponse(200, _) = text?.failure else {
            Issue.record("\(String(describing: text))")
            return
        }
        let gone = await #expect(throws: ExplorerError.self) { try await check(.status(404)) }
        #expect(gone?.failure == .notFound(status: 404, resource: "avatar of octocat"))
        #expect(gone?.profileURL == "https://github.com/octocat")
    }
}
