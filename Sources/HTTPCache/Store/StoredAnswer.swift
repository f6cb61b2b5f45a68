import FoundationEssentials
import HTTPCore

/// A text that was made of stored responses: as good as they are while each is still the same.
package struct StoredAnswer: Hashable, Sendable {
    /// What was asked, with all that the text depends on beside the responses and the identity.
    package let question: String
    /// Whom the answer belongs to.
    let identity: Identity
    package let text: [UInt8]
    package let savedAt: Date
    package let expiresAt: Date
    /// Requests that it takes to make the text anew.
    package let requests: Int
    /// Those of them that count against a limit.
    package let limited: Int
    let parts: [StoredPart]
}
