/// An account or a repository as a person names it: `octocat`, `@octocat`, `octocat/Hello-World`, or
/// the address of a page.
struct PageName {
    /// What is no name is passed on, so that the method says what is wrong with it.
    let login: String
    /// OWNER/NAME; nil if the text names no repository.
    let repository: String?

    /// - Parameter hosts: those whose pages are meant, in lower case.
    init(_ text: String, hosts: Set<String> = ["github.com"]) {
        let text = text.replacing(/^\s+|\s+$/, with: "")
        let address = /(?:https?:\/\/)?(?:www\.)?([^\/?#]+)\/([^?#]*)(?:[?#].*)?/.ignoresCase()
        if let page = text.wholeMatch(of: address), hosts.contains(page.1.lowercased()) {
            var steps = page.2.split(separator: "/")
            if steps.first == "orgs" { steps = Array(steps.dropFirst().prefix(1)) }
            login = steps.first.map(String.init) ?? text
            let name = steps.dropFirst().first?.replacing(/\.git$/, with: "")
            repository = name.map { "\(steps[0])/\($0)" }
        } else {
            let name = text.wholeMatch(of: /@?([^\/]+)(\/[^\/]+)?/)
            login = name.map { $0.2 == nil ? String($0.1) : text } ?? text
            repository = name.flatMap { name in name.2.map { "\(name.1)\($0)" } }
        }
    }
}
