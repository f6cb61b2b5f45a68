/// A repository that `octocat` has on GitHub.
struct OctocatRepository: Sendable {
    let id: Int
    let name: String
    let description: String?
    let stars: Int
    let language: String?
    let license: String?
    let isFork: Bool

    init(
        _ id: Int, _ name: String, _ description: String?, _ stars: Int, _ language: String? = nil,
        license: String? = nil, isFork: Bool = false
    ) {
        self.id = id
        self.name = name
        self.description = description
        self.stars = stars
        self.language = language
        self.license = license
        self.isFork = isFork
    }
}
