import CGlibc
import ExplorerRPC
import FoundationEssentials
import GitHubAPI
import HTTPCache
import Logging
import Synchronization

extension ServiceStack {
    /// The stored responses, and the answers made of them, which are forgotten when any process
    /// clears those.
    static func caches(
        _ options: UpstreamOptions, path: String, _ logger: Logger
    ) -> (ResponseStore, AnswerCache) {
        let answers = Mutex<AnswerCache?>(nil)
        let store = ResponseStore(
            path: path, maximumBytes: options.cacheMaxBytes, logger: logger,
            tagger: CacheTags.logins,
            furtherCounts: {
                answers.withLock { $0 }.map { CacheCounts($0.takeCounts()) } ?? CacheCounts()
            },
            onRest: cglibc_trim_memory)
        let cache = AnswerCache(clears: { store.clears })
        answers.withLock { $0 = cache }
        return (store, cache)
    }

    /// Answers in the file, which hold for this server's version and the addresses that it uses,
    /// and for the identity that is in use now.
    static func storedAnswers(
        _ store: ResponseStore, credential: Secret?, base: WebAddress, webURL: String
    ) -> StoredAnswers {
        let context = "\(ServerVersion.current) \(base) \(webURL)"
        return StoredAnswers(
            find: { question in
                let found = await store.answer(
                    to: "\(context) \(question)", credential: credential)
                return found.map {
                    StoredAnswers.Answer(
                        result: $0.text, expiresAt: $0.expiresAt,
                        spares: SparedRequests(all: $0.requests, limited: $0.limited))
                }
            },
            keep: { question, answer, tally in
                await store.keepAnswer(
                    answer.result, to: "\(context) \(question)", credential: credential,
                    parts: tally.parts, until: answer.expiresAt, requests: answer.spares.all,
                    limited: answer.spares.limited)
            })
    }

    static func cacheAccess(_ store: ResponseStore) -> CacheAccess {
        CacheAccess(
            statistics: { ExplorerRPC.CacheStatistics(await store.statistics()) },
            clear: { login in
                if let login { return await store.clear(tag: login) }
                return await store.clear()
            })
    }
}

extension CacheCounts {
    /// Whole answers that were given again without looking into the store.
    fileprivate init(_ answered: AnswerCounts) {
        self.init()
        hits = answered.answers
        requestsSpared = answered.spared.all
        rateLimitSpared = answered.spared.limited
    }
}

extension ExplorerRPC.CacheStatistics {
    /// As `cache.stats` tells them.
    init(_ store: HTTPCache.CacheStatistics) {
        self.init(
            path: store.path, entries: store.entries, bytes: store.bytes,
            maxBytes: store.maxBytes)
        counts = Counts(store.counts)
        lifetime = Counts(store.lifetime)
        since = store.since.map { Timestamp($0) }
        oldest = store.oldest.map { Timestamp($0) }
        newest = store.newest.map { Timestamp($0) }
        hosts = store.hosts.map { Host(host: $0.host, entries: $0.entries, bytes: $0.bytes) }
    }
}

extension ExplorerRPC.CacheStatistics.Counts {
    fileprivate init(_ counts: CacheCounts) {
        self.init()
        hits = counts.hits
        misses = counts.misses
        revalidations = counts.revalidations
        staleServed = counts.staleServed
        coalesced = counts.coalesced
        evictions = counts.evictions
        requestsSpared = counts.requestsSpared
        rateLimitSpared = counts.rateLimitSpared
    }
}
