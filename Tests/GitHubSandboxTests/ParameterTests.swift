import HTTPServer
import JSONCore
import Synchronization
import Testing

@testable import GitHubSandbox

/// Every parameter of GitHub's description of our endpoints is declared the same, and used.
@Suite struct ParameterTests {
    private static let sandbox = TestSandbox(
        SandboxConfiguration(users: 2000, rateLimit: 1_000_000))

    private struct Described: CustomStringConvertible {
        let path: String
        let name: String
        let schema: JSONValue

        var description: String { "\(path)?\(name)" }
        var choices: [String]? { schema["enum"]?.arrayValue?.compactMap(\.stringValue) }
    }

    private static let described = Result { () throws -> [Described] in
        let paths = try JSONParser().parse(try Facts.bytes("openapi.json"))["paths"]?.objectValue
        return (paths ?? JSONObject()).flatMap { path, methods -> [Described] in
            (methods["get"]?["parameters"]?.arrayValue ?? []).compactMap { parameter in
                guard parameter["in"] == "query", let name = parameter["name"]?.stringValue,
                    let schema = parameter["schema"]
                else { return nil }
                return Described(path: path, name: name, schema: schema)
            }
        }
    }

    /// Without the names in braces, which differ.
    private static func shape(_ path: String) -> String {
        path.replacing(/\{\w+\}/, with: "{}")
    }

    private static func kind(_ schema: JSONValue) -> RouteParameter.Kind {
        let text = schema["default"]?.stringValue
        if let choices = schema["enum"]?.arrayValue {
            return .choice(choices.compactMap(\.stringValue).sorted(), default: text)
        }
        if schema["type"] == "integer" { return .integer(default: schema["default"]?.intValue) }
        return schema["format"] == "date-time" ? .time : .text(default: text)
    }

    private static func sorted(_ kind: RouteParameter.Kind) -> RouteParameter.Kind {
        guard case .choice(let values, let usual) = kind else { return kind }
        return .choice(values.sorted(), default: usual)
    }

