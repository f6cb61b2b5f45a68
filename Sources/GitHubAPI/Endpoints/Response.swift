package import HTTPCore

/// A value in a response from GitHub, with its provenance and the pages that the response names.
package struct Response<Value: Sendable>: Sendable {
    package let value: Value
    package let provenance: Provenance
    package let links: PageLinks
}
