import Testing

@testable import JSONCore

@Suite struct VisibleTextTests {
    @Test(arguments: ["", "plain text", "naïve", "日本語", "🙂 e\u{301}", #"a "b" \ c"#])
    func `visible text is kept unchanged`(text: String) {
        #expect(text.visible == text)
        #expect(text.visibleLines == text)
    }

    @Test(arguments: [
        ("\u{1B}[31m", #"\u001b[31m"#), ("a\u{9B}1m", #"a\u009b1m"#), ("\u{7F}", #"\u007f"#),
        ("\u{0}\t\r", #"\u0000\t\r"#), ("\u{85}", #"\u0085"#),
        ("\u{202E}txt", #"\u202etxt"#), ("\u{2066}\u{2069}", #"\u2066\u2069"#),
        ("\u{200B}\u{FEFF}\u{AD}", #"\u200b\ufeff\u00ad"#), ("\u{2028}\u{2029}", #"\u2028\u2029"#),
        ("\u{E0041}", #"\udb40\udc41"#), ("\u{E000}", #"\ue000"#), ("\u{FFFF}", #"\uffff"#),
    ])
    func `invisible characters are escaped`(text: String, escaped: String) {
        #expect(text.visible == escaped)
        #expect(text.visibleLines == escaped)
    }

    @Test func `a line feed is kept only between lines`() {
        #expect("a\nb".visible == #"a\nb"#)
        #expect("a\nb".visibleLines == "a\nb")
        #expect("a\r\nb".visibleLines == "a\\r\nb")
    }

    @Test func `only visible characters remain, and the JSON value is the same`() throws {
        // Every scalar of the first planes, and the tags.
        let numbers = Array(0...0x2FFFF) + Array(0xE0000...0xE01FF)
        let all = String(String.UnicodeScalarView(numbers.compactMap { Unicode.Scalar($0) }))
        let value: JSONValue = ["text": .string(all), "list": [1, nil]]
        for text in [value.text.visible, value.pretty().visibleLines] {
            #expect(try JSONParser().parse(Array(text.utf8)) == value)
            let unseen = text.unicodeScalars.filter {
                $0.value != 0x0A
                    && [.control, .format, .lineSeparator, .paragraphSeparator].contains(
                        $0.properties.generalCategory)
            }
            #expect(unseen.isEmpty)
        }
    }
}
