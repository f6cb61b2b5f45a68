import GitHubUpstream
import HTTPCore
import HTTPTypes
import Secrets
import JSONCore

extension EndpointCall {
    /// The request at `target`, which may be where a redirect leads, with all that the transports
    /// act on.
    ///
    /// - Parameter base: the address of the API. Only its scheme, host and port get the credential
    ///   and count the request.
    func request(
        to target: WebAddress, base: WebAddress, userAgent: String, _ credential: Secret?,
        _ options: FetchOptions
    ) -> HTTPTransportRequest {
        let isOurs = target.hasSameOrigin(as: base) && !isImage
        let credential = isOurs ? credential : nil
        var head = HTTPRequest(
            method: .get, scheme: target.scheme, authority: target.authority, path: target.target)
        head.headerFields[.userAgent] = userAgent
        head.headerFields[.accept] = accept
        if !isImage { head.headerFields[.apiVersion] = "2022-11-28" }
        var facts = RequestFacts(budget: isOurs ? budget?.rawValue : nil, shape: shape)
        facts.isFree = isFree
        if let login {
            // Another path has the account's number, which may have another login by now.
            let isNamed = target.path == address.path
            facts.tags = { [login] + (isNamed ? [] : owners(in: $0)) }
        }
        var request = HTTPTransportRequest(
            head: head, credential: credential,
            cachePolicy: policy(options, isSignedIn: credential != nil), facts: facts)
        if let progress = options.progress { request.willAskUpstream = progress.willAsk }
        return request
    }

    private func policy(_ options: FetchOptions, isSignedIn: Bool) -> CachePolicy {
        var policy = options.policy
        switch lifetime {
        case .standard: policy.minimumLifetime = isSignedIn ? 0 : 300
        case .search:
            policy.minimumLifetime = 60
            policy.storesWithoutValidator = true
        case .none: policy.bypassesStore = true
        }
        if mayBeMissing {
            policy.storesNotFound = true
            // GitHub states no lifetime for a 404; this is that of its other responses.
            policy.minimumLifetime = max(policy.minimumLifetime, 60)
        }
        return policy
    }

    /// The login of the account in a profile, or of the owner of a repository, of a list of
    /// repositories, or of what has a page in a repository.
    private func owners(in body: [UInt8]) -> [String] {
        let decoder = JSONTextDecoder(pageSize: 1)
        let login =
            shape == .array
            ? try? decoder.decode(LossyList<Owned>.self, from: body).items.first?.owner?.login
            : (try? decoder.decode(Owned.self, from: body)).flatMap {
                $0.owner?.login ?? $0.login
                    ?? $0.page?.split(separator: "/").dropFirst(2).first
                    .map(String.init)
            }
        return login.map { [$0] } ?? []
    }
}

/// A profile, or what belongs to an account.
private struct Owned: Decodable, Sendable {
    struct Owner: Decodable, Sendable {
        let login: String
    }

    let login: String?
    let owner: Owner?
    let page: String?

    enum CodingKeys: String, CodingKey {
        case login, owner
        case page = "html_url"
    }
}
