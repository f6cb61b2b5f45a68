/// The sandbox's abilities, with the source of each, as a page of Markdown.
///
/// Endpoints, parameters and qualifiers come from the tables that serve requests.
package enum SandboxReference {
    package static var page: String {
        [
            opening, section("Endpoints", endpoints), section("Sign-in and avatars", sites),
            section("Parameters", parameterRules), section("Search", search),
            section("Limits", limits),
            section("Headers", table(["header", "sent", "source"], ReferenceFacts.headers)),
            section("Statuses", table(["status", "when", "source"], ReferenceFacts.errors)),
            section("Unproven", unproven), section("The world", ReferenceFacts.world),
            section("Control", control),
            section("Not implemented", ReferenceFacts.notImplemented),
        ].joined(separator: "\n")
    }

    private static let opening = """
        # The sandbox

        `gitxplorer sandbox` simulates GitHub's REST API on the loopback address. Set the base URL
        of your client to the address that it prints, and send a token that begins with `ghp_`, or
        none. `gitxplorer sandbox --help` lists the flags. This page says what the simulator
        implements, and where each rule comes from.

        Sources: *docs* is GitHub's documentation. `d0190` is the recorded exchange with that id in
        `Tests/Recordings/exchanges.jsonl`. *Measured* rules were observed at GitHub by others, who
        published them in 2026. *Unproven* rules are guesses.

        `make schemas` generates this page from the sandbox's route table and from
        `Sources/GitHubSandbox/Reference`; do not edit it by hand.

        """

    private static func section(_ title: String, _ text: String) -> String {
        "## \(title)\n\n\(text)\n"
    }

    static func table(_ head: [String], _ rows: [[String]]) -> String {
        let lines = [head, head.map { _ in "---" }] + rows
        return lines.map { "| \($0.joined(separator: " | ")) |\n" }.joined()
    }

    private static var endpoints: String {
        let rows = Router.api.map { route in
            [
                "`\(route.method) \(route.path)`\(route.needsSignIn ? ", with a token" : "")",
                route.parameters.map(\.markdown).joined(separator: ", "),
                route.resource == .free ? "none" : route.resource.rawValue,
                page(route.documentation),
            ]
        }
        return "Each path also works under `/api/v3/`, and each `GET` also as `HEAD`. Defaults are "
            + "in bold or in parentheses.\n\n"
            + table(["endpoint", "parameters", "limit", "docs"], rows)
    }

    private static var sites: String {
        table(
            ["endpoint", "docs"],
            Router.sites.map { ["`\($0.method) \($0.path)`", page($0.documentation)] })
            + "\n\(ReferenceFacts.signIn)"
    }

    private static var control: String {
        table(
            ["request", "does"],
            Router.control.map { ["`\($0.method) \($0.path)`", $0.documentation] })
            + "\n\(ReferenceFacts.control)"
    }

    private static var parameterRules: String {
        "Names, values and defaults are those of GitHub's OpenAPI description; a test compares "
            + "them.\n\n" + table(["parameter", "rule", "source"], ReferenceFacts.parameters)
    }

    private static var search: String {
        func names(_ names: Set<String>) -> String {
            names.sorted().map { "`\($0)`" }.joined(separator: ", ")
        }
        return "- Users: \(names(AccountSearch.qualifiers)).\n"
            + "- Repositories: \(names(RepositorySearch.qualifiers)).\n\n"
            + table(["syntax", "rule", "source"], ReferenceFacts.search)
    }

    private static var limits: String {
        let limiter = RateLimiter(anonymousLimit: SandboxConfiguration().rateLimit)
        let rows = Route.Resource.allCases.filter { $0 != .free }.map { resource in
            let statuses = [nil, 1].map { limiter.status(resource, client: $0, now: 0) }
            return ["`\(resource.rawValue)`"] + statuses.map { String($0.limit) }
                + ["\(statuses[0].reset) s"]
        }
        return table(["limit", "without a token", "with a token", "window"], rows)
            + "\n\(ReferenceFacts.limits)"
    }

    /// Everything that is unproven: the rows above that say so, and facts without a row.
    private static var unproven: String {
        let tables = [
            ReferenceFacts.parameters, ReferenceFacts.search, ReferenceFacts.headers,
            ReferenceFacts.errors,
        ]
        let rows = tables.joined().filter { $0.contains { $0.contains("unproven") } }
        let lines = rows.map { "\($0[0]): \($0[1]) (\($0[2]))." } + ReferenceFacts.unproven
        return "Neither GitHub's documentation nor a recording proves these rules:\n\n"
            + lines.map { "- \($0)\n" }.joined()
    }

    private static func page(_ url: String) -> String {
        let name = url.split(separator: "/").suffix(2).joined(separator: "/")
        return "[\(name)](\(url))"
    }
}

extension RouteParameter {
    /// Such as `sort` = `created`, `updated` (default `created`).
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
