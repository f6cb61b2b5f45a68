import Foundation
import HTTPServer
import JSONCore
import Testing

@testable import GitHubSandbox

@Suite struct ReplayTests {
    /// GitHub's recordings, read once.
    private static let recordings = Result { () throws -> ReplayStore in
        var store = ReplayStore()
        let bytes = try Data(contentsOf: URL(fileURLWithPath: Facts.recordingsPath))
        try store.add(Array(bytes), from: "recordings.jsonl")
        return store
    }

    private func recorded() throws -> TestSandbox {
        TestSandbox(
            SandboxConfiguration(rateLimit: 100_000), replay: try ReplayTests.recordings.get())
    }

    /// A sandbox with exchanges for one path: queries, statuses and bodies.
    private func sandbox(_ lines: String) throws -> TestSandbox {
        var store = ReplayStore()
        try store.add(Array(lines.utf8), from: "test")
        return TestSandbox(replay: store)
    }

    private func line(
        _ path: String, _ query: String = "{}", status: Int = 200, headers: String = "{}",
        body: String = "1"
    ) -> String {
        """
        {"id": 1, "request": {"method": "GET", "path": "\(path)", "query": \(query)}, \
        "response": {"status": \(status), "headers": \(headers), "body": \(body)}}

        """
    }

    @Test func `every recorded response of a single kind is served as recorded`() throws {
        let sandbox = try recorded()
        var served = 0
        var seen: Set<String> = []
        for exchange in try Facts.recordings() {
            let (request, response) = (exchange["request"], exchange["response"])
            let path = request?["path"]?.stringValue ?? ""
            let members = request?["query"]?.objectValue?.map {
                "\(Percent.encode($0.key))=\(Percent.encode($0.value.stringValue ?? ""))"
            }
            let target = path + "?" + (members ?? []).joined(separator: "&")
            guard request?["method"] == "GET", response?["status"] != 401,
                response?["status"] != 304, seen.insert(target).inserted,
                response?["status"] == 200
            else { continue }
            let reply = sandbox.get(target, ["Authorization": "token ghp_x"])
            #expect(reply.status == 200, "\(target)")
            #expect(!reply.text.contains("https://api.github.com"), "\(target)")
            if let body = response?["body"], body.arrayValue != nil || body["login"] != nil {
                let same = body.text.replacing(
                    "https://api.github.com", with: "http://sandbox.test")
                #expect(reply.text == same, "\(target)")
            }
            served += 1
        }
        #expect(served > 140)
    }

