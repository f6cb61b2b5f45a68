/// The repositories of one owner, sorted and paged as a request asks.
struct RepositoryList {
    enum Sort: String {
        case created
        case updated
        case pushed
        case fullName = "full_name"
    }

    private let context: RouteContext
    private let owner: Account

    init(_ context: RouteContext, _ owner: Account) {
        self.context = context
        self.owner = owner
    }

    /// - Parameters:
    ///   - url: what `Link` points at.
    ///   - defaultSort: for a request without `sort`: by name for users, newest first for
    ///     organisations.
    func answer(url: String, defaultSort: Sort) -> Answer {
        let query = context.request.query
        let sort = query["sort"].flatMap(Sort.init) ?? defaultSort
        let ascends = query["direction"].map { $0 == "asc" } ?? (sort == .fullName)
        let pages = context.pages
        let page: [Repository]
        let total: Int
        if sort == .fullName, query["type"] == nil {
            let rising = context.world.repositoryIndicesByName(owner)
            let indices = pages.slice(ascends ? rising : rising.reversed())
            page = indices.compactMap { context.world.repository(owner, $0) }
            total = rising.count
        } else {
            let all = sorted(sort, ascends: ascends)
            page = pages.slice(all)
            total = all.count
        }
        let view = context.view
        return .json(
            BodyText.array(page) { $0.repository($1, view) }, link: pages.link(url, total: total))
    }

    private func sorted(_ sort: Sort, ascends: Bool) -> [Repository] {
        let all = context.world.repositories(owner).filter(isWanted)
        let rising: [Repository]
        switch sort {
        case .fullName:
            rising = all.map { (name: $0.name.lowercased(), repository: $0) }
                .sorted { $0.name < $1.name }.map(\.repository)
        case .created: rising = all.sorted { ($0.createdAt, $0.id) < ($1.createdAt, $1.id) }
        case .updated: rising = all.sorted { ($0.updatedAt, $0.id) < ($1.updatedAt, $1.id) }
        case .pushed: rising = all.sorted { ($0.pushedAt, $0.id) < ($1.pushedAt, $1.id) }
        }
        return ascends ? rising : rising.reversed()
    }

    /// Whether the parameter `type` lets the repository through; nobody here is a mere member.
    private func isWanted(_ repository: Repository) -> Bool {
        switch context.request.query["type"] {
        case "forks": repository.isFork
        case "sources": !repository.isFork
        case "private", "member": false
        default: true
        }
    }
}
