import HTTPCache
import HTTPTypes
import Testing

@Suite struct CacheControlTests {
    private func check(
        _ value: String, maxAge: Int? = nil, noCache: Bool = false, noStore: Bool = false,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let directives = CacheControl([.cacheControl: value])
        #expect(directives.maxAge == maxAge, sourceLocation: sourceLocation)
        #expect(directives.isNoCache == noCache, sourceLocation: sourceLocation)
        #expect(directives.isNoStore == noStore, sourceLocation: sourceLocation)
    }

    @Test func `GitHub's own value gives its max-age`() {
        check("private, max-age=60, s-maxage=30", maxAge: 60)
    }

    @Test func `directives are read regardless of case and white space`() {
        check("Max-Age = 5 ,\tNO-CACHE,No-Store", maxAge: 5, noCache: true, noStore: true)
    }

    @Test func `a quoted comma does not end a directive`() {
        check(#"ext="a, no-store, b", max-age="7""#, maxAge: 7)
    }

    @Test func `no-cache with field names counts as no-cache`() {
        check(#"no-cache="Set-Cookie", max-age=60"#, maxAge: 60, noCache: true)
    }

    @Test(arguments: [
        "max-age", "max-age=", "max-age=-1", "max-age=+1", "max-age=1.5", "max-age=x",
    ])
    func `a max-age that is not a number counts as 0`(value: String) {
        check(value, maxAge: 0)
    }

    @Test func `the smallest of several lifetimes counts`() {
        check("max-age=60, max-age=10, max-age=30", maxAge: 10)
    }

    @Test func `a lifetime too large to count is capped`() {
        check("max-age=99999999999999999999", maxAge: 1 << 31)
    }

    @Test func `several fields count as one list`() {
        var fields = HTTPFields()
        fields.append(HTTPField(name: .cacheControl, value: "max-age=60"))
        fields.append(HTTPField(name: .cacheControl, value: "no-store"))
        #expect(CacheControl(fields).isNoStore)
        #expect(CacheControl(fields).maxAge == 60)
    }

    @Test func `without the field there are no directives`() {
        check("")
    }
}
