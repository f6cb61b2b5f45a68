package import HTTPCore
import JSONCore

/// A value in a response from GitHub, with its provenance and the pages that the response names.
package struct Response<Value: Sendable>: Sendable {
    package let value: Value
    package let provenance: Provenance
    package let links: PageLinks
}

/// The body of a 200.
struct JSONText: Sendable {
    let bytes: [UInt8]
}

extension Response<JSONText> {
    func decoded<Decoded: Decodable>() throws(GitHubError) -> Response<Decoded> {
        Response<Decoded>(
            value: try GitHubClient.decode(value.bytes), provenance: provenance, links: links)
    }
}
