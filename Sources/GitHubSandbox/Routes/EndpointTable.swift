/// The table of the API's endpoints in `Documentation/sandbox.md`.
package enum EndpointTable {
    package static var markdown: String {
        let rows = Router.api.map { route in
            let name = route.documentation.split(separator: "/").suffix(2).joined(separator: "/")
            return [
                "`\(route.method) \(route.path)`\(route.needsSignIn ? ", with a token" : "")",
                route.parameters.map(\.markdown).joined(separator: ", "),
                route.resource == .free ? "none" : route.resource.rawValue,
                "[\(name)](\(route.documentation))",
            ]
        }
        let head = ["endpoint", "parameters", "limit", "docs"]
        return ([head, head.map { _ in "---" }] + rows)
            .map { "| \($0.joined(separator: " | ")) |" }.joined(separator: "\n")
    }
}

extension RouteParameter {
    /// Such as `sort` = **`created`** or `updated`.
    fileprivate var markdown: String {
        switch kind {
        case .integer(nil), .text(nil), .time: "`\(name)`"
        case .integer(let usual?): "`\(name)` (\(usual))"
        case .text(let usual?): "`\(name)` (`\(usual)`)"
        case .choice(let values, let usual):
            "`\(name)` = "
                + values.map { $0 == usual ? "**`\($0)`**" : "`\($0)`" }
                .joined(separator: "\\|")
        }
    }
}
