import ExplorerRPC
import FoundationEssentials
import JSONCore

/// A result as people read it: a title, facts, bars, a plot, a table or a text, whichever it has, and
/// where it came from.
///
/// Texts of strangers stay on one line, with invisible characters escaped.
struct ResultView {
    let result: JSONValue
    let word: Word
    /// What was asked about.
    let subject: String
    let items: ItemTable?
    /// Name of the upstream.
    let origin: String
    let columns: Int
    let isColored: Bool

    /// What the title already says, or a person does not read.
    private static let unread: Set = [
        "id", "login", "fullName", "owner", "avatarUrl", "apiUrl", "skipped",
    ]
    private static let blocks: [Character] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

    var text: String {
        let sections = [[bold(title.fitted(to: columns))], facts, bars, plot, table, readme, notes]
        return sections.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") + "\n" }
            .joined(separator: "\n")
    }

    private var title: String {
        let total = (result["total"] ?? result["totalCount"] ?? result["stars"])?.intValue ?? 0
        return word.title.replacing("{}", with: subject.visible)
            + (total > 0 ? " (\(total.grouped))" : "")
    }

    /// The plain members of an account or a repository, and those beside it.
    private var facts: [String] {
        guard let about = (result["user"] ?? result["repository"])?.objectValue else { return [] }
        var unread = Self.unread
        // The title ends in the name of a repository.
        if result["user"] == nil { unread.insert("name") }
        if result["totalRepositories"] == about["publicRepositories"] {
            unread.insert("totalRepositories")
        }
        let facts = (Array(about) + Array(result.objectValue ?? [:]))
            .filter { !unread.contains($0.key) }
            .map { (name: $0.key.heading, value: Optional($0.value).cell) }
            .filter { !$0.value.isEmpty }
        let margin = facts.map { $0.name.columns }.max() ?? 0
        let room = max(8, columns - margin - 2)
        return facts.flatMap { name, value in
            // An address that does not fit beside its name has a line of its own, and stays whole.
            if value.columns > room, value.wholeMatch(of: /https?:\/\/\S+/) != nil {
                return [name, "  \(value)"]
            }
            return value.folded(to: room).enumerated().map { number, line in
                "\((number == 0 ? name : "").padded(to: margin))  \(line)"
            }
        }
    }

    private var bars: [String] {
        let languages = (result["languages"]?.arrayValue ?? []).prefix(8)
        let numbers = languages.map { ($0["repositories"] ?? $0["bytes"])?.intValue ?? 0 }
        let names = languages.map { $0["language"].cell.fitted(to: columns / 2) }
        let largest = max(1, numbers.max() ?? 1)
        let margin = (names.map(\.columns).max() ?? 0) + largest.grouped.count + 4
        let longest = max(4, min(40, columns - margin))
        let rows = zip(names, numbers).map { name, number in
            [name, number.grouped, String(repeating: "█", count: number * longest / largest)]
        }
        return rows.aligned(to: columns, numbers: [1]).map { $0.replacing(/█+/) { cyan($0.0) } }
    }

    /// The numbers of stars over time, in blocks of eight levels, beside their scale.
    private var plot: [String] {
        let points = (result["points"]?.arrayValue ?? []).compactMap { point in
            (try? Date(point["at"]?.stringValue ?? "", strategy: .iso8601)).map {
                (time: $0.timeIntervalSince1970, stars: point["stars"]?.intValue ?? 0)
            }
        }
        guard result["stars"] != 0, points.count > 1, let first = points.first,
            let last = points.last
        else { return [] }
        let (height, largest) = (8, max(1, points.map(\.stars).max() ?? 1))
        let margin = largest.grouped.count
        let width = max(10, min(72, columns - margin - 2))
        let levels = (0..<width).map { column in
            let time = first.time + (last.time - first.time) * Double(column) / Double(width - 1)
            return (points.last { $0.time <= time } ?? first).stars * height * 8 / largest
        }
        let rows = (1...height).map { row in
            let cells = levels.map { Self.blocks[min(max($0 - (height - row) * 8, 0), 8)] }
            let scale = row == 1 ? largest.grouped : row == height ? "0" : ""
            return "\(scale.padded(to: margin, isRight: true)) │" + cyan(String(cells))
        }
        let days = [0, (result["points"]?.arrayValue?.count ?? 1) - 1].map { day in
            (result["points"]?[day]?["at"]).cell
        }
        let rest = max(days[1].count + 1, margin + width + 2 - days[0].count)
        let axis = days[0] + days[1].padded(to: rest, isRight: true)
        return rows + [dim(axis.fitted(to: columns))]
    }

