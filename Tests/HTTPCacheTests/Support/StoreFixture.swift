import FoundationEssentials
import HTTPCore
import HTTPTypes
import TestSupport

@testable import HTTPCache

/// Stores over one file in a temporary directory.
struct StoreFixture: Sendable {
    let directory: TemporaryDirectory
    let clock = TestClock()
    let log = LogRecorder()

    /// The path of the file, unless a store gets another one.
    var path: String { directory.file("cache.sqlite") }

    init() throws {
        directory = try TemporaryDirectory()
    }

    func store(
        _ name: String = "cache.sqlite", maximumBytes: Int = ResponseStore.defaultMaximumBytes
    ) -> ResponseStore {
        ResponseStore(
            path: directory.file(name), maximumBytes: maximumBytes, logger: log.logger,
            clock: clock.read)
    }

    /// Stores `body` as the response to `request`.
    func keep(
        _ body: [UInt8], for request: HTTPTransportRequest = .get(), in store: ResponseStore
    ) async {
        await store.store(
            StoredResponse(
                key: await store.key(of: request), varying: VaryingFields(text: ""), status: 200,
                fields: [.eTag: "\"1\"", .contentType: "text/plain"], body: body,
                requestedAt: clock.now, receivedAt: clock.now, usedAt: clock.now,
                tags: (request.head.path ?? "").split(separator: "/").dropFirst().map {
                    $0.lowercased()
                }))
    }

    func keep(
        _ text: String, for request: HTTPTransportRequest = .get(), in store: ResponseStore
    ) async {
        await keep(Array(text.utf8), for: request, in: store)
    }

    /// The body that `store` has for `request`.
    func text(for request: HTTPTransportRequest = .get(), in store: ResponseStore) async -> String?
    {
        let found = await store.response(
            for: await store.key(of: request), fields: request.head.headerFields)
        return found.map { String(decoding: $0.body, as: UTF8.self) }
    }
}
