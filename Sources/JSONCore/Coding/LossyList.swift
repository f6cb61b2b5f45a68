/// A JSON array whose items are decoded one by one. Unreadable items are counted, not fatal.
package struct LossyList<Element: Decodable & Sendable>: Decodable, Sendable {
    package private(set) var items: [Element] = []
    /// The number of malformed items that were left out.
    package private(set) var skipped = 0

    /// Whether the array has no items at all, not even malformed ones.
    package var isEmpty: Bool { items.isEmpty && skipped == 0 }

    package init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        items.reserveCapacity(container.count ?? 0)
        while !container.isAtEnd {
            if let item = try container.decode(Attempt<Element>.self).value {
                items.append(item)
            } else {
                skipped += 1
            }
        }
    }
}
