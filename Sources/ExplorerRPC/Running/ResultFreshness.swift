import Explorer
import FoundationEssentials
import JSONCore

/// What a result says of its own freshness.
enum ResultFreshness {
    /// Until when the same call may be answered with it; nil for what is not stored, and for what
    /// is past its time.
    static func expiry(of result: JSONValue) -> Date? {
        guard let freshness = result["freshness"], freshness["source"] != "stale" else {
            return nil
        }
        return freshness["expiresAt"]?.stringValue.flatMap { Timestamp($0) }?.date
    }
}
