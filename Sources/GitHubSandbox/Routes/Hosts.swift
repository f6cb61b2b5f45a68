/// Where the URLs in bodies, `Link` and `Location` point.
struct Hosts: Sendable {
    /// Such as `http://127.0.0.1:8080`: what was asked, so that a client stays where it is.
    let origin: String
    /// ``origin`` with the prefix that was asked, such as `/api/v3`.
    let api: String

    /// GitHub's picture URLs have a query already, so a size is added with `&s=`.
    func avatar(_ id: Int) -> String {
        "\(origin)/avatars/u/\(id)?v=4"
    }

    /// The page for people, which is GitHub's own.
    func page(_ account: Account) -> String {
        guard account.kind == .bot else { return "https://github.com/\(account.login)" }
        return "https://github.com/apps/\(account.login.dropLast(5))"
    }

    func page(_ repository: Repository) -> String {
        "https://github.com/\(repository.fullName)"
    }
}
