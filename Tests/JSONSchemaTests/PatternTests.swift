import JSONCore
import Testing

@testable import JSONSchema

@Suite struct PatternTests {
    private func check(_ pattern: String, _ text: String) throws -> Bool {
        try Pattern(pattern).matches(text)
    }

    @Test(arguments: [
        ("", "", true), ("", "x", true), ("a", "xay", true), ("a", "xyz", false),
        ("^a", "ab", true), ("^a", "ba", false), ("a$", "ba", true), ("a$", "ab", false),
        ("^$", "", true), ("^$", "\n", false), ("a$", "a\n", false), ("^b", "a\nb", false),
        ("abc", "xxabxabc", true), ("a|b", "xb", true), ("^(a|b|cd)$", "cd", true),
        ("^(a|b|cd)$", "c", false), ("^(|a)$", "", true), ("^a|b$", "xb", true),
        ("^a*$", "", true), ("^a*$", "aaa", true), ("^a+$", "", false), ("^a?b$", "b", true),
        ("^a{3}$", "aaa", true), ("^a{3}$", "aa", false), ("^a{2,}$", "aaaa", true),
        ("^a{2,}$", "a", false), ("^a{1,3}$", "aaa", true), ("^a{1,3}$", "aaaa", false),
        ("^a{0}$", "", true), ("^a{0,0}b$", "b", true), ("^(ab){2}$", "abab", true),
        ("^a*?b$", "aab", true), ("^a+?$", "aa", true), ("^(a*)*$", "aaa", true),
        ("^(a*)*b$", "aaa", false), ("^(a?){3}$", "aa", true), ("^(?:ab)+$", "abab", true),
        ("^.$", "x", true), ("^.$", "\n", false), ("^.$", "\u{2028}", false), ("^.$", "😀", true),
        ("^.$", "e\u{301}", false), ("^..$", "e\u{301}", true), ("^.$", "\r\n", false),
        ("^[abc]$", "b", true), ("^[abc]$", "d", false), ("^[^abc]$", "d", true),
        ("^[^abc]$", "\n", true), ("^[a-c]+$", "abc", true), ("^[a-c-]+$", "a-c", true),
        ("^[-a]+$", "a-", true), ("^[]$", "a", false), ("^[^]$", "\n", true), ("[.]", "a", false),
        ("^[\\w.-]+$", "a_1.-", true), ("^[\\]]$", "]", true), ("^[\\d\\s]+$", "1 2", true),
        ("^[^\\d]+$", "a1", false), ("^[\\D]$", "1", false), ("^[é-ü]$", "ö", true),
        ("^\\d+$", "123", true), ("^\\d$", "٣", false), ("^\\D$", "٣", true), ("^\\w$", "é", false),
        ("^\\W$", "é", true), ("^\\s$", "\u{FEFF}", true), ("^\\s$", "\u{A0}", true),
        ("^\\S$", "\u{A0}", false), ("^\\t\\n\\r\\v\\f$", "\t\n\r\u{B}\u{C}", true),
        ("^\\0$", "\0", true), ("^\\x41\\u0042\\u{43}$", "ABC", true), ("^\\u{1F600}$", "😀", true),
        ("^\\.\\*\\\\\\/\\$\\^$", ".*\\/$^", true), ("^[\\b]$", "\u{8}", true),
        ("\\bcat\\b", "a cat.", true), ("\\bcat\\b", "concat", false), ("\\Bcat", "concat", true),
        ("\\B", "", true), ("\\b", "", false), ("^(?=a)", "ab", true), ("^(?=b)", "ab", false),
        ("^(?!a)", "ab", false), ("^(?!a)", "ba", true), ("a(?=b$)", "acab", true),
        ("^(?!.*x)[a-z]+$", "abc", true), ("^(?!.*x)[a-z]+$", "abxc", false),
        ("^(?=.*\\d)(?=.*[a-z]).{3,}$", "ab1", true), ("^(?=.*\\d)(?=.*[a-z]).{3,}$", "abc", false),
        ("(?!a|b)c", "c", true), ("^(?:(?=a)a)+$", "aaa", true),
    ])
    func `a pattern matches as in ECMA-262`(pattern: String, text: String, matches: Bool) throws {
        #expect(try check(pattern, text) == matches)
    }

    @Test(arguments: [
        ("octocat", true), ("a", true), ("A-b_9", true), ("renovate[bot]", true), ("-", true),
        (String(repeating: "a", count: 39), true), (String(repeating: "a", count: 40), false),
        (String(repeating: "a", count: 39) + "[bot]", true), ("", false), ("a b", false),
        ("octocat\n", false), ("\noctocat", false), ("a/b", false), ("[bot]", false),
        ("a[bot]x", false), ("é", false), ("a.b", false), ("a\0", false), ("ａ", false),
    ])
    func `logins are told from what is none`(login: String, isLogin: Bool) throws {
        #expect(try check(#"^[A-Za-z0-9_-]{1,39}(\[bot\])?$"#, login) == isLogin)
    }

    @Test(arguments: [
        ("Hello-World", true), (".github", true), ("...", true), ("a.b", true), (".", false),
        ("..", false), ("", false), ("a/b", false), (".\n", false), ("..\n", false),
        (String(repeating: "a", count: 100), true), (String(repeating: "a", count: 101), false),
    ])
    func `repository names are told from what is none`(name: String, isName: Bool) throws {
        #expect(try check(#"^(?!\.{1,2}$)[A-Za-z0-9._-]{1,100}$"#, name) == isName)
    }

    @Test(
        arguments: [
            ("(", .syntax), (")", .syntax), ("a)", .syntax), ("[", .syntax), ("[a", .syntax),
            ("]", .syntax),
            ("{", .syntax), ("}", .syntax), ("a{", .syntax), ("a{x}", .syntax), ("a{1", .syntax),
            ("a{,2}", .syntax), ("a{2,1}", .syntax), ("*", .syntax), ("+a", .syntax),
            ("?", .syntax),
            ("a**", .syntax), ("^*", .syntax), ("(?=a)*", .syntax), ("[b-a]", .syntax),
            ("[\\w-a]", .syntax),
            ("[a-\\d]", .syntax), ("\\", .syntax), ("\\a", .syntax), ("\\-", .syntax),
            ("\\x4", .syntax),
            ("\\u004", .syntax), ("\\u{110000}", .syntax), ("\\u{}", .syntax), ("\\u{41", .syntax),
            ("\\uD800", .syntax), ("(?<=a)b", .unsupported), ("(?<n>a)", .unsupported),
            ("(a)\\1", .unsupported), ("\\p{L}", .unsupported), ("\\k<n>", .unsupported),
            ("a{1000}{2}", .syntax), ("(a{5000}){2}", .tooLarge),
            ("a{99999999999999999999}", .tooLarge),
            (String(repeating: "(", count: 60) + String(repeating: ")", count: 60), .tooLarge),
        ] as [(String, PatternError)])
    func `what is no pattern, or not one of ours, is refused`(
        pattern: String, reason: PatternError
    ) {
        #expect(throws: reason) { try Pattern(pattern) }
    }

    @Test func `hostile texts do not make a pattern go back over them`() throws {
        let text = String(repeating: "a", count: 100_000) + "!"
        for pattern in ["^(a+)+$", "^(a|a)*$", "^(a|aa)+$", "(x+x+)+y"] {
            #expect(try check(pattern, text) == false)
        }
    }
}
