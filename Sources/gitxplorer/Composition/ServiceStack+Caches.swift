import Explorer
import ExplorerRPC
import HTTPCache
import HTTPCore
import Logging
import RedisClient
import Secrets
import ServerEnvironment
import SharedCache

extension ServiceStack {
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

    /// Results in the file, for this version, these addresses and the current identity.
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
        _ current: CurrentToken, _ logger: Logger
    ) throws -> SharedCache? {
        guard let configuration = try options.shared.configuration(environment), !options.offline
        else { return nil }
        if configuration.password == nil, current.value == nil {
            logger.warning(
                "\(configuration.url) has no password; nothing is shared without a token")
        }
        return SharedCache(
            SharedCache.client(configuration, logger), logger: logger,
            concurrency: options.upstreamConcurrency,
            longestWait: .seconds(options.requestTimeout),
            longestTransfer: .seconds(options.upstreamTimeout), credential: { current.value },
            onClear: { _ = await store.clear(login: $0) },
            onInvalidate: { await store.invalidate(where: $0) })
    }
}

extension ResponseStore {
    /// Removes all responses, or those about one login; returns their number.
    func clear(login: String?) async -> Int {
        if let login { await clear(tag: login) } else { await clear() }
    }
}
