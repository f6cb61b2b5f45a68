/// Metrics in Prometheus' text format 0.0.4.
struct MetricsText {
    enum Kind: String {
        case counter, gauge, histogram
    }

    typealias Labels = [(name: String, value: String)]
    /// `suffix` follows the name of the family.
    typealias Sample = (suffix: String, labels: Labels, value: Double)

    static let mediaType = "text/plain; version=0.0.4; charset=utf-8"

    private(set) var text = ""

    /// Adds a family, also one without samples.
    mutating func add(_ name: String, _ kind: Kind, _ help: String, _ samples: [Sample]) {
        text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n"
        for (suffix, labels, value) in samples {
            let pairs = labels.map { "\($0.name)=\"\(Self.escaped($0.value))\"" }
            let shown = pairs.isEmpty ? "" : "{\(pairs.joined(separator: ","))}"
            text += "\(name)\(suffix)\(shown) \(Self.number(value))\n"
        }
    }

    /// Adds a family with one label, or with none where that is empty.
    mutating func add(
        _ name: String, _ kind: Kind, _ help: String, by label: String = "",
        _ values: [(String, Double)]
    ) {
        add(name, kind, help, values.map { ("", label.isEmpty ? [] : [(label, $0)], $1) })
    }

    /// Whole numbers have no fraction.
    static func number(_ value: Double) -> String {
        Int(exactly: value).map(String.init) ?? "\(value)"
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("\n", with: "\\n")
            .replacing("\"", with: "\\\"")
    }
}
