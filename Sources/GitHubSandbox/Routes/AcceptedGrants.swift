/// The grants that let a token see more of an endpoint's response, or see it at all.
///
/// The response lists scopes for a classic token (`X-Accepted-OAuth-Scopes`) and permissions for a
/// fine-grained one (`X-Accepted-GitHub-Permissions`).
struct AcceptedGrants: Sendable {
    let scopes: String
    let permissions: String

    static let anyToken = AcceptedGrants(
        scopes: "", permissions: "allows_permissionless_access=true")
    static let repository = AcceptedGrants(scopes: "repo", permissions: "metadata=read")
    /// For files and releases.
    static let contents = AcceptedGrants(scopes: "repo", permissions: "contents=read")
    /// For data that only members of an organization see.
    static let membership = AcceptedGrants(
        scopes: "admin:org, read:org, repo, user, write:org",
        permissions: "allows_permissionless_access=true")
    /// For a repository that has moved.
    static let redirect = AcceptedGrants(
        scopes: "admin:repo_hook, delete_repo, read:repo_hook, repo, repo:status, "
            + "repo_deployment, security_events, write:repo_hook",
        permissions: "metadata=read")
}
