/// A search for repositories (`GET /search/repositories`).
///
/// Forks are excluded unless `fork:true` or `fork:only` includes them.
///
/// - SeeAlso: GitHub docs, "Searching for repositories".
struct RepositorySearch {
    static let qualifiers: Set<String> = [
        "archived", "created", "followers", "fork", "forks", "good-first-issues", "has",
        "help-wanted-issues", "in", "is", "language", "license", "mirror", "org", "pushed", "repo",
        "size", "stars", "template", "topic", "topics", "user", "visibility",
    ]

    let query: SearchQuery
    let world: World
    let index: SearchIndex

    func results(sort: String?, ascends: Bool) -> [Repository] {
        let key: (Repository) -> Int =
            switch sort {
            case "forks": \.forks
            case "help-wanted-issues": \.helpWantedIssues
            case "updated": \.updatedAt
            default: \.stars
            }
        let rising = candidates.filter(matches).rising(by: key)
        return ascends && sort != nil ? rising : rising.reversed()
    }

    /// All repositories of named owners and all named repositories; otherwise those of the index.
    private var candidates: [Repository] {
        let owners = query.values("user") + query.values("org")
        let names = query.values("repo")
        guard !owners.isEmpty || !names.isEmpty else {
            return index.entries(in: world).flatMap(\.repositories)
        }
        let named = names.compactMap { world.repository(fullName: $0) }
        let owned = owners.compactMap { world.account(login: $0) }.flatMap {
            world.repositories($0)
        }
        var seen: Set<Int> = []
        return (named + owned).filter { seen.insert($0.id).inserted }
    }

    func matches(_ repository: Repository) -> Bool {
        let forks = query.values("fork").last?.lowercased()
        if repository.isFork ? forks != "true" && forks != "only" : forks == "only" { return false }
        let fields = query.fields.isEmpty ? ["name", "description", "topics"] : query.fields
        let texts: [String?] =
            [
                fields.contains("name") ? repository.name : nil,
                fields.contains("description") ? repository.description : nil,
                // The beginning of the README.
                fields.contains("readme")
                    ? "\(repository.name) \(repository.description ?? "")" : nil,
            ] + (fields.contains("topics") ? repository.topics : [])
        return query.matchesWords(in: texts) && matchesNames(repository)
            && matchesNumbers(repository) && matchesFlags(repository)
    }

    private func matchesNames(_ repository: Repository) -> Bool {
        query.any(["user", "org", "repo"]) {
            let name = $0.lowercased()
            return name == repository.owner.login.lowercased()
                || name == repository.fullName.lowercased()
        }
            && query.any(["language"]) { $0.lowercased() == repository.language?.lowercased() }
            && query.any(["license"]) { $0.lowercased() == repository.license?.key }
            && query.all("topic") { repository.topics.contains($0.lowercased()) }
    }

    private func matchesNumbers(_ repository: Repository) -> Bool {
        query.number("stars", is: repository.stars) && query.number("forks", is: repository.forks)
            && query.number("size", is: repository.size)
            && query.number("followers", is: repository.subscribers)
            && query.number("topics", is: repository.topics.count)
            && query.number("good-first-issues", is: repository.goodFirstIssues)
            && query.number("help-wanted-issues", is: repository.helpWantedIssues)
            && query.time("created", is: repository.createdAt)
            && query.time("pushed", is: repository.pushedAt)
    }

    private func matchesFlags(_ repository: Repository) -> Bool {
        query.flag("archived", is: repository.isArchived)
            && query.flag("template", is: repository.isTemplate)
            && query.flag("mirror", is: false)
            // All are public, none is sponsored, and no repository has a file about funding.
            && query.all("is") { $0.lowercased() == "public" }
            && query.all("visibility") { $0.lowercased() == "public" }
            && query.all("has") { _ in false }
    }
}
