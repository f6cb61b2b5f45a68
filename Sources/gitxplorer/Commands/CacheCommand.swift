import ArgumentParser
import HTTPCache
import JSONCore
import Logging

#if canImport(Glibc)
    import Glibc
#endif

/// `gitxplorer cache`: looks after the cache file.
struct CacheCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cache",
        abstract: "Look after the cache file.",
        subcommands: [Stats.self, Clear.self, Check.self, Path.self])

    struct FileOption: ParsableArguments {
        @Option(
            help: ArgumentHelp(
                "SQLite file of the cache. (default: $XDG_CACHE_HOME/gitxplorer/cache.sqlite)",
                valueName: "path"))
        var cache: String?

        var path: String {
            cache ?? Paths(environment: Process.environment).cache
        }

        var store: ResponseStore {
            let logger = Logger(label: "gitxplorer") {
                StandardErrorLogHandler(label: $0, format: .text, logLevel: .warning)
            }
            return ResponseStore(path: path, logger: logger)
        }
    }

    /// What the file holds, and what all servers saved with it.
    struct Stats: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "stats",
            abstract: "Show what the cache holds and what it saved.",
            discussion: """
                A table on a terminal, JSON otherwise. The counts are those of all servers since \
                the file was begun; a running server's own are in cache.stats. What a server \
                counts without storing anything is in the file a little later.
                """)

        @OptionGroup var file: FileOption

        func run() async throws {
            let store = file.store
            let statistics = await store.statistics()
            await store.close()
            let report = CacheReport(statistics)
            let text = Process.isTerminal(STDOUT_FILENO) ? report.table : report.json + "\n"
            Process.writeAll(text, to: STDOUT_FILENO)
        }
    }

    struct Clear: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "clear",
            abstract: "Remove everything, or what concerns one login.")

        @OptionGroup var file: FileOption

        @Option(help: "Only what concerns this user or organisation.")
        var login: String?

        func run() async throws {
            let store = file.store
            let removed =
                if let login { await store.clear(tag: login) } else { await store.clear() }
            await store.close()
            Process.writeAll("removed \(removed) responses\n", to: STDOUT_FILENO)
        }
    }

    struct Check: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "check",
            abstract: "Run SQLite's integrity check; exit status 1 if it fails.")

        @OptionGroup var file: FileOption

        func run() async throws {
            switch await CacheCheck.run(path: file.path) {
            case .absent: Process.writeAll("ok: there is no file yet\n", to: STDOUT_FILENO)
            case .sound: Process.writeAll("ok\n", to: STDOUT_FILENO)
            case .damaged(let problems):
                throw CommandError.failure(
                    "\(file.path) is damaged: \(problems.joined(separator: "; ")). Remove it; it is made anew."
                )
            }
        }
    }

    struct Path: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "path",
            abstract: "Print where the cache file is.")

        @OptionGroup var file: FileOption

        func run() throws {
            Process.writeAll(file.path + "\n", to: STDOUT_FILENO)
        }
    }
}
