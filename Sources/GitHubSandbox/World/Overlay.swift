/// The changes of a world since its start (`POST /_sandbox/mutate`).
struct Overlay: Sendable {
    /// A repository's new number of stars, and its place in the order of changes.
    struct Stars: Sendable {
        let count: Int
        let revision: Int
    }

    private(set) var stars: [Int: Stars] = [:]
    private(set) var deleted: Set<Int> = []
    /// The changed numbers of repositories, by account.
    private(set) var repositoryCounts: [Int: Int] = [:]
    private(set) var logins: [Int: String] = [:]
    private(set) var revisions: [Int: Int] = [:]
    private var ids: [String: Int] = [:]
    private var formerIDs: [String: Int] = [:]
    private var revision = 0

    /// The id of the account that was renamed to `login`.
    func id(login: String) -> Int? {
        ids[login.lowercased()]
    }

    /// The id of the account that was renamed from `login`.
    func id(formerLogin login: String) -> Int? {
        formerIDs[login.lowercased()]
    }

    mutating func setStars(_ count: Int, repository: Int) {
        revision += 1
        stars[repository] = Stars(count: count, revision: revision)
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
