import Secrets
import TestSupport
import Foundation
import HTTPCore
import HTTPTypes
import Synchronization
import Testing

@testable import HTTPCache

@Suite struct ResponseStoreTests {
    private let fixture: StoreFixture

    init() throws {
        fixture = try StoreFixture()
    }

    private func check(
        _ store: ResponseStore, _ request: HTTPTransportRequest = .get(), has text: String?,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async {
        let found = await fixture.text(for: request, in: store)
        #expect(found == text, sourceLocation: sourceLocation)
    }

    @Test func `a stored response is found at once and after a restart`() async {
        let first = fixture.store()
        await fixture.keep("a", in: first)
        await check(first, has: "a")
        await first.close()
        await check(first, has: nil)
        let second = fixture.store()
        await check(second, has: "a")
        await second.close()
    }

    @Test func `every part of a response is restored`() async throws {
        let store = fixture.store()
        let key = await store.key(of: .get(token: "t"))
        var fields: HTTPFields = [
            .eTag: "W/\"1:2\"", .server: "<https://x/{?since}>; rel=\"first\"",
        ]
        fields.append(HTTPField(name: .setCookie, value: "a"))
        fields.append(HTTPField(name: .setCookie, value: "b"))
        let body: [UInt8] = Array(0...255)
        let time = fixture.clock.now
        await store.store(
            StoredResponse(
                key: key, varying: VaryingFields(text: "accept:a"), status: 301, fields: fields,
                body: body, requestedAt: time, receivedAt: time.addingTimeInterval(2),
                usedAt: time.addingTimeInterval(2)))
        await store.flush()
        let found = try #require(await store.response(for: key, fields: [.accept: "a"]))
        #expect(found.key == key)
        #expect(found.status == 301)
        #expect(found.fields == fields)
        #expect(found.body == body)
        #expect(found.requestedAt == time)
        #expect(found.receivedAt == time.addingTimeInterval(2))
        #expect(await store.response(for: key, fields: [.accept: "b"]) == nil)
        await store.close()
    }

    @Test func `two stores on one file find each other's responses`() async {
        let first = fixture.store()
        let second = fixture.store()
        await fixture.keep("a", for: .get("/a", token: "t"), in: first)
        await fixture.keep("b", for: .get("/b"), in: second)
        await first.flush()
        await second.flush()
        await check(second, .get("/a", token: "t"), has: "a")
        await check(first, .get("/b"), has: "b")
        await first.close()
        await second.close()
    }

    @Test(arguments: ["remove", "invalidate", "clear", "clear tag"])
    func `a removed response is not found`(way: String) async {
        let store = fixture.store()
        await fixture.keep("a", in: store)
        let key = await store.key(of: .get())
        switch way {
        case "remove": await store.remove(key)
        case "invalidate": await store.invalidate(url: key.url)
        case "clear": _ = await store.clear()
        default: _ = await store.clear(tag: "octocat")
        }
        #expect(await store.response(for: key, fields: [:]) == nil)
        await store.close()
    }

    @Test(arguments: [(bytes: 1_048_576, rests: 1), (bytes: 1_048_575, rests: 0)])
    func `memory is returned after much has been written`(much: (bytes: Int, rests: Int)) async {
        let rests = Mutex(0)
        let store = ResponseStore(
            path: fixture.path, logger: fixture.log.logger,
            onRest: { rests.withLock { $0 += 1 } })
        await fixture.keep(Array(repeating: 0x61, count: much.bytes), in: store)
        await store.flush()
        #expect(rests.withLock { $0 } == much.rests)
        await store.close()
    }

    @Test(.patience)
    func `many small writes together return memory`() async {
        let gate = Gate()
        let store = ResponseStore(
            path: fixture.path, logger: fixture.log.logger, onRest: { gate.open() })
        for page in 0..<11 {
            let body = Array(repeating: UInt8(ascii: "a"), count: 100_000)
            await fixture.keep(body, for: .get("/\(page)"), in: store)
            await store.flush()
        }
        await gate.pass()
        await store.close()
    }

    @Test func `eight stores that create one file and write concurrently lose nothing`() async {
        let stores = (0..<8).map { _ in fixture.store() }
        await withTaskGroup(of: Void.self) { group in
            for (number, store) in stores.enumerated() {
                group.addTask {
                    for page in 0..<20 {
                        await fixture.keep("\(number)", for: .get("/\(number)/\(page)"), in: store)
                        await store.flush()
                    }
                }
            }
        }
        #expect(await stores[0].statistics().entries == 160)
        #expect(fixture.log.messages.isEmpty)
        for store in stores { await store.close() }
        #expect(CacheCheck.run(path: fixture.path) == .sound)
    }

    @Test func `an older response does not replace a newer one of another process`() async {
        let slow = fixture.store()
        let quick = fixture.store()
        fixture.clock.advance(10)
        await fixture.keep("new", in: quick)
        await quick.flush()
        fixture.clock.advance(-5)
        await fixture.keep("old", in: slow)
        await slow.flush()
        // A response from the future is replaced.
        await check(quick, has: "old")
        fixture.clock.advance(5)
        await fixture.keep("newer", in: quick)
        await quick.flush()
        fixture.clock.advance(5)
        await slow.store(
            StoredResponse(
                key: await slow.key(of: .get()), varying: VaryingFields(text: ""), status: 200,
                fields: [:], body: [], requestedAt: fixture.clock.now.addingTimeInterval(-9),
                receivedAt: fixture.clock.now, usedAt: fixture.clock.now))
        await slow.flush()
        await check(quick, has: "newer")
        await slow.close()
        await quick.close()
    }

    @Test func `each token is one identity`() async {
        let store = fixture.store()
        let first = await store.key(of: .get(token: "1")).identity
        #expect(await store.key(of: .get(token: "2")).identity != first)
        #expect(await store.key(of: .get()).identity == .anonymous)
        await store.close()
        let again = fixture.store()
        #expect(await again.key(of: .get(token: "1")).identity == first)
        let other = fixture.store("other.sqlite")
        #expect(await other.key(of: .get(token: "1")).identity != first)
        await again.close()
        await other.close()
    }

    @Test func `no token is in the file`() async throws {
        let store = fixture.store()
        let token = "ghp_0123456789abcdef"
        await fixture.keep("a", for: .get(token: token), in: store)
        await store.close()
        let bytes = try Data(contentsOf: URL(fileURLWithPath: fixture.path))
        #expect(bytes.range(of: Data("/users/octocat".utf8)) != nil)
        #expect(bytes.range(of: Data(token.utf8)) == nil)
    }

    @Test func `clearing removes everything, returns the space and gives the count`() async throws {
        let store = fixture.store()
        let body = [UInt8].noise(100_000)
        for number in 0..<20 {
            await fixture.keep(body, for: .get("/\(number)"), in: store)
        }
        let full = await store.statistics()
        #expect(full.entries == 20)
        #expect(full.bytes > 2_000_000)
        #expect(await store.clear() == 20)
        #expect(try fixture.directory.size(of: "cache.sqlite-wal") == 0)
        let empty = await store.statistics()
        #expect(empty.entries == 0)
        #expect(empty.bytes < 200_000)
        await store.close()
        let file = try Data(contentsOf: URL(fileURLWithPath: fixture.path))
        #expect(file.count < 200_000)
    }

    @Test func `clearing one tag ignores letter case and keeps the others`() async {
        let store = fixture.store()
        await fixture.keep("a", for: .get("/users/Octocat"), in: store)
        await fixture.keep("b", for: .get("/users/octocat/repos", token: "t"), in: store)
        await fixture.keep("c", for: .get("/users/hubot"), in: store)
        #expect(await store.clear(tag: "OCTOCAT") == 2)
        await check(store, .get("/users/Octocat"), has: nil)
        await check(store, .get("/users/octocat/repos", token: "t"), has: nil)
        await check(store, .get("/users/hubot"), has: "c")
        #expect(await store.clear(tag: "octocat") == 0)
        await store.close()
    }

    @Test func `clearing one tag returns its space`() async throws {
        let store = fixture.store()
        for number in 0..<10 {
            await fixture.keep(.noise(50_000), for: .get("/users/octocat/\(number)"), in: store)
        }
        #expect(await store.statistics().bytes > 500_000)
        #expect(await store.clear(tag: "octocat") == 10)
        #expect(await store.statistics().bytes < 100_000)
        await store.close()
    }

    @Test func `clears are noticed after the file and its lock were deleted`() async throws {
        let store = fixture.store()
        await fixture.keep("a", in: store)
        await store.flush()
        _ = store.clears
        for name in try fixture.directory.names {
            try FileManager.default.removeItem(atPath: fixture.directory.file(name))
        }
        await fixture.keep("b", in: store)
        await store.flush()
        let before = store.clears
        let other = fixture.store()
        _ = await other.clear()
        #expect(store.clears != before)
        await store.close()
        await other.close()
    }

    @Test func `the newest of several matching responses is found`() async {
        let store = fixture.store()
        for (seconds, varying) in [(1.0, "accept:x"), (2, ""), (0, "accept-language:")] {
            let time = fixture.clock.now.addingTimeInterval(seconds)
            await store.store(
                StoredResponse(
                    key: await store.key(of: .get()), varying: VaryingFields(text: varying),
                    status: 200, fields: [:], body: Array("\(seconds)".utf8), requestedAt: time,
                    receivedAt: time, usedAt: time))
            await store.flush()
        }
        await check(store, .get(fields: [.accept: "x"]), has: "2.0")
        await store.close()
    }

    @Test func `redirects are not among the newest responses`() async {
        let store = fixture.store()
        let time = fixture.clock.now
        await store.store(
            StoredResponse(
                key: await store.key(of: .get("/users?since=1")),
                varying: VaryingFields(text: ""), status: 301, fields: [:], body: [],
                requestedAt: time, receivedAt: time, usedAt: time))
        let found = await store.newest(
            urlPrefix: "https://api.github.com/users?", credential: nil, limit: 9)
        #expect(found.isEmpty)
        await store.close()
    }

    @Test func `the newest responses with a prefix come first, for one identity`() async {
        let store = fixture.store()
        for since in [1, 2, 3] {
            await fixture.keep("\(since)", for: .get("/users?since=\(since)"), in: store)
            fixture.clock.advance(1)
        }
        await fixture.keep("x", for: .get("/users/octocat"), in: store)
        await fixture.keep("y", for: .get("/users?since=4", token: "t"), in: store)
        let found = await store.newest(
            urlPrefix: "https://api.github.com/users?", credential: nil, limit: 2)
        #expect(found.map { String(decoding: $0.body, as: UTF8.self) } == ["3", "2"])
        let other = await store.newest(
            urlPrefix: "https://api.github.com/users?", credential: Secret("t"), limit: 9)
        #expect(other.map { String(decoding: $0.body, as: UTF8.self) } == ["y"])
        await store.close()
    }

    @Test func `the file and its directory are private`() async throws {
        let path = fixture.directory.file("made/by/us/cache.sqlite")
        let store = ResponseStore(path: path, logger: fixture.log.logger)
        await fixture.keep("a", in: store)
        await store.flush()
        let directories = ["made", "made/by/us"].map { (fixture.directory.file($0), 0o700) }
        for (name, mode) in [(path, 0o600), (path + "-wal", 0o600)] + directories {
            let attributes = try FileManager.default.attributesOfItem(atPath: name)
            #expect(attributes[.posixPermissions] as? Int == mode, "\(name)")
        }
        await store.close()
    }

    @Test func `a readable file is made private`() async throws {
        let path = fixture.path
        try Data().write(to: URL(fileURLWithPath: path))
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        let store = fixture.store()
        await fixture.keep("a", in: store)
        await store.close()
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test func `statistics contain the file's path and size limit`() async {
        let store = fixture.store(maximumBytes: 1_000_000)
        let statistics = await store.statistics()
        #expect(statistics.path == fixture.path)
        #expect(statistics.maxBytes == 1_000_000)
        #expect(statistics.entries == 0)
        #expect(statistics.counts == CacheCounts())
        await store.close()
    }
}
