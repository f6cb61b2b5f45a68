package import HTTPCore

/// A value in a response from GitHub, with its provenance and the pages that the response names.
package struct Response<Value: Sendable>: Sendable {
    package let value: Value
    package let provenance: Provenance
    package let links: PageLinks
}

extension Response<[UInt8]> {
    func decoded<Decoded: Decodable>() throws(GitHubError) -> Response<Decoded> {
        Response<Decoded>(
            value: try GitHubClient.decode(value), provenance: provenance, links: links)
    }
}
