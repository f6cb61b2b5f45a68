import Dispatch
import FoundationEssentials
import GitHubAPI
import HTTPCore
import HTTPTypes
import Synchronization

/// A `Link` field: only pages of the API itself are named and requested, each by a number that a
/// method accepts, and however many there seem to be, the requests for a list end.
///
/// The first byte is `e` for an API below a path; the rest is the field of every page of a list.
enum LinksTarget {
    private static let longestList = 100
    private static let hang = DispatchTimeInterval.seconds(60)

    static func run(_ input: [UInt8]) throws(Finding) {
        guard let first = input.first, let link = HTTPField.Name("Link"),
            let base = WebAddress(
                first == UInt8(ascii: "e") ? "https://ghe.example/api/v3" : "https://api.github.com"
            )
        else { return }
        // Like the text of a header field's value.
        let fields: HTTPFields = [link: String(decoding: input.dropFirst(), as: UTF8.self)]
        let links = PageLinks(fields[link], base: base)
        for address in [links.next, links.last].compactMap(\.self) {
            try check(address, base)
            let again = PageLinks("<\(address)>; rel=\"next\"", base: base)
            try Finding.unless(again.next == address, "\(address) is \(again) by itself")
        }
        for page in [0, 1, 2, 999_999, PageLinks.maximumPage] {
            if let next = links.nextPage(after: page) {
                try Finding.unless(
                    (page + 1...PageLinks.maximumPage).contains(next), "page \(next) after \(page)")
            }
        }
        if let last = links.lastPage {
            try Finding.unless((1...PageLinks.maximumPage).contains(last), "last page \(last)")
        }
        try readList(fields, base)
    }

    private static func check(_ address: WebAddress, _ base: WebAddress) throws(Finding) {
        let parts = address.components(below: base)?.map {
            $0.lowercased().replacing("%2e", with: ".")
        }
        try Finding.unless(
            address.hasSameOrigin(as: base) && parts.map { !$0.contains("..") } ?? false,
            "\(address) is not below \(base)")
    }

    /// Reads a list in which every page has the field.
    private static func readList(_ fields: HTTPFields, _ base: WebAddress) throws(Finding) {
        let upstream = EmptyPages(fields)
        let done = DispatchSemaphore(value: 0)
        Task.detached {
            let client = GitHubClient(
                base: base, userAgent: "fuzz", transport: upstream, credential: { nil })
            _ = try? await client.repositories(of: .user("octocat"), FetchOptions())
            done.signal()
        }
        try Finding.unless(done.wait(timeout: .now() + hang) == .success, "the list has no end")
        let asked = upstream.asked
        try Finding.unless(asked.count <= longestList, "\(asked.count) pages were requested")
        for url in asked {
            guard let address = WebAddress(url) else { throw Finding("asked \(url)") }
            try check(address, base)
        }
    }
}

/// A GitHub whose lists are empty and endless.
private final class EmptyPages: HTTPTransport {
    private let fields: HTTPFields
    private let urls = Mutex<[String]>([])

    init(_ fields: HTTPFields) {
        self.fields = fields
    }

    var asked: [String] { urls.withLock(\.self) }

    func send(
        _ request: HTTPTransportRequest
    ) async throws(HTTPTransportError) -> HTTPTransportResponse {
        urls.withLock { $0.append(request.url) }
        return HTTPTransportResponse(
            head: HTTPResponse(status: .ok, headerFields: fields), body: Array("[]".utf8),
            provenance: Provenance(source: .network, fetchedAt: .now))
    }
}
