/// How much of a repository a body shows, and to which reader.
struct RepositoryView {
    let hosts: Hosts
    /// The account whose permissions are shown; nil for an anonymous client, which has none.
    var reader: Account?
    /// Whether `temp_clone_token` is included, as null: not for a fine-grained token.
    let hasCloneToken: Bool
    /// API version 2026-03-10 omits `has_downloads`.
    let hasDownloads: Bool
}
