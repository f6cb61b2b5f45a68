import Explorer
import JSONCore
import JSONSchema

/// `repo.readme`: a repository's README as text.
struct RepoReadmeMethod: DocumentedMethod {
    static let name = "repo.readme"

    typealias Result = Fetched<Readme>
    static let result = WireType<Result>.fetched(
        "Readme", countsSkipped: false,
        [
            .required("repository", \.repository, .string, "Full name, OWNER/NAME."),
            .required("path", \.path, .string, "Path of the file in the repository."),
            .required(
                "text", \.text, .string,
                "The text as its author wrote it, at most \(Readme.longestText) bytes of UTF-8. "
                    + "What looks like a token is replaced."),
            .required("truncated", \.truncated, .boolean, "Whether the text was cut."),
            .required("url", \.htmlURL, .link, "Page on GitHub."),
        ])

    static let documentation = MethodDocumentation(
        title: "README of a repository",
        summary: "The README of a repository as its author wrote it, not rendered.",
        advice: "It may be long; for facts call repo_summary.",
        params: Property.repository,
        takesCommonParams: true,
        errors: [.notFound],
        examples: [
            MethodExample("Hello World", params: ["owner": "octocat", "name": "Hello-World"])
        ]
    )

    static func run(_ query: RepositoryPageQuery, _ call: MethodCall) async throws -> Result {
        try await call.ask { try await call.explorer.readme(query, $0) }
    }

    static func gist(of result: JSONValue) -> String {
        let cut = result["truncated"] == true ? ", cut after \(Readme.longestText) bytes" : ""
        return "\(Gist.quoted(result["path"])) of \(Gist.quoted(result["repository"])), written by "
            + "its authors\(cut)."
    }
}
