import GitHubAPI
import HTTPCore
import Testing

@Suite struct PageLinksTests {
    private func check(
        _ field: String?, next: String?, last: String?, base: String = "https://api.github.com"
    ) throws {
        let links = PageLinks(field, base: try Samples.address(base))
        #expect(links.next?.description == next)
        #expect(links.last?.description == last)
    }

    @Test func `next and last are found in any order`() throws {
        let next = "https://api.github.com/user/1/repos?per_page=100&page=2"
        let last = "https://api.github.com/user/1/repos?per_page=100&page=3"
        try check("<\(next)>; rel=\"next\", <\(last)>; rel=\"last\"", next: next, last: last)
        try check("<\(last)>; rel=last,<\(next)>;rel=next", next: next, last: last)
    }

    @Test func `a literal template is ignored and hides nothing after it`() throws {
        try check(
            "<https://api.github.com/users{?since}>; rel=\"first\", "
                + "<https://api.github.com/users?since=46>; rel=\"next\"",
            next: "https://api.github.com/users?since=46", last: nil)
    }

    @Test(arguments: [
        "https://api.github.com.evil.example/x?page=2", "http://api.github.com/x?page=2",
        "https://api.github.com:444/x?page=2", "https://user@api.github.com/x?page=2", "/x?page=2",
    ])
    func `an address on another host is ignored`(address: String) throws {
        try check("<\(address)>; rel=\"next\"", next: nil, last: nil)
    }

    @Test(arguments: [
        "https://ghe.example/login?page=2", "https://ghe.example/api/v30/x?page=2",
        "https://ghe.example/api/v3/../../x?page=2", "https://ghe.example/api/v3/%2e%2E/x?page=2",
        "https://ghe.example/api/v3/./x?page=2",
    ])
    func `an address outside of the API's path is ignored`(address: String) throws {
        let link = "<\(address)>; rel=\"next\""
        try check(link, next: nil, last: nil, base: "https://ghe.example/api/v3")
    }

    @Test(arguments: [nil, "", "<", "<>", "<https://api.github.com/x>", "nonsense"])
    func `a field that names no page gives none`(field: String?) throws {
        try check(field, next: nil, last: nil)
    }

    @Test(arguments: [
        "\(Int.max)", "\(Int.min)", "-1", "0", "1000001", "9999999999999999999999", "1e3", "+5",
        "", "two",
    ])
    func `an impossible page number is ignored`(page: String) throws {
        let address = "<https://api.github.com/x?page=\(page)>"
        let links = PageLinks(
            "\(address); rel=\"next\", \(address); rel=\"last\"",
            base: try Samples.address("https://api.github.com"))
        #expect(links.nextPage(after: 1) == nil && links.lastPage == nil)
    }

    @Test func `a next page that is not after this one is ignored`() throws {
        let links = PageLinks(
            "<https://api.github.com/x?page=5>; rel=\"next\"",
            base: try Samples.address("https://api.github.com"))
        #expect([3, 4, 5, 6].map { links.nextPage(after: $0) } == [5, 5, nil, nil])
    }
}
