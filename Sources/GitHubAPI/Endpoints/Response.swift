package import HTTPCore

/// A value in a response from GitHub, with its provenance and the pages that the response names.
package struct Response<Value: Sendable>: Sendable {
    package let value: Value
    package let provenance: Provenance
    package let links: PageLinks
    /// The memory of a body that has not been decoded.
    var lease: BodyMemory.Lease?
}

extension Response<[UInt8]> {
    /// - Parameter pageSize: the items of a list that are decoded; further ones are ignored.
    func decoded<Decoded: Decodable>(
        pageSize: Int
    ) throws(GitHubError) -> Response<Decoded> {
        Response<Decoded>(
            value: try GitHubClient.decode(value, pageSize: pageSize), provenance: provenance,
            links: links)
    }
}
