import CZlib
import HTTPCore
import HTTPTypes
import Testing

@testable import GitHubProxy

/// Addresses of the API become the proxy's.
@Suite struct AddressRewritingTests {
    private let rewriting: AddressRewriting

    init() throws {
        rewriting = AddressRewriting(
            api: try #require(WebAddress("https://api.github.com")), own: "http://127.0.0.1:8080")
    }

    @Test(arguments: [
        ("https://api.github.com/users", "http://127.0.0.1:8080/users"),
        ("https://api.github.com", "http://127.0.0.1:8080"),
        ("\"https://api.github.com\"", "\"http://127.0.0.1:8080\""),
        ("<https://api.github.com?page=2>", "<http://127.0.0.1:8080?page=2>"),
        ("https://api.github.com{/x}", "http://127.0.0.1:8080{/x}"),
        (
            "a https://api.github.com/ b https://api.github.com/ c",
            "a http://127.0.0.1:8080/ b http://127.0.0.1:8080/ c"
        ),
        ("hhttps://api.github.com/", "hhttp://127.0.0.1:8080/"),
        ("https://api.github.com.evil/", "https://api.github.com.evil/"),
        ("https://api.github.community/", "https://api.github.community/"),
        ("https://api.github.com:443/", "https://api.github.com:443/"),
        ("https://api.github.com@evil/", "https://api.github.com@evil/"),
        ("https://github.com/", "https://github.com/"),
        ("https://api.github.co", "https://api.github.co"), ("", ""),
    ])
    func `only whole addresses are rewritten`(text: String, expected: String) {
        #expect(rewriting.rewritten(text) == expected)
    }

    @Test func `the pieces of a text do not matter`() {
        let text = "x https://api.github.com/a https://api.github.com.b https://api.github.com"
        let whole = rewriting.rewritten(Array(text.utf8))
        for size in 1...text.utf8.count {
            var stream = AddressRewriting.Stream(rewriting)
            var pieces: [UInt8] = []
            var rest = Array(text.utf8)[...]
            while !rest.isEmpty {
                pieces += stream.next(Array(rest.prefix(size)))
                rest = rest.dropFirst(size)
            }
            #expect(pieces + stream.end() == whole, "pieces of \(size)")
        }
    }

    @Test func `a base with a path is rewritten with it`() throws {
        let enterprise = AddressRewriting(
            api: try #require(WebAddress("https://ghe.example/api/v3")), own: "http://localhost:1")
        #expect(
            enterprise.rewritten("https://ghe.example/api/v3/user") == "http://localhost:1/user")
        #expect(
            enterprise.rewritten("https://ghe.example/api/v30") == "https://ghe.example/api/v30")
        #expect(enterprise.rewritten("https://ghe.example/user") == "https://ghe.example/user")
    }

    @Test(arguments: [
        ("application/json", true), ("application/vnd.github+json; charset=utf-8", true),
        ("Application/JSON", true), ("text/plain", false), ("application/octet-stream", false),
        ("image/json", true), ("", false),
    ])
    func `only JSON is opened`(type: String, isOpened: Bool) {
        let fields: HTTPFields = [.contentType: type]
        #expect(ProxyContent(fields, rewriting).changesLength == isOpened)
        #expect(!ProxyContent(fields, nil).changesLength)
    }

    @Test func `a compressed body is opened, and one that is cut short is not whole`() {
        // gzip of {"url":"https://api.github.com/x"}
        let gzip: [UInt8] = [
            31, 139, 8, 0, 0, 0, 0, 0, 2, 3, 171, 86, 42, 45, 202, 81, 178, 82, 202, 40,
            41, 41, 40, 182, 210, 215, 79, 44, 200, 212, 75, 207, 44, 201, 40, 77, 210, 75,
            206, 207, 213, 175, 80, 170, 5, 0, 180, 19, 94, 16, 34, 0, 0, 0,
        ]
        let fields: HTTPFields = [.contentType: "application/json", .contentEncoding: "gzip"]
        for cut in [gzip.count, gzip.count - 1] {
            var content = ProxyContent(fields, rewriting)
            var text = ""
            for byte in gzip.prefix(cut) {
                content.feed([byte])
                while case .bytes(let bytes) = content.next() {
                    text += String(decoding: bytes, as: UTF8.self)
                }
            }
            if case .bytes(let bytes) = content.end() {
                text += String(decoding: bytes, as: UTF8.self)
            } else {
                text += "damaged"
            }
            let isWhole = text == #"{"url":"http://127.0.0.1:8080/x"}"#
            #expect(isWhole == (cut == gzip.count) && text.hasSuffix("damaged") != isWhole)
        }
        for body in [Array("not gzip, but long enough".utf8), gzip + [0]] {
            var content = ProxyContent(fields, rewriting)
            guard case .damaged = content.whole(body, maximum: 1000) else {
                Issue.record("a damaged body was opened")
                continue
            }
        }
    }

    @Test func `a body that becomes long is opened in pieces`() {
        // 10 MB of spaces.
        let bomb = GzipFixture.spaces
        let fields: HTTPFields = [.contentType: "application/json", .contentEncoding: "x-gzip"]
        var content = ProxyContent(fields, rewriting)
        #expect(content.whole(bomb, maximum: 1 << 20) == nil)
        content = ProxyContent(fields, rewriting)
        content.feed(bomb)
        var (count, longest) = (0, 0)
        while case .bytes(let bytes) = content.next() {
            count += bytes.count
            longest = max(longest, bytes.count)
        }
        guard case .bytes(let rest) = content.end() else {
            Issue.record("not whole")
            return
        }
        #expect(count + rest.count == 10_000_000 && longest <= 65 << 10)
    }
}

/// Deflates what a test needs, without a library of its own.
private enum GzipFixture {
    static let spaces = {
        let source = [UInt8](repeating: 0x20, count: 10_000_000)
        return [UInt8](unsafeUninitializedCapacity: 1 << 16) { target, count in
            var stream = z_stream()
            // 16 makes gzip.
            deflateInit2_(
                &stream, Z_BEST_COMPRESSION, Z_DEFLATED, MAX_WBITS + 16, 9, Z_DEFAULT_STRATEGY,
                ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
            source.withUnsafeBufferPointer { source in
                stream.next_in = UnsafeMutablePointer(mutating: source.baseAddress)
                stream.avail_in = uInt(source.count)
                stream.next_out = target.baseAddress
                stream.avail_out = uInt(target.count)
                deflate(&stream, Z_FINISH)
            }
            count = Int(stream.total_out)
            deflateEnd(&stream)
        }
    }()
}
