import GitHubUpstream
import HTTPTypes

extension HTTPField.Name {
    static let apiVersion = known("X-GitHub-Api-Version")
    static let link = known("Link")
    static let oauthScopes = known("X-OAuth-Scopes")
}
