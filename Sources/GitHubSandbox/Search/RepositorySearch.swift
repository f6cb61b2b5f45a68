/// A search for repositories (`GET /search/repositories`).
///
/// Forks are left out unless `fork:true` or `fork:only` asks for them.
struct RepositorySearch {
    private let query: SearchQuery
    private let world: World
    private let index: SearchIndex

    init(_ query: SearchQuery, world: World, index: SearchIndex) {
        self.query = query
        self.world = world
        self.index = index
    }

    /// The repositories that match, best first.
    func results(sort: String?, ascends: Bool) -> [Repository] {
        let owners = query.values("user") + query.values("org")
        let candidates =
            owners.isEmpty
            ? index.repositories(in: world)
            : owners.compactMap { world.account(login: $0) }.flatMap { world.repositories($0) }
        let found = candidates.filter(matches)
        let rising: (Repository, Repository) -> Bool
        switch sort {
        case "forks": rising = { ($0.forks, $0.id) < ($1.forks, $1.id) }
        case "updated": rising = { ($0.updatedAt, $0.id) < ($1.updatedAt, $1.id) }
        default: rising = { ($0.stars, $0.id) < ($1.stars, $1.id) }
        }
        return ascends && sort != nil ? found.sorted(by: rising) : found.sorted { rising($1, $0) }
    }

    private func matches(_ repository: Repository) -> Bool {
        let forks = query.values("fork").last?.lowercased()
        if repository.isFork ? forks != "true" && forks != "only" : forks == "only" { return false }
        let fields = query.values("in")
        let texts: [String?] =
            (fields.isEmpty || fields.contains("name") ? [repository.name] : [])
            + (fields.isEmpty || fields.contains("description") ? [repository.description] : [])
            + (fields.isEmpty || fields.contains("topics") ? repository.topics : [])
        return query.matchesWords(in: texts) && matchesQualifiers(repository)
    }

    private func matchesQualifiers(_ repository: Repository) -> Bool {
        query.any(["user", "org"]) { $0.lowercased() == repository.owner.login.lowercased() }
            && query.any(["language"]) { $0.lowercased() == repository.language?.lowercased() }
            && query.any(["license"]) { $0.lowercased() == repository.license?.key }
            && query.all("topic") { repository.topics.contains($0.lowercased()) }
            && query.all("archived") { ($0 == "true") == repository.isArchived }
            && query.any(["is", "visibility"]) { $0.lowercased() != "private" }
            && number("stars", repository.stars) && number("forks", repository.forks)
            && number("size", repository.size)
            && day("created", repository.createdAt) && day("pushed", repository.pushedAt)
    }

    private func number(_ name: String, _ number: Int) -> Bool {
        query.all(name) {
            SearchRange($0, span: SearchRange.number)?.contains(number) ?? false
        }
    }

    private func day(_ name: String, _ seconds: Int) -> Bool {
        query.all(name) { SearchRange($0, span: SearchRange.day)?.contains(seconds) ?? false }
    }
}
