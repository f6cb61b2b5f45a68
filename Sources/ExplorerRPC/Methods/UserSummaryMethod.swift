import Explorer
import JSONCore
import JSONSchema

/// `user.summary`: a profile with total stars and favourite language, in one call.
struct UserSummaryMethod: DocumentedMethod {
    static let name = "user.summary"

    struct Params: Decodable, Sendable {
        let login: String
    }

    static let documentation = MethodDocumentation(
        title: "Summary of an account",
        summary: "A user's profile with total stars, favourite language and top repositories.",
        params: [.required("login", .login, "Login of the user or organisation.")],
        takesCommonParams: true,
        result: .object([
            .required("user", .ref("Profile"), "The profile."),
            .required(
                "totalStars", TypeSchemas.count, "Over all public repositories owned."),
            .required("totalRepositories", TypeSchemas.count, "Public repositories owned."),
            .required(
                "favoriteLanguage", .nullable(.string()),
                "The language of most repositories; ties by stars, then by name."),
            .required(
                "languages", .array(of: .ref("LanguageTotal")), "All languages, favourite first."
            ),
            .required(
                "topRepositories", .array(of: .ref("Repository"), maxItems: 5),
                "The most starred ones."),
            TypeSchemas.skippedMember, TypeSchemas.freshnessMember,
        ]).titled("UserSummary"),
        errors: ErrorKind.ofExplorerMethods + [.notFound],
        examples: [
            MethodExample(
                "The Octocat", params: ["login": "octocat"],
                result: [
                    "user": .object(Samples.profile), "totalStars": 20_000,
                    "totalRepositories": 8, "favoriteLanguage": "CSS",
                    "languages": [["language": "CSS", "repositories": 2, "stars": 800]],
                    "topRepositories": [.object(Samples.repository)],
                    "freshness": Samples.freshness,
                ])
        ]
    )

    static func subject(_ params: Params) -> Subject? { .account(login: params.login) }

    static func isRepeatable(_ params: Params) -> Bool { true }

    static func answer(_ params: Params, _ call: MethodCall) async throws -> UserSummary {
        try await call.ask("Summing up \(params.login)") { options in
            try await call.explorer.summary(params.login, options)
        }
    }

    static func gist(of result: JSONValue) -> String {
        let user = result["user"]
        let name = user?["name"]?.stringValue.map { "\($0) (\((user?["login"]).text))" }
        let stars = Gist.count(result["totalStars"]?.intValue ?? 0, "star")
        let repositories = Gist.count(
            result["totalRepositories"]?.intValue ?? 0, "public repository",
            "public repositories")
        let language = result["favoriteLanguage"]?.stringValue.map { ", mostly in \($0)" } ?? ""
        let top = result["topRepositories"].names("name")
        return "\(name ?? (user?["login"]).text): \(stars) over \(repositories)\(language). "
            + "Most starred: \(Gist.list(top))."
    }
}
