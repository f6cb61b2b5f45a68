package import FoundationEssentials
import HTTPCore

/// A text made of stored responses; it is valid while each of them is unchanged.
package struct StoredResult: Hashable, Sendable {
    /// The question, with everything that the text depends on besides responses and identity.
    package let question: String
    /// The owner of the result.
    let identity: Identity
    package let text: [UInt8]
    package let savedAt: Date
    package let expiresAt: Date
    /// The number of requests to make the text again.
    package let requests: Int
    /// How many of them count against a rate limit.
    package let limited: Int
    let parts: [StoredPart]
}
