package import HTTPCore

/// A value that was made of GitHub's responses, with their provenance.
@dynamicMemberLookup
package struct Fetched<Value: Sendable>: Sendable {
    package let value: Value
    /// The worst source and the oldest times of all the responses.
    package var freshness: Provenance
    /// The number of malformed items, which were left out.
    package let skipped: Int

    package init(_ value: Value, _ freshness: Provenance, skipped: Int = 0) {
        self.value = value
        self.freshness = freshness
        self.skipped = skipped
    }

    package subscript<Member>(dynamicMember member: KeyPath<Value, Member>) -> Member {
        value[keyPath: member]
    }
}
