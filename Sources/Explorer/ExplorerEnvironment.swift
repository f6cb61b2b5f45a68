package import FoundationEssentials

/// What the explorer needs besides GitHub: a clock, randomness, and a memory.
package struct ExplorerEnvironment: Sendable {
    /// A stored 200 of `/users`.
    package typealias CachedPage = (body: [UInt8], fetchedAt: Date)

    package var now: @Sendable () -> Date = { Date() }
    /// The seed of a draw for which the client gives none.
    package var randomSeed: @Sendable () -> UInt64 = { UInt64.random(in: 0 ... .max) }
    /// A small value that was saved, possibly before a restart; nil if there is none.
    package var loadMemo: @Sendable (_ key: String) async -> [UInt8]? = { _ in nil }
    package var saveMemo: @Sendable (_ key: String, _ value: [UInt8]) async -> Void = { _, _ in }
    /// Stored pages of `/users` for the current token, newest first.
    package var cachedUserPages: @Sendable (_ limit: Int) async -> [CachedPage] = { _ in [] }

    package init() {}
}
