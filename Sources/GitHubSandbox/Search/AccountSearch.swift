/// A search for accounts (`GET /search/users`).
struct AccountSearch {
    private let query: SearchQuery
    private let world: World
    private let index: SearchIndex

    init(_ query: SearchQuery, world: World, index: SearchIndex) {
        self.query = query
        self.world = world
        self.index = index
    }

    /// The accounts that match, best first.
    func results(sort: String?, ascends: Bool) -> [Profile] {
        let named = query.values("user") + query.values("org") + query.words
        let found = index.profiles(in: world, named: named).filter(matches)
        let rising: (Profile, Profile) -> Bool
        switch sort {
        case "followers":
            rising = { ($0.followers, $0.account.id) < ($1.followers, $1.account.id) }
        case "repositories":
            rising = { ($0.repositories, $0.account.id) < ($1.repositories, $1.account.id) }
        case "joined":
            rising = { $0.account.id < $1.account.id }
        default:
            // Best match: a login that was asked for by name, then by followers; never ascending.
            let words = Set(query.words)
            return found.sorted {
                let isNamed = (
                    words.contains($0.account.login.lowercased()),
                    words.contains($1.account.login.lowercased())
                )
                if isNamed.0 != isNamed.1 { return isNamed.0 }
                return ($0.followers, $0.account.id) > ($1.followers, $1.account.id)
            }
        }
        return ascends ? found.sorted(by: rising) : found.sorted { rising($1, $0) }
    }

    private func matches(_ profile: Profile) -> Bool {
        let fields = query.values("in")
        let texts: [String?] =
            fields.isEmpty
            ? [profile.account.login, profile.name]
            : [
                fields.contains("login") ? profile.account.login : nil,
                fields.contains("name") || fields.contains("fullname") ? profile.name : nil,
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
            && number("followers", profile.followers) && number("repos", profile.repositories)
            && query.all("created") {
                SearchRange($0, span: SearchRange.day)?.contains(profile.createdAt) ?? false
            }
            && query.all("location") {
                profile.location?.lowercased().contains($0.lowercased()) ?? false
            }
            && query.any(["language"]) { $0.lowercased() == profile.mainLanguage.lowercased() }
            && query.all("fullname") {
                profile.name?.lowercased().contains($0.lowercased()) ?? false
            }
    }

    private func number(_ name: String, _ number: Int) -> Bool {
        query.all(name) {
            SearchRange($0, span: SearchRange.number)?.contains(number) ?? false
        }
    }
}