    @Test func `the route table declares the described parameters`() throws {
        let described = try ParameterTests.described.get()
        #expect(described.count > 35)
        for path in Set(described.map(\.path)) {
            let route = try #require(
                Router.api.first {
                    ParameterTests.shape($0.path) == ParameterTests.shape(path)
                        && $0.method == "GET"
                })
            let declared = Dictionary(
                uniqueKeysWithValues: route.parameters.map {
                    ($0.name, ParameterTests.sorted($0.kind))
                })
            let expected = Dictionary(
                uniqueKeysWithValues: described.filter { $0.path == path }.map {
                    ($0.name, ParameterTests.kind($0.schema))
                })
            #expect(declared == expected, "\(path)")
        }
    }

    @Test func `a route by number declares the same parameters as the route by name`() {
        for (name, number) in [
            ("/users/{login}/repos", "/user/{id}/repos"),
            ("/users/{login}/followers", "/user/{id}/followers"),
            ("/users/{login}/following", "/user/{id}/following"),
            ("/users/{login}/starred", "/user/{id}/starred"),
            ("/orgs/{org}/repos", "/organizations/{id}/repos"),
            ("/repos/{owner}/{repo}/stargazers", "/repositories/{id}/stargazers"),
            ("/repos/{owner}/{repo}/readme", "/repositories/{id}/readme"),
        ] {
            let names = [name, number].map { path in
                Router.api.first { $0.path == path }?.parameters.map(\.name)
            }
            #expect(names[0] != nil && names[0] == names[1], "\(name)")
        }
    }

    /// Values of a parameter that must change the response, together with other parameters.
    private func values(_ parameter: Described) -> (values: [String], beside: String) {
        let small = parameter.path.hasPrefix("/search") ? "q=a&per_page=100" : "per_page=5"
        switch parameter.name {
        case "per_page": return (["1", "2"], "q=a")
        case "page": return (["1", "2"], "q=a&per_page=1")
        case "since" where parameter.path == "/users": return (["0", "50"], small)
        case "since", "before": return (["2010-01-01T00:00:00Z", "2100-01-01T00:00:00Z"], small)
        case "q": return (["octocat", "github"], "per_page=5")
        case "affiliation": return (["owner", "collaborator,organization_member"], small)
        case "visibility": return (["all", "private"], small)
        case "type" where parameter.path == "/orgs/{org}/repos":
            return (["all", "forks", "sources", "private"], small)
        case "type":
            return (["all", parameter.path == "/user/repos" ? "private" : "member"], small)
        case "order":
            return (
                ["asc", "desc"],
                small + "&sort=\(parameter.path.hasSuffix("users") ? "joined" : "stars")"
            )
        case "direction": return (["asc", "desc"], small + "&sort=created")
        default: return (parameter.choices ?? [], small)
        }
    }

    @Test func `every parameter has an effect`() throws {
        let sandbox = ParameterTests.sandbox
        let world = sandbox.service.state.withLock { $0.world }
        let fan = world.accounts(after: 0, limit: 1) { world.starred($0).count > 20 }.first
        let logins = ["starred": try #require(fan).login, "following": "octocat"]
        for parameter in try ParameterTests.described.get() {
            let path = parameter.path.replacing("{org}", with: "github")
                .replacing("{owner}/{repo}", with: "octocat/Hello-World")
                .replacing(
                    "{username}",
                    with: logins[String(parameter.path.split(separator: "/").last ?? "")]
                        ?? "exactly-250")
            let token = path.hasPrefix("/user/") ? ["Authorization": "token ghp_x"] : [:]
            let (values, beside) = values(parameter)
            #expect(values.count > 1, "\(parameter)")
            let bodies = values.map { value in
                let target = "\(path)?\(parameter.name)=\(Percent.encode(value))&\(beside)"
                let reply = sandbox.get(target, token)
                #expect(reply.status == 200, "\(target)")
                return reply.body
            }
            #expect(Set(bodies).count == values.count, "\(parameter): \(values)")
        }
    }

    @Test(arguments: ["visibility=all", "affiliation=owner"])
    func `type together with visibility or affiliation is refused`(other: String) throws {
        let token = ["Authorization": "token ghp_x"]
        let reply = ParameterTests.sandbox.get("/user/repos?type=owner&\(other)", token)
        #expect(reply.status == 422)
        let message = "If you specify visibility or affiliation, you cannot specify type."
        #expect(try reply.json["message"]?.stringValue == message)
    }

    @Test func `stars are sorted by their date or by the last push`() throws {
        let world = ParameterTests.sandbox.service.state.withLock { $0.world }
        let fan = try #require(
            world.accounts(after: 0, limit: 1) { world.starred($0).count > 20 }.first)
        let star = ["Accept": "application/vnd.github.star+json"]
        for (sort, direction) in [
            ("created", "asc"), ("created", "desc"), ("updated", "asc"), ("updated", "desc"),
        ] {
            let target =
                "/users/\(fan.login)/starred?sort=\(sort)&direction=\(direction)&per_page=100"
            let found = try ParameterTests.sandbox.json(target, star).arrayValue ?? []
            let dates = found.compactMap {
                (sort == "created" ? $0["starred_at"] : $0["repo"]?["pushed_at"])?.stringValue
            }
            #expect(dates.count > 20)
            #expect(dates == (direction == "asc" ? dates.sorted() : dates.sorted(by: >)))
        }
    }

    @Test func `since and before filter the reader's own repositories`() throws {
        let token = ["Authorization": "token ghp_x"]
        func dates(_ query: String) throws -> [String] {
            let body = try ParameterTests.sandbox.json("/user/repos?\(query)", token)
            return (body.arrayValue ?? []).compactMap { $0["updated_at"]?.stringValue }.sorted()
        }
        let all = try dates("")
        let middle = all[all.count / 2]
        #expect(try dates("since=\(middle)") == all.filter { $0 > middle })
        #expect(try dates("before=\(middle)") == all.filter { $0 < middle })
        // As JavaScript's `toISOString` writes it.
        let precise = middle.replacing("Z", with: ".000Z")
        #expect(try dates("since=\(precise)") == all.filter { $0 > middle })
    }
}
