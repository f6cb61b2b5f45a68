/// The part of a list that a request asks for, and the links to other parts.
struct PageWindow {
    /// Entries per page: 30 by default, at most 100.
    let size: Int
    /// From 1.
    let number: Int
    private let query: Query

    init(_ query: Query) {
        self.query = query
        let asked = query.integer("per_page") ?? 30
        size = asked < 1 ? 30 : min(asked, 100)
        // Large enough to be beyond any list, small enough not to overflow an offset.
        number = min(max(query.integer("page") ?? 1, 1), 1 << 40)
    }

    var offset: Int {
        (number - 1) * size
    }

    func slice<Element>(_ list: [Element]) -> [Element] {
        Array(list.dropFirst(offset).prefix(size))
    }

    /// The `Link` header, or nil if there is only one page.
    ///
    /// The order is GitHub's since 2019: next, last; prev, next, last, first; prev, first. The size
    /// is repeated as it was sent, or omitted.
    ///
    /// - Parameter total: the number of entries that paging can reach.
    func link(_ url: String, total: Int) -> String? {
        let last = max((total + size - 1) / size, 1)
        var links: [(page: Int, relation: String)] = []
        if number > 1 { links.append((min(number - 1, last), "prev")) }
        if number < last { links += [(number + 1, "next"), (last, "last")] }
        if number > 1 { links.append((1, "first")) }
        guard !links.isEmpty, last > 1 || number > 1 else { return nil }
        return links.map { page, relation in
            "<\(url)?\(query.text(setting: "page", to: page))>; rel=\"\(relation)\""
        }.joined(separator: ", ")
    }

    /// The `Link` header of a list that continues after an id, with GitHub's literal braces.
    func link(_ url: String, since last: Int?) -> String {
        let first = "<\(url){?since}>; rel=\"first\""
        guard let last else { return first }
        return "<\(url)?\(query.text(setting: "since", to: last))>; rel=\"next\", \(first)"
    }
}
