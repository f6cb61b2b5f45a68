import HTTPCore
import TestSupport
import Testing

@testable import GitHubAPI

@Suite struct AvatarTests {
    private static let gif = HTTPTransportResponse.reply(200, "GIF89a...")

    /// Fetches the avatar of user 1, with `url` as its `avatar_url`.
    private func check(
        _ url: String, size: Int? = nil, _ reply: HTTPTransportResponse = gif
    ) async throws -> (ScriptedTransport, AvatarImage) {
        let transport = ScriptedTransport { _ in reply }
        let client = try Samples.client(transport, token: "t")
        let user = User(
            id: 1, login: "a", type: "User", avatarURL: url, htmlURL: "", apiURL: "")
        let answer = try await client.avatar(of: user, size: size, FetchOptions())
        return (transport, answer.value)
    }

    @Test func `the size is added to the existing query, and no token is sent`()
        async throws
    {
        let (transport, avatar) = try await check("https://avatars.example/u/1?v=4", size: 64)
        #expect(avatar.kind == .gif)
        #expect(transport.urls == ["https://avatars.example/u/1?v=4&s=64"])
        #expect(transport.requests.first?.credential == nil)
    }

    @Test func `an avatar without cache headers is stored for five minutes`() async throws {
        let (transport, _) = try await check("https://avatars.example/u/1?v=4")
        #expect(transport.requests.map(\.cachePolicy) == [CachePolicy(minimumLifetime: 300)])
    }

    @Test func `not even the API's own host gets the token with an avatar`() async throws {
        let (transport, _) = try await check("https://api.example/avatars/u/1?v=4")
        #expect(transport.requests.first?.credential == nil)
    }

    @Test(arguments: ["http://avatars.example/u/1", "file:///etc/passwd", "", "//x"])
    func `an address without https gets no request`(url: String) async throws {
        await #expect(throws: GitHubError.self) { try await check(url) }
    }

    @Test func `text is not an avatar`() async throws {
        await #expect(throws: GitHubError.self) {
            try await check("https://avatars.example/u/1", .reply(200, "<html>"))
        }
    }

    @Test(arguments: [
        ("GIF87a", ImageKind.gif), ("RIFF1234WEBPVP8", .webp), ("RIFF1234WAVE", nil), ("GIF", nil),
        ("", nil),
    ])
    func `formats are recognized by their first bytes`(text: String, kind: ImageKind?) {
        #expect(ImageKind(Array(text.utf8)) == kind)
    }

    @Test(arguments: [
        ("GIF89a..;", true), ("GIF89a..;\0\0", true), ("GIF89a..", false),
        ("RIFF\u{4}\0\0\0WEBP", true), ("RIFF\u{5}\0\0\0WEBP", false),
        ("RIFF\u{5}\0\0\0WEBPx", true),
    ])
    func `a truncated image is incomplete`(text: String, isWhole: Bool) throws {
        let bytes = Array(text.utf8)
        #expect(try #require(ImageKind(bytes)).isWhole(bytes) == isWhole)
    }

    @Test func `a JPEG ends with its end-of-image marker`() {
        #expect(ImageKind.jpeg.isWhole([0xFF, 0xD8, 0xFF, 0xE0, 1, 0xFF, 0xD9]))
        #expect(!ImageKind.jpeg.isWhole([0xFF, 0xD8, 0xFF, 0xE0, 1, 0xFF]))
    }

    @Test(arguments: [
        ("", false), ("\0\0\0\0", false), ("\0\0\0\u{1}IDATx\0\0\0\0\0\0\0\0", false),
        ("\0\0\0\u{1}IDATx\0\0\0\0\0\0\0\0IEND\0\0\0", false),
        ("\0\0\0\u{1}IDATx\0\0\0\0\0\0\0\0IEND\0\0\0\0", true),
        ("\u{7F}\u{7F}\u{7F}\u{7F}IEND\0\0\0\0", false),
    ])
    func `a PNG extends to its last chunk`(chunks: String, isWhole: Bool) {
        let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        #expect(ImageKind.png.isWhole(signature + Array(chunks.utf8)) == isWhole)
    }

    @Test func `a JPEG begins with its start-of-image marker`() {
        #expect(ImageKind([0xFF, 0xD8, 0xFF, 0xE0]) == .jpeg)
    }

    @Test(arguments: ["http://10.0.0.1/u", "http://api.example:81/u", "ftp://x/u", "//x/u"])
    func `a redirect of an avatar may lead only to allowed addresses`(location: String) async throws
    {
        let transport = ScriptedTransport(inOrder: [
            .reply(302, fields: ["Location": location]), Self.gif,
        ])
        let client = try Samples.client(transport, base: "http://api.example")
        let user = User(
            id: 1, login: "a", type: "User", avatarURL: "http://api.example/u", htmlURL: "",
            apiURL: "")
        await #expect(throws: GitHubError.self) {
            try await client.avatar(of: user, size: nil, FetchOptions())
        }
        #expect(transport.urls.count == 1)
    }
}
