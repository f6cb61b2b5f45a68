import HTTPCore
package import JSONCore

extension GitHubClient {
    /// One page of the accounts that follow `login`.
    package func followers(
        of login: String, page: Int, perPage: Int, _ options: FetchOptions
    ) async throws(GitHubError) -> Response<LossyList<User>> {
        try await get(listCall(login, "followers", page, perPage), options)
    }

    /// One page of the accounts that `login` follows.
    package func following(
        of login: String, page: Int, perPage: Int, _ options: FetchOptions
    ) async throws(GitHubError) -> Response<LossyList<User>> {
        try await get(listCall(login, "following", page, perPage), options)
    }

    /// One page of the repositories that `login` starred, with the times.
    ///
    /// - Parameters:
    ///   - sort: `created`, by the time of the star, or `updated`.
    ///   - direction: `asc` or `desc`.
    package func starred(
        by login: String, sort: String, direction: String, page: Int, perPage: Int,
        _ options: FetchOptions
    ) async throws(GitHubError) -> Response<LossyList<StarredRepository>> {
        let order = [(name: "sort", value: sort), ("direction", direction)]
        var call = listCall(login, "starred", page, perPage, order)
        call.accept = Self.withTimesOfStars
        return try await get(call, options)
    }

    private func listCall(
        _ login: String, _ list: String, _ page: Int, _ perPage: Int,
        _ order: [(name: String, value: String)] = []
    ) -> EndpointCall {
        EndpointCall(
            address: base.appending(
                ["users", login, list], query: order + Self.page(page, of: perPage)),
            shape: .array, resource: "user \(login)", login: login, pageSize: perPage)
    }
}
