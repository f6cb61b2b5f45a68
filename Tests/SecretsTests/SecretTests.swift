import Secrets
import Testing

@Suite struct SecretTests {
    private struct Holder {
        let token = Secret("ghp_token")
    }

    private func check(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(!text.contains("ghp"), sourceLocation: sourceLocation)
        #expect(text.contains("<secret>"), sourceLocation: sourceLocation)
    }

    @Test func `a secret prints as a placeholder in every way`() {
        let secret = Secret("ghp_token")
        check("\(secret)")
        check(String(describing: secret))
        check(String(reflecting: secret))
        check(String(describing: Optional(secret)))
        check("\([secret])")
    }

    @Test func `a value that contains a secret prints the placeholder`() {
        var dumped = ""
        dump(Holder(), to: &dumped)
        check(dumped)
        check("\(Holder())")
        check(String(reflecting: Holder()))
    }

    @Test func `a mirror of a secret is empty`() {
        #expect(Mirror(reflecting: Secret("ghp_token")).children.isEmpty)
    }

    @Test func `only reveal returns the characters`() {
        #expect(Secret("ghp_token").reveal() == "ghp_token")
    }

    @Test func `secrets are equal when their characters are`() {
        #expect(Secret("a") == Secret("a"))
        #expect(Secret("a") != Secret("b"))
        #expect(Set([Secret("a"), Secret("a"), Secret("b")]).count == 2)
    }

    @Test(arguments: ["", " ", "a b", "a\n", "ü", String(repeating: "a", count: 1025)])
    func `text that no header field can carry is not a token`(text: String) {
        #expect(Secret(tokenText: text) == nil)
    }
}
