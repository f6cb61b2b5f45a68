import NIOHTTP1
import Testing

@testable import HTTPFront

@Suite struct WebPagesTests {
    @Test(arguments: [
        ("/home/a b/é", "/home/a b/é"),
        (#"/"><b a='1'>&amp;"#, "/&#34;&#62;&#60;b a='1'&#62;&#38;amp;"),
        ("/a\u{1}\n\r\t", "/a&#1;&#10;&#13;&#9;"), ("/\"\u{301}", "/&#34;\u{301}"), ("", ""),
    ])
    func `a path stays inside its attribute`(path: String, escaped: String) {
        #expect(WebPages.attribute(path) == escaped)
    }

    @Test(arguments: [
        ("gzip", true), ("br, GZIP;q=0.5", true), ("deflate,gzip ; q=1", true),
        ("gzip;q=0", false), ("gzip; q=0.000", false), ("gzip;q=0, *", false), ("br", false),
        ("xgzip", false), ("", false),
    ])
    func `a coding is accepted by its name and a quality above 0`(field: String, isAccepted: Bool) {
        let accepted = HTTPHeaders([("Accept-Encoding", field)]).accepted("accept-encoding")
        #expect(accepted.contains("gzip") == isAccepted)
    }
}
