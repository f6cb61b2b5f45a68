import Testing

@testable import GitHubSandbox

@Suite struct PageWindowTests {
    /// The relations and pages of a `Link`, in order.
    private func check(_ query: String, total: Int, gives links: [String]) {
        let link = PageWindow(Query(query)).link("u", total: total)
        let expected = links.map {
            $0.replacing("u?", with: "<u?").replacing(" ", with: ">; rel=\"")
        }
        #expect(link == (links.isEmpty ? nil : expected.map { $0 + "\"" }.joined(separator: ", ")))
    }

    @Test func `the first page names next and last`() {
        check(
            "per_page=100", total: 250,
            gives: [
                "u?per_page=100&page=2 next", "u?per_page=100&page=3 last",
            ])
    }

    @Test func `a middle page names prev, next, last and first`() {
        check(
            "per_page=100&page=2", total: 250,
            gives: [
                "u?per_page=100&page=1 prev", "u?per_page=100&page=3 next",
                "u?per_page=100&page=3 last", "u?per_page=100&page=1 first",
            ])
    }

    @Test func `the last page names prev and first`() {
        check("page=9", total: 250, gives: ["u?page=8 prev", "u?page=1 first"])
    }

    @Test func `a single page has no links`() {
        check("per_page=100", total: 100, gives: [])
        check("", total: 0, gives: [])
    }

    @Test func `a page size over 100 is reduced silently, and repeated in links as sent`() {
        check(
            "per_page=500", total: 200,
            gives: [
                "u?per_page=500&page=2 next", "u?per_page=500&page=2 last",
            ])
        #expect(PageWindow(Query("per_page=500")).size == 100)
    }

    @Test func `page keeps its position in the query, which is encoded again`() {
        check(
            "page=1&q=a+b%3Ac", total: 31,
            gives: [
                "u?page=2&q=a+b%3Ac next", "u?page=2&q=a+b%3Ac last",
            ])
    }

    @Test(arguments: ["per_page=0", "per_page=x", "page=0", "page=-4", "page=x", ""])
    func `invalid numbers are ignored`(query: String) {
        let window = PageWindow(Query(query))
        #expect(window.size == 30)
        #expect(window.offset == 0)
    }

    @Test func `links of lists after an id end with literal braces`() {
        let window = PageWindow(Query("per_page=15"))
        #expect(
            window.link("u", since: 46)
                == "<u?per_page=15&since=46>; rel=\"next\", <u{?since}>; rel=\"first\"")
        #expect(window.link("u", since: nil) == "<u{?since}>; rel=\"first\"")
    }
}
