import ExplorerRPC
import JSONCore
import Testing

@testable import gitxplorer

@Suite struct ColumnsTests {
    @Test(arguments: [
        ("", 0), ("abc", 3), ("日本", 4), ("e\u{301}", 1), ("🙂", 2), ("naïve", 5), ("한글", 4),
    ])
    func `text has the columns that a terminal gives it`(text: String, columns: Int) {
        #expect(text.columns == columns)
    }

    @Test(arguments: [
        ("octocat", 7, "octocat"), ("octocat", 6, "octoc…"), ("日本語", 4, "日…"), ("日本語", 5, "日本…"),
        ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"),
        (String(repeating: "日", count: 100_000), 6, "日日…"),
    ])
    func `text is cut between characters`(text: String, columns: Int, cut: String) {
        #expect(text.fitted(to: columns) == cut)
        #expect(text.fitted(to: columns).columns <= columns)
    }

    @Test func `cells are aligned by columns, numbers at the right`() {
        let rows = [["NAME", "STARS", "ABOUT"], ["日本", "12,310", "x"], ["ada", "7", ""]]
        #expect(
            rows.aligned(to: 80, numbers: [1])
                == ["NAME   STARS  ABOUT", "日本  12,310  x", "ada        7"])
    }

    @Test func `the last text is left out before names are cut`() {
        let rows = [["hidden-badger-87", "Spoon-Knife-copy", "420,000", "TypeScript", "Teaches"]]
        #expect(rows.aligned(to: 40, numbers: [2]) == ["hidden-badger-…  Spoon-Knife-c…  420,000"])
    }

    @Test(arguments: [12, 20, 40, 80]) func `no line is wider than the terminal`(columns: Int) {
        let rows = [["a", "1,000", String(repeating: "日本 ", count: 40)], ["bbbbbbbbbb", "2", ""]]
        for line in rows.aligned(to: columns, numbers: [1]) {
            #expect(line.columns <= columns)
        }
    }

    @Test(arguments: [
        (0, "0"), (999, "999"), (1000, "1,000"), (12_310, "12,310"), (-1_234_567, "-1,234,567"),
    ])
    func `numbers are in groups`(number: Int, text: String) {
        #expect(number.grouped == text)
    }
}

@Suite struct ResultViewTests {
    private func lines(
        _ word: String, _ result: JSONValue, columns: Int = 80, isColored: Bool = false
    ) throws -> [String] {
        let word = try #require(Word.all.first { $0.name == word })
        let view = ResultView(
            result: result, word: word, subject: "octocat",
            items: word.method.items, origin: "the sandbox", columns: columns,
            isColored: isColored)
        return view.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    private let fresh: JSONValue = ["source": "network", "fetchedAt": "2026-11-28T12:00:00Z"]

    @Test func `a page says where it is, and how to get the next one`() throws {
        let page: JSONValue = [
            "login": "octocat", "users": [["login": "ada", "type": "User"]], "page": 2,
            "perPage": 1, "nextPage": 3, "lastPage": 1300, "freshness": fresh,
        ]
        #expect(
            try lines("followers", page) == [
                "Followers of octocat", "", "LOGIN  TYPE", "ada    User", "",
                "Page 2 of 1,300; next: --page 3. From the sandbox.", "",
            ])
    }

    @Test func `a long value is folded under its name, and an address is not`() throws {
        let result: JSONValue = [
            "user": ["bio": "one two three", "blog": "https://example.com/a/b"], "skipped": 1,
            "freshness": fresh,
        ]
        #expect(
            try lines("user", result, columns: 16).prefix(6) == [
                "octocat", "", "BIO   one two", "      three", "BLOG", "  https://example.com/a/b",
            ])
    }

    @Test func `a repository without stars has no plot`() throws {
        let result: JSONValue = [
            "stars": 0, "freshness": fresh,
            "points": [
                ["at": "2020-01-01T00:00:00Z", "stars": 0],
                ["at": "2022-01-01T00:00:00Z", "stars": 0],
            ],
        ]
        #expect(try lines("history", result)[2] == "octocat has no stars.")
    }

    @Test func `an empty list is a sentence`() throws {
        let page: JSONValue = ["users": [], "page": 1, "nextPage": nil, "freshness": fresh]
        #expect(try lines("following", page)[2] == "octocat follows nobody.")
    }

    @Test func `what is old, left out or cut is said`() throws {
        let result: JSONValue = [
            "owner": ["login": "octocat"], "repositories": [["name": "a", "stars": 1]], "total": 3,
            "truncated": true, "skipped": 2,
            "freshness": ["source": "stale", "fetchedAt": "2026-11-28T12:00:00Z"],
        ]
        #expect(
            try lines("repos", result, columns: 200).last { !$0.isEmpty }
                == "1 of them listed; --limit lists more. There are more than these. "
                + "2 malformed items left out. "
                + "Old: the sandbox could not be asked; this is as of 2026-11-28T12:00:00Z.")
    }

    @Test func `texts of strangers stay on their line and have no effect`() throws {
        let hostile = "a\u{1B}[31m\nb\u{202E}c\u{9B}"
        let result: JSONValue = [
            "user": ["login": "octocat", "name": .string(hostile), "bio": .string(hostile)],
            "languages": [["language": .string(hostile), "repositories": 1]],
            "topRepositories": [["name": .string(hostile), "stars": 1]], "freshness": fresh,
        ]
        let shown = try lines("user", result)
        #expect(shown.contains(#"NAME  a\u001b[31m\nb\u202ec\u009b"#))
        #expect(
            !shown.joined().unicodeScalars.contains { $0.properties.generalCategory == .control })
    }

    @Test func `color is only where it is wanted`() throws {
        let page: JSONValue = ["users": [["login": "ada"]], "freshness": fresh]
        #expect(try lines("random", page, isColored: true)[0] == "\u{1B}[1mRandom users\u{1B}[0m")
        #expect(try !lines("random", page).joined().contains("\u{1B}"))
    }

    @Test func `the limits that the explorer spends come first`() throws {
        let limit: JSONValue = [
            "limit": 5000, "remaining": 4999, "resetAt": "2026-11-28T13:05:09Z",
        ]
        let result: JSONValue = [
            "resources": ["audit": limit, "search": limit, "core": limit], "authenticated": true,
            "freshness": fresh,
        ]
        let shown = try lines("rate", result)
        #expect(shown[3] == "core          4,999  5,000  2026-11-28 13:05")
        #expect(shown[3...5].map { $0.prefix(6) } == ["core  ", "search", "audit "])
    }

    @Test func `a history is a plot of its points beside their scale`() throws {
        let result: JSONValue = [
            "stars": 64, "complete": false, "freshness": fresh,
            "points": [
                ["at": "2020-01-01T00:00:00Z", "stars": 16],
                ["at": "2022-01-01T00:00:00Z", "stars": 64],
            ],
        ]
        let shown = try lines("history", result, columns: 24)
        #expect(shown[0] == "Stars of octocat (64)")
        #expect(shown[2] == "64 │                   █")
        #expect(shown[9] == " 0 │████████████████████")
        #expect(shown[10] == "2020-01-01    2022-01-01")
    }
}
