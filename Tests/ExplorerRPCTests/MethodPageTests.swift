import Testing

@testable import ExplorerRPC

@Suite struct MethodPageTests {
    private func lines(_ method: String) throws -> [String] {
        try #require(MethodPage(method)).text.split(separator: "\n").map(String.init)
    }

    @Test(arguments: MethodCatalog.methods.map { $0.name })
    func `every method has a page of lines that fit on a terminal`(method: String) throws {
        let lines = try lines(method)
        #expect(lines.first == method)
        #expect(["Params", "Result", "Errors", "Example"].allSatisfy(lines.contains))
        // Text to paste is on one line.
        #expect(lines.dropLast().allSatisfy { $0.count <= 80 })
        #expect(lines.last?.hasPrefix("    gitxplorer call --sandbox \(method)") == true)
    }

    @Test func `a param is told with its type, bounds, default and meaning`() throws {
        let lines = try lines("users.random")
        let place = try #require(
            lines.firstIndex(of: "    count: an integer from 1 to 100; default 15"))
        #expect(lines[place + 1] == "        Number of users.")
        #expect(lines.contains("    sort: \"id\" or \"followers\"; default \"id\""))
    }

    @Test func `ways that exclude each other are told`() throws {
        #expect(try lines("auth.login").contains("    Exactly one of: token or device true."))
    }

    @Test func `the members of an object in the result are under it`() throws {
        let lines = try lines("user.summary")
        let place = try #require(lines.firstIndex(of: "    user (object): The profile."))
        #expect(lines[place + 1] == "        id (integer): GitHub's id of the account.")
        #expect(
            lines.contains(
                "        bio (string or null): Bio of a user, description of an organization."))
    }

    @Test func `a name that is not there has no page but a suggestion`() {
        #expect(MethodPage("user.sumary") == nil)
        #expect(MethodPage.suggestion(for: "user.sumary") == "user.summary")
        #expect(MethodPage.suggestion(for: "something.else") == nil)
    }
}
