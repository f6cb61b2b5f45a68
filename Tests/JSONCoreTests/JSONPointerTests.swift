import Testing

@testable import JSONCore

@Suite struct JSONPointerTests {
    /// RFC 6901, section 5.
    @Test(arguments: [
        ([], ""), (["foo"], "/foo"), (["foo", "0"], "/foo/0"), ([""], "/"), (["a/b"], "/a~1b"),
        (["c%d"], "/c%d"), (["e^f"], "/e^f"), (["g|h"], "/g|h"), (["i\\j"], "/i\\j"),
        (["k\"l"], "/k\"l"), ([" "], "/ "), (["m~n"], "/m~0n"), (["~1", ""], "/~01/"),
        (["\u{301}a"], "/\u{301}a"),
    ])
    func `tokens are escaped when written`(tokens: [String], text: String) {
        #expect(JSONPointer(tokens: tokens).description == text)
    }
}
