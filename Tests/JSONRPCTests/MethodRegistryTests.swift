import JSONCore
import JSONRPC
import Testing

@Suite struct MethodRegistryTests {
    private let registry = MethodRegistry(
        ["users.random", "repos.list", "user.summary", "search.users", "rate.status"].map { name in
            RPCMethod(name) { _, _ in Array("\"\(name)\"".utf8) }
        }, mapError: { _ in .internalError(incident: "test") })

    private func check(_ name: String, suggests suggestion: String?) {
        #expect(registry.suggestion(for: name) == suggestion)
    }

    @Test(arguments: [
        ("users.radnom", "users.random"), ("user.random", "users.random"),
        ("Users.Random", "users.random"), ("repos.lists", "repos.list"),
        ("usersummary", "user.summary"),
    ])
    func `a misspelled name suggests the intended one`(
        name: String, suggestion: String
    ) {
        check(name, suggests: suggestion)
    }

    @Test(arguments: [
        "", "x", "textDocument/hover", "foo.bar", String(repeating: "u", count: 9999),
    ])
    func `a name that resembles none suggests none`(name: String) {
        check(name, suggests: nil)
    }

    @Test func `names keep the order of the methods`() {
        #expect(
            registry.names
                == ["users.random", "repos.list", "user.summary", "search.users", "rate.status"])
    }

    @Test func `a method can be called without a connection`() async throws {
        let result = await registry.call("repos.list", .none, RequestContext())
        #expect(try result.get() == Array("\"repos.list\"".utf8))
    }

    @Test func `errors are also mapped in a call without a connection`() async {
        let registry = TestMethods.registry()
        for (method, code) in [("mistake", -32603), ("refuse", 1401), ("no.such", -32601)] {
            guard case .failure(let error) = await registry.call(method, .none, RequestContext())
            else {
                Issue.record("expected an error of \(method)")
                continue
            }
            #expect(error.code == code)
        }
    }
}
