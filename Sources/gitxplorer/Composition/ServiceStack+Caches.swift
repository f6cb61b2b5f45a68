import CGlibc
import ExplorerRPC
import FoundationEssentials
import HTTPCache
import HTTPCore
import Logging
import RedisClient
import Secrets
import ServerEnvironment
import SharedCache
import Synchronization

extension ServiceStack {
    /// The path of the cache file.
    ///
    /// - Throws: `CommandError` for a file of the user's choice that others may change. The default
    ///   file is then not used, which is logged when it would be opened.
    static func cachePath(
        _ options: UpstreamOptions, _ paths: Paths, _ logger: Logger
    ) throws -> String {
        switch options.cachePath(paths) {
        case .success(let path):
            if options.cache != nil { try CommandError.refuse(cache: path) }
            return path
        case .failure(let reason):
            logger.warning("the cache is in memory: \(reason), or give --cache")
            return ":memory:"
        }
    }

    /// The stored responses and the results made of them, which are dropped when any process clears
    /// the responses.
    static func caches(
        _ options: UpstreamOptions, path: String, _ logger: Logger
    ) -> (ResponseStore, ResultCache) {
        let results = Mutex<ResultCache?>(nil)
        let store = ResponseStore(
            path: path, maximumBytes: options.cacheMaxBytes, logger: logger,
            furtherCounts: { results.withLock { $0 }?.takeCounts() ?? CacheCounts() },
            onRest: cglibc_trim_memory)
        let cache = ResultCache(clears: { store.clears })
        results.withLock { $0 = cache }
        return (store, cache)
    }

    /// Results in the file. They are valid for this server's version, the addresses that it uses
    /// and the current identity.
    static func storedResults(
        _ store: ResponseStore, credential: Secret?, base: WebAddress, webURL: String
    ) -> StoredResults {
        let context = "\(ServerVersion.current) \(base) \(webURL)"
        return StoredResults(
            find: { await store.result(for: "\(context) \($0)", credential: credential) },
            keep: { result, question, parts in
                await store.keep(
                    result, for: "\(context) \(question)", credential: credential, parts: parts)
            })
    }

    /// This server's part in the cache that the options say to share.
    static func sharedCache(
        _ options: UpstreamOptions, _ environment: [String: String], _ store: ResponseStore,
        isSignedIn: Bool, credential: @escaping @Sendable () -> Secret?, _ logger: Logger
    ) throws -> SharedCache? {
        guard let configuration = try options.shared.configuration(environment), !options.offline
        else { return nil }
        if configuration.password == nil, !isSignedIn {
            logger.warning(
                "\(configuration.url) has no password; nothing is shared without a token")
        }
        return SharedCache(
            SharedCache.client(configuration, logger), logger: logger,
            concurrency: options.upstreamConcurrency,
            longestWait: .seconds(options.requestTimeout),
            longestTransfer: .seconds(options.upstreamTimeout), credential: credential,
            onClear: { login in
                _ = if let login { await store.clear(tag: login) } else { await store.clear() }
            })
    }

    static func cacheAccess(_ store: ResponseStore, _ sharing: SharedCache?) -> CacheAccess {
        CacheAccess(
            statistics: {
                var statistics = await store.statistics()
                statistics.shared = await sharing?.state()
                return statistics
            },
            clear: { login in
                await sharing?.clear(login: login)
                if let login { return await store.clear(tag: login) }
                return await store.clear()
            })
    }
}
