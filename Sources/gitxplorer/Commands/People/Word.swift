import ExplorerRPC
import JSONSchema

/// A question in the words that all clients share, such as `gitxplorer followers octocat`.
struct Word: Sendable {
    let name: String
    let method: any DocumentedMethod.Type
    /// Title of the answer; `{}` stands for what was asked about.
    let title: String
    /// The sentence for an answer without items.
    let empty: String

    private init(_ name: String, _ method: String, _ title: String, empty: String = "") {
        (self.name, self.title, self.empty) = (name, title, empty)
        self.method = MethodCatalog.method(method)!
    }

    static let all = [
        Word("random", "users.random", "Random users", empty: "There are no users."),
        Word("user", "user.summary", "{}", empty: "{} has no public repositories."),
        Word("repos", "repos.list", "Repositories of {}", empty: "{} has no such repositories."),
        Word("repo", "repo.summary", "{}"),
        Word("readme", "repo.readme", "README of {}"),
        Word("history", "repo.starHistory", "Stars of {}", empty: "{} has no stars."),
        Word("stargazers", "repo.stargazers", "Stargazers of {}", empty: "Nobody has starred {}."),
        Word("starred", "user.starred", "Starred by {}", empty: "{} has starred nothing."),
        Word("followers", "user.followers", "Followers of {}", empty: "Nobody follows {}."),
        Word("following", "user.following", "Followed by {}", empty: "{} follows nobody."),
        Word("search", "search.users", "Search: {}", empty: "Nothing matches."),
        Word("rate", "rate.status", "Rate limits"),
    ]

    /// What the address of the page ends in.
    var page: String {
        [
            "repos": "?tab=repositories", "starred": "?tab=stars", "followers": "?tab=followers",
            "following": "?tab=following", "stargazers": "/stargazers",
        ][name] ?? ""
    }

    /// The method with `--repositories`; nil if there is no such flag.
    var otherMethod: (any DocumentedMethod.Type)? {
        name == "search" ? MethodCatalog.method("search.repositories") : nil
    }

    /// Names of the params that say what is asked about, as a placeholder: `owner/name`.
    var subject: String {
        method.documentation.params.filter(\.isRequired).map(\.name).joined(separator: "/")
    }
}
