import Testing

@testable import GitHubSandbox

@Suite struct GlobTests {
    private func check(_ glob: String, _ path: String, _ matches: Bool) {
        #expect(Glob(glob).matches(path) == matches, "\(glob) \(path)")
    }

    @Test func `without a star only the same path matches`() {
        check("/users", "/users", true)
        check("/users", "/users/a", false)
        check("/users", "/user", false)
        check("", "", true)
        check("", "/", false)
    }

    @Test func `a star stands for any characters or none`() {
        for path in ["", "/", "/users/a", "/a\nb", "/é%00"] { check("*", path, true) }
        check("/users/*", "/users/", true)
        check("/users/*", "/users/a/repos", true)
        check("/users/*", "/users", false)
        check("*repos", "/users/a/repos", true)
        check("*repos", "/users/a/repos/", false)
        check("/users/*/repos", "/users/a/b/repos", true)
        check("/users/*/repos", "/users/repos", false)
        check("**", "", true)
    }

    @Test func `the parts beside a star do not overlap`() {
        check("ab*ba", "aba", false)
        check("ab*ba", "abba", true)
        check("a*a*a", "aa", false)
        check("a*a*a", "aaa", true)
    }

    @Test func `a piece is found behind its own beginnings`() {
        check("*aab*", "aaaaab", true)
        check("*abab*c", "abaababc", true)
        check("*abac*", "abababab", false)
        check("*ab*ab*", "ab-ab", true)
        check("*ab*ab*", "abb", false)
    }

    @Test func `every other character stands for itself`() {
        check("/users/?", "/users/a", false)
        check("/users/[a]", "/users/a", false)
        check("/users/.", "/users/a", false)
        check("^/users$", "/users", false)
        check("/[a].?+\\*", "/[a].?+\\", true)
    }
}
