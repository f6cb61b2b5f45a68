/// Bodies with only the members that a test needs.
enum Samples {
    static func user(_ id: Int, _ login: String? = nil, type: String = "User") -> String {
        "{\(members(id, login, type))}"
    }

    static func profile(
        _ id: Int, _ login: String? = nil, type: String = "User", followers: Int = 0,
        repositories: Int = 0
    ) -> String {
        """
        {\(members(id, login, type)),"name":null,"company":null,"location":"Here","bio":null,\
        "blog":"","followers":\(followers),"following":1,"public_repos":\(repositories),\
        "created_at":"2011-01-25T18:44:36Z"}
        """
    }

    static func users(_ ids: some Sequence<Int>) -> String {
        "[\(ids.map { user($0) }.joined(separator: ","))]"
    }

    static func repository(
        _ id: Int, name: String? = nil, stars: Int = 0, language: String? = nil,
        fork: Bool = false, archived: Bool = false, pushed: String? = nil, isPrivate: Bool = false
    ) -> String {
        let name = name ?? "r\(id)"
        return """
            {"id":\(id),"name":"\(name)","full_name":"o/\(name)","owner":{"login":"o"},\
            "stargazers_count":\(stars),"forks_count":2,"language":\(quoted(language)),\
            "license":{"spdx_id":"MIT"},"fork":\(fork),"archived":\(archived),\
            "private":\(isPrivate),"topics":["t"],"html_url":"https://github.com/o/\(name)",\
            "url":"https://api.example/repos/o/\(name)","homepage":"","description":null,\
            "created_at":"2020-01-0\(id % 9 + 1)T00:00:00Z","updated_at":"2021-01-01T00:00:00Z",\
            "pushed_at":\(quoted(pushed)),"subscribers_count":6,"open_issues_count":3,\
            "default_branch":"main"}
            """
    }

    static func list(_ items: [String]) -> String {
        "[\(items.joined(separator: ","))]"
    }

    static func search(_ users: [String], total: Int) -> String {
        #"{"total_count":\#(total),"incomplete_results":false,"items":\#(list(users))}"#
    }

    private static func members(_ id: Int, _ login: String?, _ type: String) -> String {
        let login = login ?? "user\(id)"
        return """
            "id":\(id),"login":"\(login)","type":"\(type)",\
            "avatar_url":"https://avatars.example/u/\(id)?v=4",\
            "html_url":"https://github.com/\(login)","url":"https://api.example/users/\(login)"
            """
    }

    private static func quoted(_ text: String?) -> String {
        text.map { "\"\($0)\"" } ?? "null"
    }
}
