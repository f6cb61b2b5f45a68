import GitHubAPI
import HTTPCore
import Secrets

/// Bodies with only the members that a test needs.
enum Samples {
    static func user(_ id: Int, _ login: String? = nil, type: String = "User") -> String {
        let login = login ?? "user\(id)"
        return """
            {"id":\(id),"login":"\(login)","type":"\(type)",\
            "avatar_url":"https://avatars.example/u/\(id)?v=4",\
            "html_url":"https://github.com/\(login)",\
            "url":"https://api.example/users/\(login)"}
            """
    }

    static func repository(_ id: Int) -> String {
        """
        {"id":\(id),"name":"r\(id)","full_name":"o/r\(id)","owner":{"login":"o"},\
        "stargazers_count":\(id),"forks_count":0,"fork":false,"html_url":"h","url":"u",\
        "created_at":"2020-01-01T00:00:00Z","updated_at":"2020-01-01T00:00:00Z",\
        "pushed_at":null}
        """
    }

    static func repositories(_ ids: ClosedRange<Int>) -> String {
        "[\(ids.map(repository).joined(separator: ","))]"
    }

    static func client(
        _ transport: any HTTPTransport, base: String = "https://api.example",
        token: String? = nil
    ) throws -> GitHubClient {
        GitHubClient(
            base: try address(base), userAgent: "test", transport: transport
        ) { token.map { Secret($0) } }
    }

    static func address(_ text: String) throws -> WebAddress {
        guard let address = WebAddress(text) else { throw NotAnAddress(text: text) }
        return address
    }

    struct NotAnAddress: Error {
        let text: String
    }
}
