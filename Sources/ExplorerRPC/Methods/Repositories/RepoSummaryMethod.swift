import Explorer
import GitHubAPI
import JSONCore
import JSONSchema

/// `repo.summary`: a repository with its languages and its latest release, in one call.
struct RepoSummaryMethod: DocumentedMethod {
    static let name = "repo.summary"

    typealias Result = Fetched<RepositorySummary>
    static let result = WireType<Result>.fetched(
        "RepositorySummary",
        [
            .required("repository", \.repository.repository, Repository.wire, "The repository."),
            .required(
                "watchers", \.repository.watchers, .count,
                "Number of accounts that get its notifications, GitHub's subscribers."),
            .required(
                "openIssues", \.repository.openIssues, .count, "Open issues and pull requests."),
            .required(
                "defaultBranch", \.repository.defaultBranch, .string, "Name of its main branch."),
            .required("languages", \.languages, .array(of: language), "Most bytes first."),
            .required(
                "latestRelease", \.latestRelease, .nullable(release),
                "The latest release, or null if there is none."),
        ])

    private static let language = WireType<RepositorySummary.LanguageSize>.object(
        "LanguageBytes",
        [
            .required("language", \.language, .string, "Programming language."),
            .required("bytes", \.bytes, .count, "Bytes of code in it."),
        ])

    private static let release = WireType<Release>.object(
        "Release",
        [
            .required("tag", \.tag, .string, "Name of its tag."),
            .required("name", \.name, .nullable(.string), "Title."),
            .required("url", \.htmlURL, .link, "Page on GitHub."),
            .required("publishedAt", \.publishedAt, .time, "When it was published."),
        ])

    static let documentation = MethodDocumentation(
        title: "Summary of a repository",
        summary: "A repository with its watchers, open issues, languages and latest release.",
        advice: "Prefer it to repos_list and search_repositories if owner and name are known.",
        params: Property.repository,
        takesCommonParams: true,
        errors: [.notFound],
        examples: [
            MethodExample("Hello World", params: ["owner": "octocat", "name": "Hello-World"])
        ]
    )

    static func run(_ query: RepositoryPageQuery, _ call: MethodCall) async throws -> Result {
        try await call.ask { try await call.explorer.summary(query, $0) }
    }

    static func gist(of result: JSONValue) -> String {
        let repository = result["repository"]
        let stars = Gist.count(repository?["stars"]?.intValue ?? 0, "star")
        let forks = Gist.count(repository?["forks"]?.intValue ?? 0, "fork")
        let issues = Gist.count(result["openIssues"]?.intValue ?? 0, "open issue")
        let release = result["latestRelease"]?["tag"]?.stringValue.map { tag in
            "Latest release: \(Gist.quoted(tag))."
        }
        return "Repository \(Gist.quoted(repository?["fullName"])): \(stars), \(forks), \(issues). "
            + "Languages: \(Gist.list(result["languages"].quoted("language"))). "
            + (release ?? "No release.")
    }

    static let items: ItemTable? = ItemTable("languages", ["language", "bytes"], isPart: true)
}
