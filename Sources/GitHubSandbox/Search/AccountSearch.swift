/// A search for accounts (`GET /search/users`).
///
/// - SeeAlso: GitHub docs, "Searching users".
struct AccountSearch {
    static let qualifiers: Set<String> = [
        "created", "followers", "fullname", "in", "is", "language", "location", "org", "repos",
        "type", "user",
    ]

    let query: SearchQuery
    let world: World
    let index: SearchIndex

    func results(sort: String?, ascends: Bool) -> [Profile] {
        let words = Set(query.words.joined())
        let named = (query.values("user") + query.values("org") + words)
            .compactMap { world.account(login: $0) }
        let indexed = index.entries(in: world).map(\.profile)
        let others = Set(named).subtracting(indexed.map(\.account)).map(world.profile)
        let found = (indexed + others).filter(matches)
        let key: (Profile) -> Int =
            switch sort {
            case "followers": \.followers
            case "repositories": \.repositories
            case "joined": \.account.id
            // Best match: first a login that was searched for by name, then by followers.
            default:
                { $0.followers + (words.contains($0.account.login.lowercased()) ? 1 << 40 : 0) }
            }
        let rising = found.map { (key: (key($0), $0.account.id), profile: $0) }
            .sorted { $0.key < $1.key }.map(\.profile)
        return ascends && sort != nil ? rising : rising.reversed()
    }

    func matches(_ profile: Profile) -> Bool {
        let fields = query.fields
        func text(_ names: Set<String>, _ text: String?) -> String? {
            fields.isEmpty || !fields.isDisjoint(with: names) ? text : nil
        }
        // No account shows an e-mail address, so `in:email` has no results.
        let texts = [
            text(["login"], profile.account.login), text(["name", "fullname"], profile.name),
        ]
        return query.matchesWords(in: texts) && matchesQualifiers(profile)
    }

    private func matchesQualifiers(_ profile: Profile) -> Bool {
        query.all("type") { value in
            switch value.lowercased() {
            case "user": profile.account.kind == .user
            case "org", "organization": profile.account.kind == .organization
            default: true
            }
        }
            && query.any(["user", "org"]) { $0.lowercased() == profile.account.login.lowercased() }
            && query.number("followers", is: profile.followers)
            && query.number("repos", is: profile.repositories)
            && query.time("created", is: profile.createdAt)
            && query.all("location") { contains(profile.location, $0) }
            && query.all("fullname") { contains(profile.name, $0) }
            && query.any(["language"]) { $0.lowercased() == profile.mainLanguage.lowercased() }
            // No account is sponsored.
            && query.all("is") { _ in false }
    }

    private func contains(_ text: String?, _ part: String) -> Bool {
        text?.lowercased().contains(part.lowercased()) ?? false
    }
}
