import ExplorerRPC
import GitHubSandbox
import JSONCore
import JSONSchema
import ServerEnvironment

/// The tables of the pages in `Documentation`, in Markdown.
enum PageTables {
    /// By the name in their markers.
    static var all: [String: String] {
        [
            "methods": methods, "errors": errors, "tokens": tokens,
            "endpoints": EndpointTable.markdown,
        ]
    }

    private static var methods: String {
        let rows = MethodCatalog.methods.map { method in
            let params = method.documentation.params.map { param in
                let fallback = param.defaultValue.map { " = `\($0.text)`" } ?? ""
                return "`\(param.name)\(param.isRequired ? "" : "?")`\(fallback)"
            }
            return [
                "`\(method.name)`", params.joined(separator: ", "), method.documentation.summary,
            ]
        }
        return table(["method", "params", "what it does"], rows)
    }

    private static var errors: String {
        let rows = ErrorKind.allCases.map { kind in
            [
                String(kind.code), "`\(kind.rawValue)`", kind.isRetryable ? "yes" : "no",
                kind.summary,
            ]
        }
        return table(["code", "`data.kind`", "worth a retry", "what happened"], rows)
    }

    /// The sources of tokens, in the order of precedence.
    private static var tokens: String {
        let variables = TokenVariable.all.map { variable in
            [variable.names.map { "`\($0)`" }.joined(separator: ", "), variable.use]
        }
        return table(
            ["token from", "used for"],
            [["`--token-file`", "the upstream of this run, including the sandbox"]] + variables
                + [["what `login` stored for this host", "that host"]])
    }

    private static func table(_ head: [String], _ rows: [[String]]) -> String {
        ([head, head.map { _ in "---" }] + rows)
            .map { "| \($0.joined(separator: " | ")) |" }.joined(separator: "\n")
    }
}
