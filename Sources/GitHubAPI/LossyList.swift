/// A JSON array of which each item is taken by itself: what cannot be read is counted, not fatal.
package struct LossyList<Element: Decodable & Sendable>: Decodable, Sendable {
    package private(set) var items: [Element] = []
    /// Items that are not what they should be, and were left out.
    package private(set) var skipped = 0

    package init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        items.reserveCapacity(container.count ?? 0)
        while !container.isAtEnd {
            // Never throws, so that the container always moves on.
            if let item = try container.decode(Attempt.self).item {
                items.append(item)
            } else {
                skipped += 1
            }
        }
    }

    private struct Attempt: Decodable {
        let item: Element?

        init(from decoder: any Decoder) throws {
            item = try? Element(from: decoder)
        }
    }
}