    /// The items in the columns of the method's table, or the sentence that there are none.
    private var table: [String] {
        if let limits = result["resources"]?.objectValue {
            let first = ["core", "search"].filter { limits[$0] != nil }
            let names = first + limits.map(\.key).filter { !first.contains($0) }.sorted()
            let rows = names.map { name in
                let time = limits[name]?["resetAt"]?.stringValue?.replacing("T", with: " ") ?? ""
                let numbers = ["remaining", "limit"].map { (limits[name]?[$0]).cell }
                // A window is an hour at most, so its day goes first.
                let minute = time.prefix(16)
                let shown = columns < 60 ? minute.dropFirst(11) + "Z" : minute
                return [name.visible] + numbers + [String(shown).visible]
            }
            let until = columns < 60 ? "UNTIL" : "UNTIL (UTC)"
            return ([["RESOURCE", "REMAINING", "LIMIT", until]] + rows)
                .aligned(to: columns, numbers: [1, 2])
        }
        guard let items, let all = result[items.member]?.arrayValue else { return [] }
        let list = result["stars"] == 0 ? [] : all
        guard !["languages", "points"].contains(items.member) || list.isEmpty else { return [] }
        let page = result["page"]?.intValue ?? 1
        let none = page > 1 ? "Page \(page.grouped) is empty." : word.empty
        return list.isEmpty
            ? none.replacing("{}", with: subject.visible).folded(to: columns)
            : aligned(list.compactMap(\.objectValue), items.columns)
    }

    private func aligned(_ items: [JSONObject], _ members: [String]) -> [String] {
        let members = members.filter { member in items.contains { $0[member] != nil } }
        let rows = items.map { item in members.map { item[$0].cell } }
        let numbers = members.indices.filter { index in
            items.contains { $0[members[index]]?.intValue != nil }
        }
        let lines = ([members.map(\.heading)] + rows).aligned(to: columns, numbers: Set(numbers))
        return [dim(lines[0])] + lines.dropFirst()
    }

    private var readme: [String] {
        let text = (result["text"]?.stringValue ?? "").replacing(/\r\n/, with: "\n")
        let shown = text.replacing(/\s+$/, with: "").replacing("\t", with: "    ").visibleLines
        return shown.isEmpty ? [] : [shown]
    }

    /// Where in a list it is, what it lacks, and where it came from.
    private var notes: [String] {
        let last = result["lastPage"]?.intValue.map { " of \($0.grouped)" } ?? ""
        let listed = result["repositories"]?.arrayValue?.count ?? 0
        let skipped = result["skipped"]?.intValue ?? 0
        let time = result["freshness"]?["fetchedAt"]?.stringValue ?? ""
        let sources = [
            "network": "From \(origin).", "revalidated": "Confirmed by \(origin).",
            "cache": "From the cache.",
            "stale": "Old: \(origin) could not be asked; this is as of \(time).",
        ]
        let notes = [
            result["nextPage"]?.intValue.map {
                "Page \(result["page"].cell)\(last); next: --page \($0)."
            },
            listed < result["total"]?.intValue ?? 0
                ? "\(listed.grouped) of them listed; --limit lists more." : nil,
            result["truncated"] == true ? "There are more than these." : nil,
            result["incompleteResults"] == true ? "The search was stopped early." : nil,
            result["complete"] == false ? "Not all of its stargazers are listed." : nil,
            result["authenticated"].map { $0 == true ? "Signed in." : "Not signed in." },
            skipped > 0 ? "\(Gist.count(skipped, "malformed item")) left out." : nil,
            sources[result["freshness"]?["source"]?.stringValue ?? ""],
        ]
        let text = notes.compactMap(\.self).joined(separator: " ").visible
        return text.folded(to: columns).map(dim)
    }

    private func bold(_ text: String) -> String { colored(text, 1) }
    private func dim(_ text: String) -> String { colored(text, 2) }
    private func cyan(_ text: some StringProtocol) -> String { colored(String(text), 36) }

    private func colored(_ text: String, _ code: Int) -> String {
        isColored ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}

extension JSONValue? {
    /// On one line: numbers in groups, times as days, a release by its tag; nothing for null and no.
    fileprivate var cell: String {
        switch self {
        case .string(let text)? where text.wholeMatch(of: /\d{4}-\d\d-\d\dT[\d:]+Z/) != nil:
            String(text.prefix(10))
        case .string(let text)?: text.visible
        case .number(let number)?: number.int?.grouped ?? "\(number.double)"
        case .bool(true)?: "yes"
        case .object?: (self?["tag"]).cell
        case .array(let elements)?:
            elements.compactMap(\.stringValue?.visible).joined(separator: ", ")
        default: ""
        }
    }
}

extension String {
    /// A member's name over its column: `STARRED` for `starredAt`.
    fileprivate var heading: String {
        replacing(/At$/, with: "").replacing(/[A-Z]/) { " \($0.0)" }.uppercased()
    }
}

extension Int {
    /// With commas: `12,310`.
    var grouped: String {
        String(String(String(self).reversed()).replacing(/\d{3}(?=\d)/) { "\($0.0)," }.reversed())
    }
}
