/// The changes of a world since its start (`POST /_sandbox/mutate`).
struct Overlay: Sendable {
    /// A repository's new number of stars, and its place in the order of changes.
    private(set) var stars: [Int: (count: Int, revision: Int)] = [:]
    private(set) var deleted: Set<Int> = []
    /// The changed numbers of repositories, by account.
    private(set) var repositoryCounts: [Int: Int] = [:]
    private(set) var logins: [Int: String] = [:]
    private(set) var revisions: [Int: Int] = [:]
    /// The renamed accounts, by new and by former login in lower case.
    private(set) var ids: [String: Int] = [:]
    private(set) var formerIDs: [String: Int] = [:]
    private var revision = 0

    mutating func setStars(_ count: Int, repository: Int) {
        revision += 1
        stars[repository] = (count, revision)
    }

    mutating func setRepositories(_ count: Int, of account: Account) {
        revision += 1
        repositoryCounts[account.id] = count
        revisions[account.id] = revision
    }

    mutating func delete(_ account: Account) {
        revision += 1
        deleted.insert(account.id)
    }

    mutating func rename(_ account: Account, to login: String) {
        revision += 1
        ids[account.login.lowercased()] = nil
        formerIDs[account.login.lowercased()] = account.id
        formerIDs[login.lowercased()] = nil
        ids[login.lowercased()] = account.id
        logins[account.id] = login
        revisions[account.id] = revision
    }
}
