import CZlib
import Testing

@testable import GitHubSandbox

/// Compressed responses and their tags.
@Suite struct CompressionTests {
    private let sandbox = TestSandbox(SandboxConfiguration(rateLimit: 1000))

    @Test(arguments: ["gzip", "deflate, GZIP;q=0.5", "br,gzip", "gzip; q=1.0"])
    func `text is sent as gzip if the client accepts it, with a weak ETag`(accepted: String)
        throws
    {
        let plain = sandbox.get("/users/octocat")
        let tag = try #require(plain.header("ETag"))
        let reply = sandbox.get("/users/octocat", ["Accept-Encoding": accepted])
        #expect(reply.header("Content-Encoding") == "gzip")
        #expect(reply.header("ETag") == "W/\(tag)")
        #expect(reply.body == Compressed.gzip(plain.body))
    }

    @Test(arguments: ["gzip;q=0", "identity", "deflate", "gzip-like", ""])
    func `other clients get plain text with a strong ETag`(accepted: String) {
        let reply = sandbox.get("/users/octocat", ["Accept-Encoding": accepted])
        #expect(reply.header("Content-Encoding") == nil)
        #expect(reply.header("ETag")?.hasPrefix("\"") ?? false)
    }

    @Test func `a weak ETag gives a 304 with the strong one`() throws {
        let headers = ["Accept-Encoding": "gzip"]
        let tag = try #require(sandbox.get("/users/octocat", headers).header("ETag"))
        let reply = sandbox.get("/users/octocat", headers.merging(["If-None-Match": tag]) { $1 })
        #expect(reply.status == 304)
        #expect(reply.header("ETag") == String(EntityTag.strong(tag[...])))
        #expect(reply.header("Content-Encoding") == nil)
    }

    @Test func `errors are compressed, avatars are not`() {
        let headers = ["Accept-Encoding": "gzip"]
        let missing = sandbox.get("/users/nobody-at-all", headers)
        #expect(missing.header("Content-Encoding") == "gzip")
        #expect(sandbox.get("/avatars/u/1", headers).header("Content-Encoding") == nil)
    }

    @Test(arguments: [("", 0), ("123456789", 0xCBF4_3926), ("abcdefgh", 0xAEEF_2A50)])
    func `the checksum is CRC-32`(text: String, checksum: UInt32) {
        #expect(Compressed.checksum(Array(text.utf8)) == checksum)
    }

    @Test(arguments: [0, 1, 65_535, 65_536, 200_000])
    func `gzip contains the data, its checksum and its length`(count: Int) {
        let data = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let file = Compressed.gzip(data)
        #expect(file.prefix(3) == [0x1F, 0x8B, 8])
        // The inflater takes zlib's format: the same blocks with another header and trailer.
        let tail = UInt32(truncatingIfNeeded: adler32(1, data, uInt(count)))
        let stream = [0x78, 0x01] + file.dropFirst(10).dropLast(8) + Compressed.bytes(tail)
        var size = uLong(count)
        var found = [UInt8](repeating: 0, count: count + 1)
        #expect(uncompress(&found, &size, stream, uLong(stream.count)) == Z_OK)
        #expect(size == uLong(count) && Array(found.prefix(count)) == data)
        let numbers = [Compressed.checksum(data), UInt32(count)]
        #expect(Array(file.suffix(8)) == numbers.flatMap { Compressed.bytes($0.byteSwapped) })
    }
}
