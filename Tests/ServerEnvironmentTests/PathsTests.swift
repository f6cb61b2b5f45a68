import Glibc
import Testing

@testable import ServerEnvironment

@Suite struct PathsTests {
    private func check(
        _ environment: [String: String], home: String? = nil, gives path: String?,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let paths = Paths(environment: environment) { home }
        let found = try? paths.cache.get()
        #expect(
            found == path.map { "\($0)/gitxplorer/cache.sqlite" }, sourceLocation: sourceLocation)
    }

    @Test func `the variable takes precedence over the home directory`() {
        check(["XDG_CACHE_HOME": "/x", "HOME": "/h"], gives: "/x")
        check(["HOME": "/h"], gives: "/h/.cache")
    }

    @Test(arguments: ["", "x", "./x", "~"])
    func `a relative path in a variable is ignored`(path: String) {
        check(["XDG_CACHE_HOME": path, "HOME": "/h"], gives: "/h/.cache")
        check(["HOME": path], home: "/p", gives: "/p/.cache")
    }

    @Test func `without HOME the password database gives the home directory`() {
        check([:], home: "/p", gives: "/p/.cache")
        check(["HOME": "/h"], home: "/p", gives: "/h/.cache")
        if let entry = getpwuid(geteuid())?.pointee.pw_dir {
            #expect(Paths.homeOfUser() == String(cString: entry))
        }
    }

    @Test func `without any home directory the error says what to set`() {
        let paths = Paths(environment: [:]) { nil }
        for place in [paths.cache, paths.token(of: .sandbox)] {
            #expect(throws: Paths.Homeless.self) { try place.get() }
        }
        let error = #expect(throws: Paths.Homeless.self) { try paths.clientSecret.get() }
        #expect(error?.subject == "the client secret")
        #expect(
            error?.description
                == "there is no home directory to keep it in; set HOME or XDG_STATE_HOME to an absolute path"
        )
    }
}
