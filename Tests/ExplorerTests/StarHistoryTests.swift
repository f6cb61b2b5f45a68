import FoundationEssentials
import GitHubAPI
import HTTPCore
import TestSupport
import Testing

@testable import Explorer

@Suite struct StarHistoryTests {
    /// The history of a repository with that number of stars, whose list has `listed` stars, of
    /// which the Nth was given N minutes after the start of 2020.
    private func check(
        stars: Int, points: Int, listed: Int? = nil, refusedFrom: Int = .max,
        star: @escaping @Sendable (_ number: Int) -> String = Self.star
    ) async throws -> (history: Fetched<StarHistory>, pages: [Int]) {
        let github = ScriptedTransport { request throws(HTTPTransportError) in
            guard let page = Self.page(request.url) else {
                return try Self.answer(Samples.repository(1, name: "r", stars: stars)).get()
            }
            guard page < refusedFrom else { return .reply(422, "{}") }
            let first = (page - 1) * 100 + 1
            let numbers = first..<max(first, min(first + 100, (listed ?? stars) + 1))
            return try Self.answer(Samples.list(numbers.map(star))).get()
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

    private static func star(_ number: Int) -> String {
        star(number, at: time(number))
    }

    private static func star(_ number: Int, at time: Date) -> String {
        #"{"starred_at":"\#(Timestamp(time))","user":\#(Samples.user(number))}"#
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
        let (history, _) = try await check(stars: 3_000, points: 4, refusedFrom: 20)
        #expect(!history.complete)
        #expect(history.points.map(\.stars) == [1, 1_401, 3_000])
    }

    @Test func `a list that is newer than the stored number raises it`() async throws {
        let (history, _) = try await check(stars: 2, points: 15, listed: 9)
        #expect(history.points.map(\.stars) == [1, 2, 3, 4, 5, 6, 7, 8, 9, 9])
        #expect(history.stars == 9)
    }

    @Test func `a malformed or deleted stargazer still counts as a star`() async throws {
        let (history, _) = try await check(stars: 5, points: 15) { number in
            switch number {
            case 2: "7"
            case 3: #"{"starred_at":"2020-01-01T00:03:00Z","user":null}"#
            case 4: #"{"starred_at":"yesterday"}"#
            default: Self.star(number)
            }
        }
        #expect(history.points.map(\.stars) == [1, 3, 5, 5])
        #expect(history.skipped == 2)
    }

    @Test func `times that go backwards or come after now are held`() async throws {
        let years = [1: 2_024, 2: 2_020, 3: 2_022, 4: 9_999]
        let (history, _) = try await check(stars: 4, points: 15) { number in
            #"{"starred_at":"\#(years[number] ?? 0)-01-01T00:00:00Z"}"#
        }
        #expect(history.points.map(\.stars) == [1, 2, 3, 4, 4])
        #expect(history.points.map(\.at) == history.points.map(\.at).sorted())
        #expect(history.points.last?.at == Date(timeIntervalSince1970: 1_700_000_000))
    }

    @Test(arguments: ["..", ".", ""])
    func `a name that would lead elsewhere is not believed`(name: String) async throws {
        let github = ScriptedTransport { request throws(HTTPTransportError) in
            let isList = Self.page(request.url) != nil
            return try Self.answer(
                isList ? "[]" : Samples.repository(1, name: name, stars: 1)
            ).get()
        }
        _ = try await github.explorer().starHistory(StarHistoryQuery(owner: "o", name: "r"))
        #expect(github.targets == ["/repos/o/r", "/repos/o/r/stargazers?per_page=100"])
    }
}
