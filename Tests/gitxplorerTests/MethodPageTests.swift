import ExplorerRPC
import Testing

@testable import gitxplorer

@Suite struct MethodPageTests {
    private func lines(_ method: String) throws -> [String] {
        try #require(MethodPage(method)).text.split(separator: "\n").map(String.init)
    }

    @Test(arguments: MethodCatalog.methods.map { $0.name })
    func `every method has a page with lines that fit on a terminal`(method: String) throws {
        let lines = try lines(method)
        #expect(lines.first == method)
        #expect(["Params", "Result", "Errors", "Example"].allSatisfy(lines.contains))
        // Text to paste must be on one line.
        #expect(lines.dropLast().allSatisfy { $0.count <= 80 })
        #expect(lines.last?.hasPrefix("    gitxplorer call --sandbox \(method)") == true)
    }

    @Test func `a param is described with type, bounds, default and meaning`() throws {
        let lines = try lines("users.random")
        let place = try #require(
            lines.firstIndex(of: "    count: an integer from 1 to 100; default 15"))
        #expect(lines[place + 1] == "        Number of users.")
        #expect(lines.contains("    sort: \"id\" or \"followers\"; default \"id\""))
    }

    @Test func `mutually exclusive params are described`() throws {
        #expect(try lines("auth.login").contains("    Exactly one of: token or device true."))
    }

    @Test func `the members of an object in the result are listed below it`() throws {
        let lines = try lines("user.summary")
        let place = try #require(lines.firstIndex(of: "    user (object): The profile."))
        #expect(lines[place + 1] == "        id (integer): GitHub's id of the account.")
        #expect(
            lines.contains(
                "        bio (string or null): Bio of a user, description of an organization."))
    }

    @Test func `an unknown name has no page but a suggestion`() {
        #expect(MethodPage("user.sumary") == nil)
        let sentence = CommandError.noMethod("user.sumary").sentence
        #expect(sentence.hasSuffix("did you mean 'user.summary'?"))
        #expect(!CommandError.noMethod("something.else").sentence.contains("did you mean"))
    }
}
