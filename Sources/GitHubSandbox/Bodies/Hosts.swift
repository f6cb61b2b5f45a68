/// The base of URLs in bodies, `Link` and `Location`.
struct Hosts: Sendable {
    /// Such as `http://127.0.0.1:8080`: the origin of the request, so that a client stays there.
    let origin: String
    /// ``origin`` with the prefix of the request, such as `/api/v3`.
    let api: String

    /// GitHub's avatar URLs already have a query, so a size is added with `&s=`.
    func avatar(_ id: Int) -> String {
        "\(origin)/avatars/u/\(id)?v=4"
    }

    /// The page for people, on github.com.
    func page(_ account: Account) -> String {
        guard account.kind == .bot else { return "https://github.com/\(account.login)" }
        return "https://github.com/apps/\(account.login.dropLast(5))"
    }

    func page(_ repository: Repository) -> String {
        "https://github.com/\(repository.fullName)"
    }
}
