import Secrets
import Testing

@Suite struct RedactorTests {
    private static let token = "ghp_0123456789abcdefghijABCDEFGHIJ012345"

    /// Checks the redacted text after `known` secrets were learned.
    private func check(
        _ text: String, knowing known: [String] = [], gives expected: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let redactor = Redactor()
        for secret in known { redactor.learn(Secret(secret)) }
        #expect(redactor.redacted(text) == expected, sourceLocation: sourceLocation)
    }

    @Test(arguments: ["ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_"])
    func `text that looks like a token is redacted`(prefix: String) {
        let token = prefix + "0123456789abcdefABCDEF_0123456789"
        check("forbidden for \(token).", gives: "forbidden for <secret>.")
        check("\"\(token)\",\(token)", gives: "\"<secret>\",<secret>")
        check("https://x/?t=\(token)&u=1", gives: "https://x/?t=<secret>&u=1")
    }

    @Test func `a token with dots and dashes is redacted to its end`() {
        check("ghs_12345_eyJhbGci.eyJpc3Mi-x.c2ln... no", gives: "<secret>... no")
    }

    @Test(arguments: [
        "highs_and_lows_of_it", "ghp_import", "gh_0123456789", "github_path_0123456789", "ghp_",
        "xghp_0123456789", "", "ghs", "_", "%", "\\", "%4", "\\u00",
    ])
    func `text that does not look like a token is kept`(text: String) {
        check(text, gives: text)
    }

    @Test func `a token inside a word is found if it is long enough`() {
        check("token\(Self.token)", gives: "token<secret>")
    }

    @Test func `a known secret is redacted, whatever it looks like`() {
        check("no access for s3cr3t!", knowing: ["s3cr3t"], gives: "no access for <secret>!")
        check("s3cr3ts3cr3t s3cr3", knowing: ["s3cr3t"], gives: "<secret> s3cr3")
        check("é s3cr3t é", knowing: ["s3cr3t"], gives: "é <secret> é")
    }

    @Test func `overlapping secrets become one mark`() {
        check("-abcdefghij-", knowing: ["abcdefg", "efghij"], gives: "-<secret>-")
        check("-abcdefghij-", knowing: ["abcdefghij", "cdefgh"], gives: "-<secret>-")
        check("-ababababab-", knowing: ["ababab"], gives: "-<secret>-")
    }

    @Test func `secrets of a few characters are not redacted, because they match words`() {
        check("the token is abcde", knowing: ["abcde", "e", ""], gives: "the token is abcde")
    }

    @Test func `a word that is too short for a token is not redacted`() {
        let redactor = Redactor()
        redactor.learn(token: Secret("octocat"))
        redactor.learn(token: Secret("0123456789abcdef0123"))
        #expect(redactor.redacted("octocat 0123456789abcdef0123") == "octocat <secret>")
    }

    @Test(arguments: [
        #"ghp\u005F0123456789"#, "ghp%5f0123456789", "%67hp_0123456789", #"ghp_\u0030123456789"#,
    ])
    func `escapes do not hide a token`(text: String) {
        check("a=\(text);", gives: "a=<secret>;")
        check("a=\(text);", knowing: ["ghp_0123456789"], gives: "a=<secret>;")
    }

    @Test func `a secret with special characters is found plain and escaped`() {
        let secret = #"a"b\c/d+%41"#
        check(#"[a"b\c/d+%41]"#, knowing: [secret], gives: "[<secret>]")
        check(#"[a\"b\\c\/d+%41]"#, knowing: [#"a"b\c/d+A"#], gives: "[<secret>]")
        check("[a%22b%5Cc%2Fd%2B%2541]", knowing: [secret], gives: "[<secret>]")
    }

    @Test func `the most recent secrets are remembered`() {
        let redactor = Redactor()
        redactor.learn(Secret("in-use"))
        for number in 0..<64 { redactor.learn(session: Secret("session-\(number)-")) }
        for number in 0..<(Redactor.capacity - 1) { redactor.learn(Secret("refused-\(number)")) }
        redactor.learn(Secret("in-use"))
        redactor.learn(Secret("another"))
        #expect(redactor.redacted("in-use another") == "<secret> <secret>")
        #expect(redactor.redacted("refused-0") == "refused-0")
        redactor.learn(session: Secret("session-64-"))
        #expect(redactor.redacted("session-1-session-0-") == "<secret>session-0-")
        #expect(redactor.redacted("in-use") == "<secret>")
    }

    @Test func `dumping a redactor does not show its secrets`() {
        let redactor = Redactor()
        redactor.learn(Secret("s3cr3t"))
        var dumped = ""
        dump(redactor, to: &dumped)
        #expect(!dumped.contains("s3cr3t"))
    }
}
