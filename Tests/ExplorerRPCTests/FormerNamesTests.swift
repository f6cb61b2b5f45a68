import JSONCore
import JSONRPC
import JSONSchema
import TestSupport
import Testing

@testable import ExplorerRPC

/// How a renamed method or param goes on working: on a table as if `user.profile` had become
/// `user.summary`, and its `user` `login`.
@Suite struct FormerNamesTests {
    private static let table = FormerNames(
        methods: [.init("user.profile", now: "user.summary"), .init("end", now: "shutdown")],
        params: ["user.summary": [FormerName("user", now: "login")]])

    private let registry: MethodRegistry

    init() throws {
        registry = try ScriptedTransport.github().registry(ResultCache(), formerNames: Self.table)
    }

    private func call(_ method: String, _ params: JSONObject) async throws -> JSONValue {
        let params = try #require(RPCParams(.object(params)))
        return try JSONParser().parse(
            try await registry.call(method, params, RequestContext()).get())
    }

    /// Calls; the answer is the one that the present names give, but for the note.
    private func check(_ method: String, _ params: JSONObject, says note: String) async throws {
        let present = try await call("user.summary", ["login": "ada"])
        let result = try await call(method, params)
        #expect(result["deprecated"]?.stringValue == note)
        #expect(result["user"] == present["user"])
        #expect(present["deprecated"] == nil)
    }

    @Test func `a method goes on working by its former name, and says its present one`()
        async throws
    {
        try await check(
            "user.profile", ["login": "ada"], says: "Use user.summary, not user.profile.")
    }

    @Test func `a param goes on working by its former name, and says its present one`()
        async throws
    {
        try await check("user.summary", ["user": "ada"], says: "Use the param login, not user.")
        try await check(
            "user.profile", ["user": "ada"],
            says: "Use user.summary, not user.profile. Use the param login, not user.")
    }

    @Test func `an equal call by a former name says so again`() async throws {
        for _ in 1...2 {
            try await check(
                "user.summary", ["user": "ada"], says: "Use the param login, not user.")
        }
    }

    @Test func `what is wrong under a former name is told of that name`() async throws {
        let params = try #require(RPCParams(["user": "no one"]))
        guard case .failure(let error) = await registry.call("user.profile", params, .init()) else {
            Issue.record("expected an error")
            return
        }
        #expect(error.code == -32602)
        #expect(error.data["errors"]?[0]?["path"] == "/user")
    }

    @Test func `a result that is no object has no note`() async throws {
        #expect(try await call("end", [:]) == .null)
    }

    @Test func `the documents list former names as deprecated`() throws {
        let document = OpenRPCDocument.document(MethodCatalog.entries(Self.table))
        let methods = try #require(document["methods"]?.arrayValue)
        let former = try #require(methods.first { $0["name"] == "user.profile" })
        #expect(former["deprecated"] == true)
        #expect(former["summary"] == "Former name of `user.summary`; use that.")
        #expect(former["result"]?["schema"]?["properties"]?["deprecated"] != nil)
        let present = try #require(methods.first { $0["name"] == "user.summary" })
        #expect(present["deprecated"] == nil)
        let param = try #require(present["params"]?.arrayValue?.last)
        #expect(param["name"] == "user")
        #expect(param["deprecated"] == true)
        #expect(present["params"]?[0]?["name"] == "login")
    }

    @Test func `nothing has been renamed yet`() {
        let names = MethodCatalog.entries().map(\.name)
        #expect(names == MethodCatalog.methods.map { $0.name })
        #expect(MethodCatalog.entries().allSatisfy { $0.documentation.formerNames.isEmpty })
    }

    @Test func `every present name in the table is one that there is`() {
        let names = Set(MethodCatalog.methods.map { $0.name })
        #expect(FormerNames.table.methods.allSatisfy { names.contains($0.presentName) })
        #expect(FormerNames.table.methods.allSatisfy { !names.contains($0.name) })
        #expect(names.isSuperset(of: FormerNames.table.params.keys))
        for entry in MethodCatalog.entries() {
            let params = Set(entry.documentation.allParams.map(\.name))
            #expect(entry.documentation.formerNames.allSatisfy { params.contains($0.presentName) })
        }
    }
}
