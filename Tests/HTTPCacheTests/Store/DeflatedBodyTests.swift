import Foundation
import GRDB
import Testing

@testable import HTTPCache

@Suite struct DeflatedBodyTests {
    private func check(
        _ body: [UInt8], isDeflated: Bool, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let stored = DeflatedBody(body)
        #expect((stored.length != nil) == isDeflated, sourceLocation: sourceLocation)
        #expect(try stored.body() == body, sourceLocation: sourceLocation)
        let read = DeflatedBody(data: Data(stored.data), length: stored.length)
        #expect(try read.body() == body, sourceLocation: sourceLocation)
    }

    @Test func `a repetitive body is made small, and comes back`() throws {
        let body = Array(String(repeating: "{\"login\":\"octocat\"},", count: 1_000).utf8)
        try check(body, isDeflated: true)
        #expect(DeflatedBody(body).data.count < body.count / 20)
    }

    @Test func `noise stays as it is`() throws {
        try check(.noise(10_000), isDeflated: false)
    }

    @Test(arguments: [0, 1, 8, 20])
    func `a short body comes back`(count: Int) throws {
        try check(.noise(count), isDeflated: false)
    }

    @Test(arguments: [-1, 0, 20_999, 21_001, 1 << 40])
    func `a wrong length is damage`(length: Int) {
        let body = [UInt8](repeating: 7, count: 21_000)
        let damaged = DeflatedBody(data: DeflatedBody(body).data, length: length)
        #expect(throws: DatabaseError.self) { try damaged.body() }
    }

    @Test func `bytes that do not inflate are damage`() {
        let damaged = DeflatedBody(data: Data([1, 2, 3]), length: 10)
        #expect(throws: DatabaseError.self) { try damaged.body() }
    }
}
