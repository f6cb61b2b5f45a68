import Testing

@testable import GitHubSandbox

@Suite struct AvatarTests {
    private let sandbox = TestSandbox()

    /// Checks signature, size, and the checksum of every chunk.
    private func check(_ png: [UInt8], size: Int) throws {
        #expect(Array(png.prefix(8)) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        var rest = png.dropFirst(8)
        var types: [String] = []
        while !rest.isEmpty {
            let length = number(rest.prefix(4))
            let content = Array(rest.dropFirst(4).prefix(4 + length))
            let type = String(decoding: content.prefix(4), as: UTF8.self)
            #expect(number(rest.dropFirst(8 + length).prefix(4)) == crc32(content), "\(type)")
            if type == "IHDR" {
                #expect(number(content.dropFirst(4).prefix(4)) == size)
                #expect(number(content.dropFirst(8).prefix(4)) == size)
            }
            types.append(type)
            rest = rest.dropFirst(12 + length)
        }
        #expect(types == ["IHDR", "PLTE", "IDAT", "IEND"])
    }

    private func number(_ bytes: some Sequence<UInt8>) -> Int {
        bytes.reduce(0) { $0 << 8 | Int($1) }
    }

    /// Computed bit by bit, unlike the tested code.
    private func crc32(_ bytes: [UInt8]) -> Int {
        var crc = UInt32.max
        for byte in bytes {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
        }
        return Int(~crc)
    }

    @Test(arguments: [("", 460), ("&s=64", 64), ("&s=1", 1), ("&s=0", 1), ("&s=9999", 460)])
    func `an avatar has the requested size`(query: String, size: Int) throws {
        let reply = sandbox.get("/avatars/u/583231?v=4\(query)")
        #expect(reply.header("Content-Type") == "image/png")
        try check(reply.body, size: size)
    }

    @Test func `avatars have their own caching fields and no API headers`() throws {
        let reply = sandbox.get("/avatars/u/583231?v=4", ["User-Agent": ""])
        #expect(reply.status == 200)
        #expect(reply.header("Cache-Control") == "max-age=300")
        #expect(reply.header("X-RateLimit-Limit") == nil)
        let tag = try #require(reply.header("ETag"))
        #expect(sandbox.get("/avatars/u/583231?v=4", ["If-None-Match": tag]).status == 304)
    }

    @Test func `accounts have different avatars, always the same`() {
        let first = sandbox.get("/avatars/u/583231?v=4").body
        #expect(first == TestSandbox().get("/avatars/u/583231?v=4").body)
        #expect(first != sandbox.get("/avatars/u/9919?v=4").body)
    }

    @Test(arguments: ["/avatars/u/0", "/avatars/u/x", "/avatars/u/999999999"])
    func `an unknown account has no avatar`(target: String) {
        #expect(sandbox.get(target).status == 404)
    }
}
