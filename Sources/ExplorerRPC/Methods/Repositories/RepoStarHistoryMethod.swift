import Explorer
import JSONCore
import JSONSchema

/// `repo.starHistory`: how many stars a repository had, and when.
struct RepoStarHistoryMethod: DocumentedMethod {
    static let name = "repo.starHistory"

    typealias Result = Fetched<StarHistory>
    static let result = WireType<Result>.fetched(
        "StarHistory",
        [
            .required("repository", \.repository, .string, "Full name, OWNER/NAME."),
            .required("stars", \.stars, .count, "Number of stars now."),
            .required("points", \.points, .array(of: point), "Oldest first; the last is now."),
            .required(
                "complete", \.complete, .boolean,
                "False if GitHub refuses to list all stargazers. It lists the first "
                    + "\(StarHistory.listedStars); only the last point covers the others."),
        ])

    private static let point = WireType<StarHistory.Point>.object(
        "StarPoint",
        [
            .required("at", \.at, .time, "The time."),
            .required("stars", \.stars, .count, "Number of stars at that time."),
        ])

    static let documentation = MethodDocumentation(
        title: "Star history of a repository",
        summary: "The stars of a repository over time, in a few points for a plot.",
        advice: "Costs a request per point; for the number alone call repo_summary.",
        params: Property.repository + [
            .optional(
                "points", StarHistoryQuery(owner: "", name: "").points,
                in: StarHistoryQuery.pointCounts,
                "Greatest number of points. Each but the last may take a request.")
        ],
        takesCommonParams: true,
        errors: [.notFound],
        examples: [
            MethodExample(
                "Three points", params: ["owner": "octocat", "name": "Hello-World", "points": 3])
        ]
    )

    static func run(_ query: StarHistoryQuery, _ call: MethodCall) async throws -> Result {
        try await call.ask { try await call.explorer.starHistory(query, $0) }
    }

    static func gist(of result: JSONValue) -> String {
        let stars = Gist.count(result["stars"]?.intValue ?? 0, "star")
        let first = result["points"]?.arrayValue?.first?["at"].text ?? ""
        let limit =
            result["complete"] == false
            ? " GitHub does not list all of its stargazers." : ""
        return "\(Gist.quoted(result["repository"])) has \(stars); the points begin at \(first)."
            + limit
    }

    static let items: ItemTable? = ItemTable("points", ["at", "stars"])
}
