/// The part of a list that a request asks for, and the links to the other parts.
struct PageWindow {
    /// Entries of a page: 30 unless asked, at most 100.
    let size: Int
    /// From 1.
    let number: Int
    private let query: Query

    init(_ query: Query) {
        self.query = query
        let asked = query["per_page"].flatMap { Int($0) } ?? 30
        size = asked < 1 ? 30 : min(asked, 100)
        // A page beyond any list, so that an offset cannot overflow.
        number = min(max(query["page"].flatMap { Int($0) } ?? 1, 1), 1 << 40)
    }

    var offset: Int {
        (number - 1) * size
    }

    /// The entries of `list` that are on this page.
    func slice<Element>(_ list: [Element]) -> [Element] {
        Array(list.dropFirst(offset).prefix(size))
    }

    /// The `Link` header, or nil where one page is all.
    ///
    /// Orders as GitHub's since 2019: next, last; prev, next, last, first; prev, first. The size
    /// is repeated as it was sent, or left out.
    ///
    /// - Parameter total: entries of the whole list that paging can reach.
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

    /// The `Link` header of a list that goes on after an id, literal braces and all.
    func link(_ url: String, since last: Int?) -> String {
        let first = "<\(url){?since}>; rel=\"first\""
        guard let last else { return first }
        return "<\(url)?\(query.text(setting: "since", to: last))>; rel=\"next\", \(first)"
    }
}
