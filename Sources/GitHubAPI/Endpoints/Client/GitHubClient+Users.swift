import HTTPCore
package import JSONCore

extension GitHubClient {
    /// The accounts whose ids follow `since`, in order of id; ids have gaps.
    package func users(
        since: Int, perPage: Int, _ options: FetchOptions
    ) async throws(GitHubError) -> Response<LossyList<User>> {
        let address = base.appending(
            ["users"], query: [("since", String(since)), ("per_page", String(perPage))])
        return try await get(
            EndpointCall(address: address, shape: .array, pageSize: perPage), options)
    }

    /// The state of each budget. Costs none of them.
    package func rateLimits(
        _ options: FetchOptions
    ) async throws(GitHubError) -> Response<GitHubRateLimits> {
        let call = EndpointCall(
            address: base.appending(["rate_limit"]), shape: .object, isFree: true, lifetime: .none)
        return try await get(call, options)
    }

    /// Decodes a stored body of `/users`; nil if it is another one.
    package static func users(inBody body: [UInt8]) -> [User]? {
        let list: LossyList<User>? = try? decode(body)
        return list?.items
    }
}
