package import HTTPCore
import JSONCore

/// All pages of a list, as one.
package struct GitHubList<Item: Sendable & Identifiable>: Sendable where Item.ID: Sendable {
    /// In GitHub's order, each item once, although a list may shift between two pages.
    package fileprivate(set) var items: [Item] = []
    /// The number of malformed items that were left out.
    package fileprivate(set) var skipped = 0
    package internal(set) var provenance: Provenance
    /// Whether the page cap was reached and there is more.
    package internal(set) var isTruncated = false
    /// The address of the page after the last one.
    var following: WebAddress
    /// The number of items on the last page, including malformed ones.
    fileprivate(set) var lastPageCount = 0
    fileprivate(set) var pageCount = 0
    private var seen: Set<Item.ID> = []

    init(first: Response<LossyList<Item>>, following: WebAddress) where Item: Decodable {
        provenance = first.provenance
        self.following = following
        append(first)
    }

    mutating func append(_ page: Response<LossyList<Item>>) where Item: Decodable {
        items += page.value.items.filter { seen.insert($0.id).inserted }
        skipped += page.value.skipped
        lastPageCount = page.value.items.count + page.value.skipped
        pageCount += 1
        provenance = provenance.combined(with: page.provenance)
    }
}
