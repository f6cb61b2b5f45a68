/// A parser, with inputs on which it might take more than linear time.
struct ParserCase: Sendable {
    let name: String
    /// The size of the shorter input, in units of the generator.
    let size: Int
    /// Makes the input of the given size, and returns the closure that parses it.
    let input: @Sendable (Int) -> () -> Void

    init(_ name: String, _ size: Int, _ input: @escaping @Sendable (Int) -> () -> Void) {
        self.name = name
        self.size = size
        self.input = input
    }

    static let all =
        heads + links + fields + pages + rows + pushes + frames + messages + names + globs
        + [control]

    /// Shows that the test detects quadratic time.
    private static let control = ParserCase("control: quadratic", 100) { count in
        {
            var sum = 0
            for left in 0..<count {
                for right in 0..<count { sum &+= left ^ right }
            }
        }
    }
}

/// `count` copies of a text.
func copies(_ text: String, _ count: Int) -> String {
    String(repeating: text, count: count)
}

/// `count` spellings of one text: each `é` has one code point or two.
func spellings(_ count: Int) -> [String] {
    (0..<count).map { number in
        (0..<14).map { number >> $0 & 1 == 0 ? "\u{E9}" : "e\u{301}" }.joined()
    }
}
