/// A value that GitHub gave, and where it came from.
package struct Answer<Value: Sendable>: Sendable {
    package let value: Value
    package let provenance: Provenance
    package let links: PageLinks
}

/// The body of a 200.
struct JSONText: Sendable {
    let bytes: [UInt8]
}

extension Answer<JSONText> {
    func decoded<Decoded: Decodable>() throws(GitHubError) -> Answer<Decoded> {
        Answer<Decoded>(
            value: try GitHubClient.decode(value.bytes), provenance: provenance, links: links)
    }
}

/// All pages of a list, as one.
package struct GitHubList<Item: Sendable & Identifiable>: Sendable where Item.ID: Sendable {
    /// In GitHub's order, each once although a list may shift between two pages.
    package fileprivate(set) var items: [Item] = []
    /// Malformed items that were left out.
    package fileprivate(set) var skipped = 0
    package fileprivate(set) var provenance: Provenance
    /// The page cap was met: there is more.
    package internal(set) var isTruncated = false
    /// Where the page after the last one would be.
    var following: WebAddress
    /// Items on the last page, malformed ones included.
    fileprivate(set) var lastPageCount = 0
    fileprivate(set) var pageCount = 0
    private var seen: Set<Item.ID> = []

    init(first: Answer<LossyList<Item>>, following: WebAddress) where Item: Decodable {
        provenance = first.provenance
        self.following = following
        append(first)
    }

    /// Says that there may be more, which could not be asked for.
    mutating func markStale() {
        provenance.source = .stale
    }

    mutating func append(_ page: Answer<LossyList<Item>>) where Item: Decodable {
        items += page.value.items.filter { seen.insert($0.id).inserted }
        skipped += page.value.skipped
        lastPageCount = page.value.items.count + page.value.skipped
        pageCount += 1
        provenance = provenance.combined(with: page.provenance)
    }
}
