import FoundationEssentials
import GitHubAPI
import HTTPCore
import TestSupport
import Testing

@testable import Explorer

@Suite struct StarHistoryTests {
    /// The history of a repository whose Nth star was given N minutes after the start of 2020.
    private func check(
        stars: Int, points: Int, listed: Int = 40_000
    ) async throws -> (history: Fetched<StarHistory>, pages: [Int]) {
        let github = ScriptedTransport { request throws(HTTPTransportError) in
            guard let page = Self.page(request.url) else {
                return try Self.answer(Samples.repository(1, name: "r", stars: stars)).get()
            }
            guard (page - 1) * 100 < listed else { return .reply(422, "{}") }
            let numbers = ((page - 1) * 100..<min(page * 100, stars)).map(Self.star)
            return try Self.answer(Samples.list(numbers)).get()
        }
        var query = StarHistoryQuery(owner: "o", name: "r")
        query.points = points
        let history = try await github.explorer().starHistory(query)
        return (history, github.requests.compactMap { Self.page($0.url) }.sorted())
    }

    private static func answer(_ body: String) -> ScriptedTransport.Answer { .body(body) }

    /// 1,700,000,000 is later than all of these.
    private static func time(_ number: Int) -> Date {
        Date(timeIntervalSince1970: 1_577_836_800 + Double(number * 60))
    }

    private static func star(_ index: Int) -> String {
        let time = Timestamp(time(index + 1))
        return #"{"starred_at":"\#(time)","user":\#(Samples.user(index + 1))}"#
    }

    /// Nil for the repository itself.
    private static func page(_ url: String) -> Int? {
        guard url.contains("/stargazers?per_page=100") else { return nil }
        return url.split(separator: "&page=").dropFirst().first.flatMap { Int($0) } ?? 1
    }

    @Test func `a long list is sampled by evenly spaced pages, first and last among them`()
        async throws
    {
        let (history, pages) = try await check(stars: 2_486, points: 4)
        #expect(pages == [1, 13, 25])
        #expect(history.points.map(\.stars) == [1, 1_201, 2_401, 2_486])
        #expect(history.points.dropLast().map(\.at) == [1, 1_201, 2_401].map(Self.time))
        #expect(history.points.last?.at == Date(timeIntervalSince1970: 1_700_000_000))
        #expect(history.complete)
        #expect((history.repository, history.stars) == ("o/r", 2_486))
    }

    @Test func `of a short list all pages are read, and stars are evenly spaced`() async throws {
        let (history, pages) = try await check(stars: 241, points: 5)
        #expect(pages == [1, 2, 3])
        #expect(history.points.map(\.stars) == [1, 81, 161, 241, 241])
    }

    @Test func `a repository with few stars has a point for each`() async throws {
        let (history, pages) = try await check(stars: 3, points: 15)
        #expect(pages == [1])
        #expect(history.points.map(\.stars) == [1, 2, 3, 3])
    }

    @Test func `a repository without stars needs no list`() async throws {
        let (history, pages) = try await check(stars: 0, points: 15)
        #expect(pages.isEmpty)
        #expect(history.points.map(\.stars) == [0])
        #expect(history.complete)
    }

    @Test(arguments: [2, 15, 60])
    func `there are never more points, nor more pages, than asked for`(count: Int) async throws {
        for stars in [1, 99, 100, 101, 1_400, 1_401, 5_900, 5_901, 40_000, 400_000] {
            let (history, pages) = try await check(stars: stars, points: count)
            #expect(history.points.count <= count)
            #expect(pages.count < count)
            #expect(history.points.map(\.stars) == history.points.map(\.stars).sorted())
            #expect(history.points.first?.stars == 1)
        }
    }

    @Test func `beyond 40,000 stars the last point alone covers the rest`() async throws {
        let (whole, _) = try await check(stars: 40_000, points: 3)
        #expect(whole.complete)
        let (history, pages) = try await check(stars: 40_001, points: 3)
        #expect(pages == [1, 400])
        #expect(!history.complete)
        #expect(history.points.map(\.stars) == [1, 39_901, 40_001])
    }

    @Test func `a page that GitHub refuses makes the history incomplete`() async throws {
        let (history, _) = try await check(stars: 3_000, points: 4, listed: 2_000)
        #expect(!history.complete)
        #expect(history.points.map(\.stars) == [1, 1_401, 3_000])
    }
}
