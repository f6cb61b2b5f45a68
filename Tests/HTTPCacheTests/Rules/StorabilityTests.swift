import HTTPCache
import HTTPCore
import HTTPTypes
import Testing

@Suite struct StorabilityTests {
    private func check(
        _ fields: HTTPFields, status: Int = 200, policy: CachePolicy = CachePolicy(),
        isStorable: Bool, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let result = Storability.isStorable(status: status, fields: fields, policy: policy)
        #expect(result == isStorable, sourceLocation: sourceLocation)
    }

    @Test(arguments: [
        (200, true), (301, true), (201, false), (206, false), (302, false), (304, false),
        (400, false), (401, false), (403, false), (404, false), (410, false), (422, false),
        (429, false), (500, false), (502, false), (503, false),
    ])
    func `only 200 and 301 are stored`(status: Int, isStorable: Bool) {
        check([.eTag: "\"a\""], status: status, isStorable: isStorable)
    }

    @Test func `a 404 is stored only if the policy says so, and for a time`() {
        let policy = CachePolicy(minimumLifetime: 60, storesNotFound: true)
        check([:], status: 404, policy: policy, isStorable: true)
        check([:], status: 404, policy: CachePolicy(minimumLifetime: 60), isStorable: false)
        check([:], status: 404, policy: CachePolicy(storesNotFound: true), isStorable: false)
        check([.cacheControl: "no-store"], status: 404, policy: policy, isStorable: false)
        for status in [403, 410, 451, 500] {
            check([:], status: status, policy: policy, isStorable: false)
        }
    }

    @Test func `no-store is always respected`() {
        check(
            [.cacheControl: "no-store", .eTag: "\"a\""],
            policy: CachePolicy(minimumLifetime: 60, storesWithoutValidator: true),
            isStorable: false)
    }

    @Test func `private responses are stored`() {
        check([.cacheControl: "private, max-age=60"], isStorable: true)
    }

    @Test func `a validator is enough`() {
        check([.eTag: "\"a\""], isStorable: true)
        check([.lastModified: "Sun, 06 Nov 1994 08:49:37 GMT"], isStorable: true)
        check([.cacheControl: "no-cache", .eTag: "\"a\""], isStorable: true)
    }

    @Test func `a response without lifetime and validator is not stored`() {
        check([:], isStorable: false)
        check([.cacheControl: "max-age=0"], isStorable: false)
        check([.cacheControl: "no-cache"], isStorable: false)
    }

    @Test func `a minimum lifetime counts as a lifetime`() {
        check([:], policy: CachePolicy(minimumLifetime: 300), isStorable: true)
    }

    @Test func `a search is stored only if the policy says so`() {
        let policy = CachePolicy(minimumLifetime: 60, storesWithoutValidator: true)
        check([.cacheControl: "no-cache"], policy: policy, isStorable: true)
        check(
            [.cacheControl: "no-cache"], policy: CachePolicy(minimumLifetime: 60),
            isStorable: false)
    }

    @Test func `only plain GETs are answered from the store`() {
        #expect(Storability.isCacheable(.get()))
        #expect(!Storability.isCacheable(.get(policy: CachePolicy(bypassesStore: true))))
        #expect(!Storability.isCacheable(.get(fields: [.range: "bytes=0-1"])))
        #expect(!Storability.isCacheable(.get(fields: [.ifNoneMatch: "\"a\""])))
        #expect(!Storability.isCacheable(.get(fields: [.authorization: "Basic eDp5"])))
        var post = HTTPTransportRequest.get()
        post.head.method = .post
        #expect(!Storability.isCacheable(post))
    }

    @Test func `fields about the connection are not stored`() throws {
        let own = try #require(HTTPField.Name("X-Own"))
        let fields: HTTPFields = [
            .connection: "close, X-Own", own: "1", .transferEncoding: "chunked", .eTag: "\"a\"",
        ]
        #expect(Storability.storableFields(fields) == [.eTag: "\"a\""])
    }
}
