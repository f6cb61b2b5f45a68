import Glibc
import TestSupport
import Testing

@testable import Hosting

@Suite struct ClientSecretTests {
    private static let digits = String(repeating: "0123456789abcdef", count: 4)

    @Test func `64 digits match themselves in either case and with surrounding white space`() throws
    {
        let secret = try #require(ClientSecret(Self.digits))
        #expect(secret.matches(Self.digits))
        #expect(secret.matches(" \t\(Self.digits.uppercased())\r\n"))
        #expect(secret.reveal() == Self.digits)
    }

    @Test func `a different digit anywhere does not match`() throws {
        let secret = try #require(ClientSecret(Self.digits))
        for index in Self.digits.indices {
            var other = Self.digits
            other.replaceSubrange(index...index, with: Self.digits[index] == "0" ? "1" : "0")
            #expect(!secret.matches(other))
        }
    }

    @Test(arguments: ["", "abc", digits + "0", digits.dropLast() + "g", digits.dropLast() + "١"])
    func `anything but 64 digits is not a secret`(text: String) throws {
        #expect(ClientSecret(text) == nil)
        let secret = try #require(ClientSecret(Self.digits))
        #expect(!secret.matches(text))
    }

    @Test func `a secret is not printed`() {
        let secret = ClientSecret()
        var dumped = ""
        dump(secret, to: &dumped)
        #expect("\(secret) \(String(reflecting: secret))" == "<secret> <secret>")
        #expect(!dumped.contains(secret.reveal()))
    }

    @Test func `a missing file is created for its owner only, in a private directory`()
        throws
    {
        let directory = try TemporaryDirectory()
        let path = directory.file("state/gitxplorer/client-secret")
        let made = try ClientSecretFile(path: path).readOrMake()
        #expect(mode(of: path) == 0o600)
        #expect(mode(of: directory.file("state/gitxplorer")) == 0o700)
        #expect(mode(of: directory.file("state")) == 0o700)
        #expect(try contents(of: path) == made.reveal() + "\n")
        #expect(try ClientSecretFile(path: path).readOrMake().matches(made.reveal()))
        #expect(try ClientSecretFile(path: path).read().matches(made.reveal()))
    }

    @Test func `servers that start at once agree on one secret`() async throws {
        for _ in 0..<10 {
            let directory = try TemporaryDirectory()
            let file = ClientSecretFile(path: directory.file("secret"))
            let secrets = try await withThrowingTaskGroup { tasks in
                for _ in 0..<16 {
                    // A thread for each, because the pool could run them one after another.
                    tasks.addTask { try await blocking { try? file.readOrMake().reveal() } }
                }
                return try await tasks.reduce(into: Set<String?>()) { $0.insert($1) }
            }
            #expect(secrets.count == 1 && !secrets.contains(nil))
        }
    }

    @Test func `a client does not create the file`() throws {
        let path = try TemporaryDirectory().file("secret")
        #expect(throws: ClientSecretError.missing(path: path)) {
            try ClientSecretFile(path: path).read()
        }
    }

    @Test(arguments: [0o640, 0o604, 0o620, 0o601, 0o644] as [mode_t])
    func `a file that is open to others is refused with the remedy`(mode: mode_t) throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("secret")
        try write(Self.digits, to: path, mode: mode)
        let expected = ClientSecretError.openToOthers(path: path, mode: mode)
        #expect(throws: expected) { try ClientSecretFile(path: path).readOrMake() }
        #expect(expected.description.contains("chmod 600 \(path)"))
    }

    @Test func `a file of another user is refused`() throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("secret")
        try write(Self.digits, to: path)
        // Only root can give a file away, and may use anybody's files.
        if geteuid() == 0 { try #require(chown(path, 4242, 4242) == 0) }
        let file = ClientSecretFile(path: path, userID: geteuid() + 1)
        #expect(throws: ClientSecretError.foreign(path: path)) { try file.readOrMake() }
    }

    @Test func `a pipe is refused without waiting for it`() async {
        // In a separate process with a time limit.
        await #expect(processExitsWith: .success) {
            alarm(20)
            let directory = try TemporaryDirectory()
            let path = directory.file("secret")
            guard mkfifo(path, 0o600) == 0 else { throw SystemError() }
            #expect(throws: ClientSecretError.malformed(path: path)) {
                try ClientSecretFile(path: path).readOrMake()
            }
        }
    }

    @Test(arguments: ["", "\n", "secret", digits + " " + digits])
    func `a file with other contents is refused`(text: String) throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("secret")
        try write(text, to: path)
        #expect(throws: ClientSecretError.malformed(path: path)) {
            try ClientSecretFile(path: path).readOrMake()
        }
    }
}
