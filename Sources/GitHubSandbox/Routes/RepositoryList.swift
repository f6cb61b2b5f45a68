import JSONCore

/// The repositories of one owner, sorted and paged by the request.
struct RepositoryList {
    let context: RouteContext
    let owner: Account

    /// - Parameter path: the one in `Link`.
    func answer(at path: String) -> Answer {
        let sort = context.choice("sort")
        let ascends = context.choice("direction").map { $0 == "asc" } ?? (sort == "full_name")
        return context.page(of: sorted(sort, ascends: ascends), at: path) { $0.listed(context) }
    }

    private func sorted(_ sort: String?, ascends: Bool) -> [Repository] {
        let all = context.world.repositories(owner).filter(isWanted)
        let rising =
            switch sort {
            case "created": all.rising(by: \.createdAt)
            case "updated": all.rising(by: \.updatedAt)
            case "pushed": all.rising(by: \.pushedAt)
            default:
                all.map { (name: $0.name.lowercased(), repository: $0) }
                    .sorted { $0.name < $1.name }.map(\.repository)
            }
        return ascends ? rising : rising.reversed()
    }

    /// Whether the parameters include the repository: all are public and belong to their owner.
    private func isWanted(_ repository: Repository) -> Bool {
        switch context.choice("type") {
        case "forks" where !repository.isFork, "sources" where repository.isFork: return false
        case "private", "member": return false
        default: break
        }
        if context.choice("visibility") == "private" { return false }
        if let affiliation = context.sent("affiliation"),
            !affiliation.split(separator: ",").contains("owner")
        {
            return false
        }
        if let since = context.time("since"), repository.updatedAt <= since { return false }
        if let before = context.time("before"), repository.updatedAt >= before { return false }
        return true
    }
}
