import ExplorerRPC
import JSONCore

/// What the server says of itself, in `initialize` and `server/discover`.
enum ServerDescription {
    static let identity: JSONObject = [
        "name": "gitxplorer", "title": "GitXplorer", "version": .string(ServerVersion.current),
        "description": "Explore GitHub: random users, repositories by stars, summaries, search.",
    ]

    /// The tools never change while a server runs, so that nothing is announced of them.
    static let capabilities: JSONObject = ["tools": ["listChanged": false]]

    /// For a model: what no single tool's description says.
    static let instructions = """
        Reads public data of GitHub. Results say in `freshness` where they came from and until \
        when they are fresh; equal calls within that time cost nothing. Without a token GitHub \
        allows 60 requests an hour: rate_status tells what is left, and an error with \
        retryAfterSeconds when to try again. Errors about a user or a repository carry profileUrl, \
        its page to open instead. After auth_login with `device`, auth_status tells when the \
        person has typed the code in.
        """

    /// Milliseconds for which what this server says of itself may be kept. It changes with a new
    /// version only.
    static let lifetime = 3_600_000
}
