import ArgumentParser
import Explorer
import Glibc
import LinuxSystem
import ServerEnvironment
import Testing
import Transports

@testable import gitxplorer

@Suite struct CommandErrorTests {
    private func check(_ errors: [any Error], end status: Int32) throws {
        for error in errors {
            let found = try #require(CommandError(error), "\(error)")
            #expect(found.status == status, "\(error)")
            #expect(found.sentence.hasSuffix("."), "\(found.sentence)")
            #expect(!found.sentence.hasSuffix(".."), "\(found.sentence)")
        }
    }

    private func homeless() throws -> Paths.Homeless {
        let paths = Paths(environment: [:]) { nil }
        return try #require(throws: Paths.Homeless.self) { try paths.cache.get() }
    }

    @Test func `a start that lacks descriptors, memory or threads ends with 71`() throws {
        try check(
            [
                // Of `StandardStreams.claim()`.
                TransportError.stream(Errno(EMFILE)),
                TransportError.couldNotListen(on: "unix:s", Errno(ENFILE)),
                // Of `EndSignals`.
                Errno(EAGAIN), Errno(ENOMEM),
                StartResources.Shortage.memory, StartResources.Shortage.threads(2),
                StartResources.Shortage.descriptors(2),
            ], end: 71)
    }

    @Test func `a wrong flag, and a file without a place, end with 64`() throws {
        try check(
            [
                TransportError.invalidAddress("x"), TransportError.invalidHostAndPort("x"),
                TransportError.remoteNotAllowed(host: "x"),
                TransportError.socketPathTooLong(path: "s", length: 200, maximum: 107),
                SignInError.exposed(address: "http://x", byDevice: false),
                CommandError.usage("That is wrong."),
                try homeless(),
            ], end: 64)
    }

    @Test func `what the machine or GitHub causes ends with 1`() throws {
        try check(
            [
                TransportError.stream(Errno(EIO)),
                TransportError.couldNotListen(on: "unix:s", Errno(EADDRINUSE)),
                TransportError.socketInUse(path: "s"), TransportError.invalidSocketCount("x"),
                Errno(EIO), SignInError.storage(Errno(EROFS)),
                SignInError.noClientID(tokenPage: nil),
                SignInError.unfinished(.stopped),
            ], end: 1)
    }

    @Test func `an error of a file without a place names the file and the variable`() throws {
        let error = try #require(CommandError(homeless()))
        #expect(
            error.sentence
                == "the cache: there is no home directory to keep it in; set HOME or XDG_CACHE_HOME to an absolute path."
        )
    }

    @Test func `ArgumentParser has the message of its own errors`() {
        #expect(CommandError(ValidationError("x")) == nil)
        #expect(CommandError(CleanExit.message("x")) == nil)
    }
}
