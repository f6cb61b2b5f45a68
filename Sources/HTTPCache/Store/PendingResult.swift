import FoundationEssentials
import HTTPCore

/// A result that waits to be written; it is valid while each of its responses is unchanged.
struct PendingResult: Sendable {
    let result: StoredResult
    /// The question, with everything that the text depends on besides responses and identity.
    let question: String
    /// The owner of the result.
    let identity: Identity
    let savedAt: Date
    let parts: [StoredPart]
}
