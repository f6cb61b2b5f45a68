import JSONCore
import JSONSchema

/// The method and error tables of README.md, made from the method table.
package enum ReadmeTables {
    /// Puts the tables between their markers, `<!-- methods -->` ... `<!-- /methods -->`.
    ///
    /// - Parameter further: tables that are made elsewhere, by the names of their markers.
    /// - Returns: nil if a marker is missing.
    package static func filling(_ readme: String, further: [String: String] = [:]) -> String? {
        let tables = further.merging(["methods": methods, "errors": errors]) { $1 }
        var filled: String? = readme
        for (name, table) in tables {
            filled = filled.flatMap { replace(name, with: table, in: $0) }
        }
        return filled
    }

    private static var methods: String {
        var lines = ["| method | params | what it does |", "| --- | --- | --- |"]
        for method in MethodCatalog.methods {
            let documentation = method.documentation
            let params = documentation.params.map { param in
                let fallback = param.defaultValue.map { " = `\($0.text)`" } ?? ""
                return "`\(param.name)\(param.isRequired ? "" : "?")`\(fallback)"
            }
            lines.append(
                "| `\(method.name)` | \(params.joined(separator: ", ")) | \(documentation.summary) |"
            )
        }
        return lines.joined(separator: "\n")
    }

    private static var errors: String {
        var lines = [
            "| code | `data.kind` | worth a retry | what happened |", "| --- | --- | --- | --- |",
        ]
        for kind in ErrorKind.allCases {
            lines.append(
                "| \(kind.code) | `\(kind.rawValue)` | \(kind.isRetryable ? "yes" : "no") | \(kind.summary) |"
            )
        }
        return lines.joined(separator: "\n")
    }

    /// Puts a table between its markers in `text`.
    ///
    /// - Returns: nil if a marker is missing.
    package static func replace(
        _ name: String, with table: String, in text: String
    ) -> String? {
        let begin = "<!-- \(name) -->"
        let end = "<!-- /\(name) -->"
        guard let start = text.firstRange(of: begin), let stop = text.firstRange(of: end),
            start.upperBound <= stop.lowerBound
        else { return nil }
        var filled = String(text[..<start.upperBound])
        filled += "\n\(table)\n"
        filled += text[stop.lowerBound...]
        return filled
    }
}
