import Crypto

/// A repository's README.
struct Readme {
    let path: String
    let bytes: [UInt8]

    /// Git's name of the content.
    var blobID: String {
        Insecure.SHA1.hash(data: Array("blob \(bytes.count)\0".utf8) + bytes).hex
    }

    /// The account `exactly-100`.
    static let samplesOwner = 10_100
    /// The READMEs of its oldest repositories, for tests of clients: one of more than 256,000
    /// bytes, one of more than a megabyte, one that a terminal must not get as it is, an empty one,
    /// and none.
    static let samples = [lines(3000), lines(12_000), hostile, [], nil]

    /// Lines of 91 bytes, in characters of three, so that a cut at most places divides one.
    private static func lines(_ count: Int) -> [UInt8] {
        Array(String(repeating: String(repeating: "読", count: 30) + "\n", count: count).utf8)
    }

    private static let hostile: [UInt8] =
        Array(
            """
            # Hostile \u{1B}[31mred\u{1B}[0m \u{1B}]0;title\u{7} \u{1B}]52;c;aGk=\u{7}\r
            Bidi: \u{202E}desrever\u{202C}, \u{2066}isolated\u{2069}, \u{200F}mark\r
            Markup: <script>alert(1)</script> [bold]text[/bold] %s `$(id)`\r
            C1: \u{9B}2J, DEL: \u{7F}, NUL: \0, backspaces: \u{8}\u{8}, lone CR: a\rb\r
            Separators: \u{2028}\u{2029}\u{85}, BOM: \u{FEFF}, zero width: \u{200B}\r
            Invalid UTF-8:\u{20}
            """.utf8) + [0xFF, 0xC3, 0x28, 0xED, 0xA0, 0x80, 0xF0, 0x9F] + Array("\r\nEnd\r\n".utf8)
}

extension World {
    /// The README, or nil for one repository in eight; those of `octocat` all have one.
    func readme(_ repository: Repository) -> Readme? {
        if repository.id == Special.octocatRepositories[0].id {
            return Readme(path: "README", bytes: Array("Hello World!\n".utf8))
        }
        if repository.owner.id == Readme.samplesOwner,
            Readme.samples.indices.contains(repository.index)
        {
            return Readme.samples[repository.index].map { Readme(path: "README.md", bytes: $0) }
        }
        var draw = Draw(seed: seed, repository.id, .readme)
        if draw.oneIn(8), repository.owner.id != Special.octocat.account.id { return nil }
        let path = draw.oneIn(10) ? draw.pick(["readme.rst", "docs/README.md"]) : "README.md"
        return Readme(path: path, bytes: Array(readmeText(repository, &draw).utf8))
    }

    /// Markdown made of the repository's own facts, and of sections that differ in number.
    private func readmeText(_ repository: Repository, _ draw: inout Draw) -> String {
        let page = "https://github.com/\(repository.fullName)"
        let install = Vocabulary.installers[repository.language ?? ""].map { $0 + repository.name }
        func section(_ heading: String) -> String {
            let paragraphs = (0...draw.below(3)).map { _ in
                (0...draw.below(5)).map { _ in draw.pick(Vocabulary.sentences) }
                    .joined(separator: " ")
            }
            return "## \(heading)\n\n" + paragraphs.joined(separator: "\n\n")
        }
        let sections = Vocabulary.headings.filter { _ in !draw.oneIn(3) }.map { section($0) }
        let links = [
            "[Issues](\(page)/issues)", "[Owner](https://github.com/\(repository.owner.login))",
        ]
        let parts =
            [
                "# \(repository.name)", repository.description.map { "> \($0)" },
                repository.language.map { "Written in **\($0)**." },
                "## Installation\n\n```sh\n\(install ?? "git clone \(page).git")\n```",
            ] + sections + [
                "## Links\n\n- \((links + repository.topics).joined(separator: "\n- "))",
                repository.license.map { "License: \($0.name)" },
            ]
        return parts.compactMap(\.self).joined(separator: "\n\n") + "\n"
    }
}
