import Explorer
import FoundationEssentials
import GitHubAPI
import HTTPCore
import JSONSchema

extension WireType {
    /// A result that was made of GitHub's responses: the members of its value, and its freshness.
    ///
    /// - Parameter countsSkipped: whether the result counts malformed items that were left out.
    static func fetched<Found>(
        _ title: String, countsSkipped: Bool = true, _ members: [WireMember<Found>]
    ) -> WireType where Value == Fetched<Found> {
        let skipped = WireMember<Fetched<Found>>.optional(
            "skipped", { $0.skipped > 0 ? $0.skipped : nil }, .count,
            "Number of malformed items from GitHub that were left out.")
        let freshness = WireMember<Fetched<Found>>.required(
            "freshness", \.freshness, Provenance.wire,
            "Where the result came from, and until when it is fresh.")
        let members = members.map { $0.of { (fetched: Value) in fetched.value } }
        let documented = members + (countsSkipped ? [skipped] : []) + [freshness]
        let schema = Schema.object(documented.map(\.property)).titled(title)
        var type = WireType(schema, WireType.object(members + [freshness, skipped]).json)
        type.source = { $0.freshness.source }
        type.kept = { result in
            guard result.freshness.source != .stale, let end = result.freshness.expiresAt else {
                return nil
            }
            var result = result
            result.freshness.source = .cache
            // Whole seconds, as in the result.
            return (result, Timestamp(end).date)
        }
        return type
    }
}
