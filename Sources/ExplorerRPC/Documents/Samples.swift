import JSONCore

/// Small values for the examples in the OpenRPC document.
enum Samples {
    static let freshness: JSONValue = [
        "source": "network", "fetchedAt": "2026-11-21T10:00:00Z",
        "expiresAt": "2026-11-21T10:01:00Z",
    ]

    static let user: JSONObject = [
        "id": 583231, "login": "octocat", "type": "User",
        "avatarUrl": "https://avatars.githubusercontent.com/u/583231?v=4",
        "profileUrl": "https://github.com/octocat",
        "apiUrl": "https://api.github.com/users/octocat",
    ]

    static let profile = user.merging([
        "name": "The Octocat", "company": "@github", "location": "San Francisco", "bio": nil,
        "blog": "https://github.blog", "followers": 17000, "following": 9,
        "publicRepositories": 8, "createdAt": "2011-01-25T18:44:36Z",
    ])

    static let repository: JSONObject = [
        "id": 1_296_269, "name": "Hello-World", "fullName": "octocat/Hello-World",
        "owner": "octocat", "description": "My first repository on GitHub!", "stars": 2700,
        "forks": 2300, "language": nil, "license": nil, "fork": false, "archived": false,
        "topics": [], "url": "https://github.com/octocat/Hello-World",
        "apiUrl": "https://api.github.com/repos/octocat/Hello-World", "homepage": nil,
        "createdAt": "2011-01-26T19:01:12Z", "updatedAt": "2026-11-20T09:30:00Z",
        "pushedAt": "2024-08-20T23:54:42Z",
    ]
}
