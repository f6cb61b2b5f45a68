import Foundation
import JSONCore
import Testing

@testable import GitHubSandbox

/// READMEs, releases and languages.
@Suite struct ContentTests {
    private let sandbox = TestSandbox(SandboxConfiguration(rateLimit: 10_000))
    private let world = World(seed: 1, users: 200_000_000)

    private func readme(
        _ name: String, _ parameter: String = "raw+json", ref: String = ""
    ) -> Reply {
        let accept = "application/vnd.github.\(parameter)"
        return sandbox.get("/repos/\(name)/readme\(ref)", ["Accept": accept])
    }

    /// The names of the oldest repositories of `exactly-100`.
    private func samples() throws -> [String] {
        let owner = try #require(world.account(login: "exactly-100"))
        return world.repositories(owner).prefix(5).map(\.fullName)
    }

    @Test func `Hello-World has GitHub's own README`() throws {
        let body = try sandbox.json("/repos/octocat/Hello-World/readme")
        let object = try #require(body.objectValue)
        #expect(
            object.map(\.key) == [
                "name", "path", "sha", "size", "url", "html_url", "git_url", "download_url", "type",
                "content", "encoding", "_links",
            ])
        #expect(body["name"] == "README")
        #expect(body["sha"] == "980a0d5f19a64b4b30a87d4206aade58726b60e3")
        #expect(body["content"] == "SGVsbG8gV29ybGQhCg==\n")
        #expect(body["size"] == 13)
        let url = "http://sandbox.test/repos/octocat/Hello-World/contents/README?ref=master"
        #expect(body["url"]?.stringValue == url)
        #expect(body["_links"]?["self"]?.stringValue == url)
        #expect(readme("octocat/hello-world").text == "Hello World!\n")
    }

    @Test(arguments: [
        ("raw+json", "github.v3; param=raw; format=json"), ("raw", "github.v3; param=raw"),
        ("v3.raw", "github.v3; param=raw"), ("v3.raw+json", "github.v3; param=raw; format=json"),
    ])
    func `the media type raw gives the bytes`(parameter: String, mediaType: String) throws {
        let reply = readme("octocat/Hello-World", parameter)
        #expect(reply.text == "Hello World!\n")
        #expect(
            reply.header("Content-Type") == "application/vnd.github.\(parameter); charset=utf-8")
        #expect(reply.header("X-GitHub-Media-Type") == mediaType)
        let tag = try #require(reply.header("ETag"))
        let again = sandbox.get(
            "/repos/octocat/Hello-World/readme",
            ["Accept": "application/vnd.github.\(parameter)", "If-None-Match": tag])
        #expect(again.status == 304)
        let modified = try #require(reply.header("Last-Modified"))
        let since = ["If-Modified-Since": modified]
        #expect(sandbox.get("/repositories/1296269/readme", since).status == 304)
    }

    @Test func `base64 comes in lines of sixty characters`() throws {
        for repository in try samples().prefix(1) + ["octocat/linguist"] {
            let content = try #require(
                try sandbox.json("/repos/\(repository)/readme")["content"]?.stringValue)
            let lines = content.split(separator: "\n")
            #expect(lines.dropLast().allSatisfy { $0.count == 60 })
            #expect(content.hasSuffix("\n"))
            let decoded = try #require(
                Data(base64Encoded: content, options: .ignoreUnknownCharacters))
            #expect(Array(decoded) == readme(repository).body)
        }
    }

    @Test func `exactly-100 has READMEs for tests of clients`() throws {
        let names = try samples()
        #expect((256_001..<1 << 20).contains(readme(names[0]).body.count))
        #expect(readme(names[1]).body.count > 1 << 20)
        let large = try sandbox.json("/repos/\(names[1])/readme")
        #expect(large["encoding"] == "none" && large["content"] == "")
        #expect(large["size"]?.intValue == readme(names[1]).body.count)
        let hostile = readme(names[2]).body
        #expect(String(validating: hostile, as: UTF8.self) == nil)
        #expect(hostile.contains(0) && hostile.contains(0x1B) && hostile.contains(0x0D))
        #expect(hostile.suffix(5) == Array("End\r\n".utf8))
        let empty = try sandbox.json("/repos/\(names[3])/readme")
        #expect(empty["size"] == 0 && empty["content"] == "" && empty["encoding"] == "base64")
        #expect(readme(names[4]).status == 404)
    }

    @Test func `a README is asked for by branch and by tag`() throws {
        let named = try #require(
            (0..<500).lazy.compactMap { world.account(id: world.notables.id(rank: $0)) }
                .compactMap { world.repository($0, 0) }
                .first { world.latestRelease($0) != nil && world.readme($0) != nil })
        let tag = try #require(world.latestRelease(named)?.tag)
        let plain = readme(named.fullName).body
        for ref in ["HEAD", named.defaultBranch, tag] {
            #expect(readme(named.fullName, ref: "?ref=\(ref)").body == plain)
        }
        let unknown = readme(named.fullName, ref: "?ref=a%2Fb%20c")
        #expect(unknown.status == 404)
        #expect(try unknown.json["message"] == "No commit found for the ref a/b c")
        let url = try sandbox.json("/repos/\(named.fullName)/readme?ref=\(tag)")["html_url"]
        #expect(url?.stringValue?.contains("/blob/\(tag)/") == true)
    }

    @Test func `a renamed owner's README and release are redirected`() throws {
        let rename = #"{"user": "octocat", "rename": "hubot"}"#
        #expect(sandbox.send("POST", "/_sandbox/mutate", body: rename).status == 200)
        for path in ["readme?ref=master", "releases/latest"] {
            let reply = sandbox.get("/repos/octocat/Hello-World/\(path)")
            #expect(reply.status == 301)
            #expect(
                reply.header("Location") == "http://sandbox.test/repositories/1296269/\(path)")
        }
    }

    @Test func `one repository in eight has no README, and READMEs differ in length`() {
        let all = stride(from: 1, to: 200_000_000, by: 1_500_013)
            .compactMap { world.account(id: $0) }.flatMap { world.repositories($0).prefix(20) }
        let readmes = all.compactMap { world.readme($0) }
        #expect((0.82...0.93).contains(Double(readmes.count) / Double(all.count)))
        #expect(Set(readmes.map(\.path)) == ["README.md", "readme.rst", "docs/README.md"])
        let sizes = readmes.map(\.bytes.count).sorted()
        #expect(sizes[0] < 700 && sizes[sizes.count - 1] > 1500)
    }

    @Test func `a release does not depend on the present number of stars`() throws {
        let released = (0..<400).lazy.compactMap { world.account(id: world.notables.id(rank: $0)) }
            .compactMap { world.repository($0, 0) }.filter { world.latestRelease($0) != nil }
        let first = try #require(released.first { $0.owner.kind == .organization })
        let author = try #require(world.latestRelease(first)?.author)
        #expect(author == world.stargazers(first, offset: 0, limit: 1).first?.account)
        var changed = world
        changed.overlay.setStars(0, repository: first.id)
        #expect(changed.latestRelease(first)?.author == author)
        changed.overlay.delete(author)
        let next = world.stargazers(first, offset: 1, limit: 1).first?.account
        #expect(changed.latestRelease(first)?.author == next)
        let owned = try #require(released.first { $0.owner.kind == .user })
        #expect(world.latestRelease(owned)?.author == owned.owner)
    }

    @Test func `about half of the repositories with stars have a release`() throws {
        let description = try Description()
        let famous = (0..<400).compactMap { world.account(id: world.notables.id(rank: $0)) }
            .compactMap { world.repository($0, 0) }
        let releases = famous.compactMap { world.latestRelease($0) }
        #expect((150...250).contains(releases.count))
        #expect(Set(releases.map(\.name)).isSuperset(of: [nil, ""]))
        for release in releases {
            #expect(release.tag.wholeMatch(of: /v\d+\.\d+\.\d+/) != nil)
            #expect(release.author.kind != .organization)
            #expect((release.repository.createdAt...World.today).contains(release.publishedAt))
        }
        for release in releases.prefix(40) {
            let target = "/repos/\(release.repository.fullName)/releases/latest"
            let problems = description.problems(
                try sandbox.json(target), path: "/repos/{owner}/{repo}/releases/latest")
            #expect(problems == [], "\(target)")
        }
    }

    @Test func `a repository without a language has no languages`() throws {
        #expect(sandbox.get("/repos/octocat/Hello-World/languages").text == "{}")
        let fork = try sandbox.json("/repos/octocat/linguist/languages")
        #expect((fork["Ruby"]?.intValue ?? 0) > 0)
    }
}