    @Test func `recorded links lead to recorded pages`() throws {
        let sandbox = try recorded()
        let first = sandbox.get("/users/bitwiseman/repos?per_page=100")
        let link = try #require(first.header("Link"))
        #expect(
            link == "<http://sandbox.test/user/1958953/repos?per_page=30&page=2>; rel=\"next\", "
                + "<http://sandbox.test/user/1958953/repos?per_page=30&page=6>; rel=\"last\"")
        let second = sandbox.get("/user/1958953/repos?per_page=30&page=2")
        #expect(try second.json.arrayValue?.count == 30)
        #expect(try second.json[0]?["owner"]?["login"] == "bitwiseman")
    }

    @Test func `a recorder's own port in links is replaced too`() throws {
        let sandbox = try recorded()
        let target = "/search/repositories?q=tetris+language%3Aassembly&sort=stars&order=desc"
        let reply = sandbox.get(target)
        #expect(reply.header("Link")?.contains("<http://sandbox.test/search/") ?? false)
        #expect(!reply.text.contains("localhost:54240"))
    }

    @Test func `an origin that is recorded as host and in a link is replaced once`() throws {
        let link = #"{"Link": "<http://localhost:3000/users/ada?page=2>; rel=\"next\""}"#
        let recording = line("/x", headers: link).replacing(
            #""path":"#, with: #""host": "localhost:3000", "path":"#)
        let reply = try sandbox(recording).get("/x", ["Host": "localhost:30001"])
        #expect(
            reply.header("Link") == "<http://localhost:30001/users/ada?page=2>; rel=\"next\"")
    }

    @Test func `a replaced origin is not taken for another one`() throws {
        let link = #"{"Link": "<https://api.github.com/users/ada?page=2>; rel=\"next\""}"#
        let recording = line("/x", headers: link).replacing(
            #""path":"#, with: #""host": "localhost:3000", "path":"#)
        let reply = try sandbox(recording).get("/x", ["Host": "localhost:30001"])
        #expect(
            reply.header("Link") == "<http://localhost:30001/users/ada?page=2>; rel=\"next\"")
    }

    @Test func `a recorded organization also answers /users`() throws {
        let sandbox = try recorded()
        let user = try sandbox.json("/users/cloudbees")
        #expect(user == (try sandbox.json("/orgs/cloudbees")))
        #expect(user["type"] == "Organization")
    }

    @Test func `unrecorded responses are generated`() throws {
        let sandbox = try recorded()
        #expect(try sandbox.json("/users/exactly-250")["public_repos"] == 250)
    }

    @Test func `a recording matches a query's members in any order`() throws {
        let sandbox = try sandbox(line("/x", #"{"a": "1", "b": "c d"}"#))
        #expect(sandbox.get("/x?b=c+d&a=1").text == "1")
        #expect(sandbox.get("/x?b=c%20d&a=1&per_page=100").text == "1")
        #expect(sandbox.get("/x?a=1").status == 404)
        #expect(sandbox.get("/x?a=1&b=c+d&page=2").status == 404)
    }

    @Test func `the first of equal recordings is used`() throws {
        let sandbox = try sandbox(line("/x", body: "1") + line("/x", body: "2"))
        #expect(sandbox.get("/x").text == "1")
    }

    @Test func `a recording with the same page size is preferred`() throws {
        let sandbox = try sandbox(
            line("/x", #"{"per_page": "30"}"#, body: "30")
                + line("/x", #"{"per_page": "62"}"#, body: "62"))
        #expect(sandbox.get("/x?per_page=62").text == "62")
        #expect(sandbox.get("/x?per_page=100").text == "30")
    }

    @Test func `a recorded 401 is used only if nothing else matches`() throws {
        let sandbox = try sandbox(
            line("/x", status: 401) + line("/x", body: "2") + line("/y", status: 401))
        #expect(sandbox.get("/x").status == 200)
        #expect(sandbox.get("/y").status == 401)
    }

    @Test func `recordings of the reader's own data are not served to anonymous clients`() throws {
        let sandbox = try sandbox(line("/user", body: #"{"login": "me"}"#))
        #expect(sandbox.get("/user").status == 401)
        #expect(try sandbox.json("/user", ["Authorization": "token ghp_x"])["login"] == "me")
    }

    @Test func `a recorded tag is compared weakly`() throws {
        let headers = #"{"ETag": "W/\"abc\"", "Content-Type": "application/json"}"#
        let sandbox = try sandbox(line("/x", headers: headers))
        let reply = sandbox.get("/x", ["If-None-Match": "\"abc\""])
        #expect(reply.status == 304)
        #expect(reply.header("ETag") == "\"abc\"")
        #expect(sandbox.get("/x", ["If-None-Match": "\"abd\""]).status == 200)
    }

    @Test func `a recorded 304 is served only to a client that has its ETag`() throws {
        let sandbox = try sandbox(line("/x", status: 304, headers: #"{"ETag": "\"abc\""}"#))
        #expect(sandbox.get("/x", ["If-None-Match": "W/\"abc\""]).status == 304)
        #expect(sandbox.get("/x").status == 404)
    }

    @Test func `headers of the recorded transfer are dropped, and the budget is current`() throws {
        let headers = """
            {"Transfer-Encoding": "chunked", "Content-Encoding": "gzip", "Content-Length": "9", \
            "Date": "Sat, 01 Jan 2000 00:00:00 GMT", "Connection": "close", "X-Other": "kept", \
            "X-RateLimit-Limit": "5000", "X-RateLimit-Remaining": "7", "X-RateLimit-Reset": "1"}
            """
        let reply = try sandbox(line("/x", headers: headers)).get("/x")
        for name in ["Transfer-Encoding", "Content-Encoding", "Content-Length", "Connection"] {
            #expect(reply.header(name) == nil)
        }
        #expect(reply.headers.filter { $0.name == "Date" }.count == 1)
        #expect(reply.header("Date") == "Sun, 15 Jun 2025 15:06:40 GMT")
        #expect(reply.header("X-Other") == "kept")
        #expect(reply.header("X-RateLimit-Remaining") == "59")
    }

    @Test func `bodies in base64 are decoded, and paths compared decoded`() throws {
        let sandbox = try sandbox(line("/users/a%5Bbot%5D", body: #"{"base64": "aGk="}"#))
        #expect(sandbox.get("/users/a[bot]").text == "hi")
        #expect(sandbox.get("/api/v3/users/a%5bbot%5d").text == "hi")
    }

    @Test(arguments: ["{", "{}", #"{"request": {"method": "GET"}, "response": {}}"#])
    func `an invalid line is reported with its number`(bad: String) throws {
        var store = ReplayStore()
        let error = #expect(throws: SandboxError.self) {
            try store.add(Array((line("/x") + "\n" + bad).utf8), from: "f.jsonl")
        }
        #expect(error?.description.hasPrefix("f.jsonl, line 3: ") ?? false)
    }

    @Test func `a missing file is reported by name`() {
        #expect(throws: SandboxError.unreadableReplay("/no/such/file")) {
            try ReplayStore(files: ["/no/such/file"])
        }
    }
}
