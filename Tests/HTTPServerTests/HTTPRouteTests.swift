import Testing

@testable import HTTPServer

@Suite struct HTTPRouteTests {
    private func check(_ route: String, matches path: String) -> Bool {
        HTTPRoute(route, [:]).matches(path)
    }

    @Test(arguments: [
        ("/", "/"), ("/rate", "/rate"), ("/user/*", "/user/octocat"), ("/user/*", "/user/*"),
        ("/repo/*/*", "/repo/octocat/Hello-World"), ("/repo/*/*", "/repo/%2F/a%2Fb"),
    ])
    func `a star stands for one segment`(route: String, path: String) {
        #expect(check(route, matches: path))
    }

    @Test(arguments: [
        ("/", ""), ("/", "//"), ("/", "*"), ("/rate", "/rate/"), ("/rate", "/Rate"),
        ("/user/*", "/user"), ("/user/*", "/user/"), ("/user/*", "/users/octocat"),
        ("/user/*", "/user/octocat/"), ("/user/*", "/user//octocat"), ("/user/*", "x/user/a"),
        ("/repo/*/*", "/repo/octocat"), ("/repo/*/*", "/repo/octocat/"),
        ("/repo/*/*", "/repo//Hello-World"), ("/repo/*/*", "/repo/octocat/Hello-World/x"),
    ])
    func `nothing else matches`(route: String, path: String) {
        #expect(!check(route, matches: path))
    }
}
