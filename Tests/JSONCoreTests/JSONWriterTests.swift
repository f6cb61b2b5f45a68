import Testing

@testable import JSONCore

@Suite struct JSONWriterTests {
    private func check(_ value: JSONValue, writes text: String) throws {
        #expect(value.text == text)
        #expect(try JSONParser().parse(value.bytes) == value)
    }

    @Test func `text is compact and keeps the order of members`() throws {
        try check(
            ["b": [1, 2.5, nil], "a": ["x": true, "y": false]],
            writes: #"{"b":[1,2.5,null],"a":{"x":true,"y":false}}"#)
        try check([], writes: "[]")
        try check([:], writes: "{}")
        try check([[], [:], ""], writes: #"[[],{},""]"#)
    }

    @Test func `only quotes, backslashes and control characters are escaped`() throws {
        try check("\"\\/", writes: #""\"\\/""#)
        try check("\u{8}\t\n\u{C}\r", writes: #""\b\t\n\f\r""#)
        try check("\0\u{1}\u{B}\u{1F}", writes: #""\u0000\u0001\u000b\u001f""#)
        try check("\u{7F}é€😀\u{2028}", writes: "\"\u{7F}é€😀\u{2028}\"")
        try check(["a\"b": 1], writes: #"{"a\"b":1}"#)
        try check("\nplain\nplain\n", writes: #""\nplain\nplain\n""#)
    }

    @Test func `an escape is handled at every position in the text`() throws {
        // Eight bytes are checked at a time.
        for length in 0...17 {
            for place in 0..<length {
                for character: Character in ["\"", "\\", "\n", "\u{1F}", "\u{7F}", " ", "!", "é"] {
                    var text = Array(repeating: Character("["), count: length)
                    text[place] = character
                    let value = JSONValue.string(String(text))
                    #expect(try JSONParser().parse(value.bytes) == value)
                }
            }
        }
        #expect(JSONValue.string(String(repeating: "\"", count: 9)).text.count == 20)
    }

    @Test(arguments: [0, 1, -1, 9, 10, -10, 1_234_567_890, Int.max, Int.min])
    func `an integer is written directly into the buffer`(number: Int) {
        var output = Array("x".utf8)
        JSONWriter.write(number, to: &output)
        #expect(output.elementsEqual("x\(number)".utf8))
    }

    @Test func `a pretty text has a line for each value`() throws {
        let value: JSONValue = ["a": [1, [:]], "b": [], "c": ["d": nil]]
        #expect(
            value.pretty() == """
                {
                  "a": [
                    1,
                    {}
                  ],
                  "b": [],
                  "c": {
                    "d": null
                  }
                }
                """)
    }
}
