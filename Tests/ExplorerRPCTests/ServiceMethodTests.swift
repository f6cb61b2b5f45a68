import Foundation
import JSONCore
import JSONRPC
import Testing

@testable import ExplorerRPC

@Suite struct ServiceMethodTests {
    private func method(_ name: String) throws -> ServiceMethod {
        try #require(ServiceMethod.all.first { $0.name == name })
    }

    @Test(arguments: [
        ("users.random", "2 random users: octocat, fundefined."),
        (
            "repos.list",
            "octocat: 8 repositories, 1 of them given: Hello-World (2700 stars)."
        ),
        (
            "user.summary",
            "The Octocat (octocat): 20000 stars over 8 public repositories, mostly in CSS. Most starred: Hello-World."
        ),
        ("search.users", "1 user found; page 1: octocat."),
        ("repo.stargazers", "Stargazers of octocat/Hello-World, page 1 of 2700: octocat."),
        ("user.avatar", "Avatar of octocat: image/png, 70 bytes."),
        ("rate.status", "Requests left, anonymous: core 58 of 60 until 2026-11-21T11:00:00Z."),
        (
            "cache.stats",
            "2 stored responses, 69632 of at most 268435456 bytes, with 1 hit and 2 misses so far."
        ),
        ("cache.clear", "2 stored responses removed."),
        ("auth.status", "Signed in as octocat."),
        ("auth.login", "Signed in as octocat."), ("auth.logout", "Not signed in."),
    ])
    func `the gist of an example is a sentence`(name: String, sentence: String) throws {
        let method = try method(name)
        #expect(method.gist(of: method.documentation.examples[0].result) == sentence)
    }

    @Test func `a sign-in by device says what a person is to do`() throws {
        let method = try method("auth.login")
        #expect(
            method.gist(of: method.documentation.examples[1].result)
                == "Open https://github.com/login/device and type in BCDF-GHJK, before 2026-11-21T10:15:00Z."
        )
    }

    @Test func `a gist names ten, counts the rest, and says none for none`() {
        #expect(Gist.list((1...12).map(String.init)) == "1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 2 more")
        #expect(Gist.list([]) == "none")
    }

    @Test func `a gist says what is stale and what was left out`() throws {
        let result: JSONValue = [
            "users": [], "skipped": 1,
            "freshness": ["source": "stale", "fetchedAt": "2026-11-21T10:00:00Z"],
        ]
        #expect(
            try method("users.random").gist(of: result)
                == "0 random users: none. 1 malformed item left out. "
                + "GitHub could not be asked; this is as of 2026-11-21T10:00:00Z.")
    }

    @Test func `every service has a title and its own gist`() {
        for method in ServiceMethod.all {
            #expect(method.documentation.title != nil)
            let example = method.documentation.examples[0].result
            #expect(method.gist(of: example) != method.documentation.summary, "\(method.name)")
        }
    }

    @Test func `an answer is good until it expires, to the second`() throws {
        let result: JSONValue = [
            "freshness": ["source": "revalidated", "expiresAt": "2026-11-21T10:01:00Z"]
        ]
        let method = try method("user.summary")
        let params: JSONObject = ["login": "ada"]
        for (now, seconds) in [("10:00:00", 60.0), ("10:01:00", 0), ("11:00:00", 0)] {
            let time = try Date("2026-11-21T\(now)Z", strategy: .iso8601)
            #expect(method.freshness(of: result, to: params, at: time) == seconds)
        }
    }

    @Test func `only a method that asks GitHub has freshness`() throws {
        #expect(try method("cache.stats").freshness(of: [:], to: [:]) == nil)
        #expect(try method("auth.status").freshness(of: [:], to: [:]) == nil)
    }
}
