import ArgumentParser
import Glibc
import HTTPCache
import JSONCore
import Logging
import RedisClient
import ServerEnvironment
import SharedCache

/// `gitxplorer cache`: maintains the cache file.
struct CacheCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cache",
        abstract: "Maintain the cache file.",
        subcommands: [Stats.self, Clear.self, Check.self, Path.self])

    /// The engine's answer, over a connection for this question.
    private static func ask<Answer>(
        _ engine: RedisConfiguration,
        _ question: (EngineUpkeep) async throws(RedisError) -> Answer
    ) async -> Result<Answer, RedisError> {
        let client = RedisClient(engine)
        let answer: Result<Answer, RedisError>
        do throws(RedisError) {
            answer = .success(try await question(EngineUpkeep(client)))
        } catch {
            answer = .failure(error)
        }
        await client.shutdown()
        return answer
    }

    struct FileOption: ParsableArguments {
        @Option(
            "SQLite file of the cache. (default: $XDG_CACHE_HOME/gitxplorer/cache.sqlite)",
            valueName: "path")
        var cache: String?

        var path: String {
            get throws {
                try cache ?? Paths(environment: Process.environment).cache.get()
            }
        }

        /// ``path``, unless another user may change the file.
        func trustedPath() throws -> String {
            let path = try path
            try CommandError.refuse(cache: path)
            return path
        }

        func store() throws -> ResponseStore {
            ResponseStore(path: try trustedPath(), logger: Logger(.text, .warning))
        }
    }

    /// Prints the contents of the file, and what all servers saved with it.
    struct Stats: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "stats",
            abstract: "Show the contents of the cache and what it saved.",
            discussion: """
                Prints a table on a terminal, and JSON otherwise. The counts are those of all servers \
                since the file was created; the method cache.stats has those of one server. \
                Counts that change without a write to the cache reach the file a little later. With \
                --shared-cache it also shows how many servers use the engine, how many responses it has, \
                and what all servers did with it.
                """)

        @OptionGroup var file: FileOption
        @OptionGroup(title: "Shared cache") var shared: SharedCacheOptions

        func run() async throws {
            let engine = try shared.configuration()
            let store = try file.store()
            let statistics = await store.statistics()
            await store.close()
            var report = CacheReport(statistics)
            if let engine {
                report.shared = SharedCacheReport(
                    url: engine.url,
                    found: await CacheCommand.ask(engine) { upkeep throws(RedisError) in
                        try await upkeep.statistics()
                    })
            }
            let text = Process.isTerminal(STDOUT_FILENO) ? report.table : report.json + "\n"
            Process.show(text)
        }
    }

    struct Clear: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "clear",
            abstract: "Remove everything, or the responses about one login.",
            discussion: """
                With --shared-cache the responses in the engine are removed, too, and every running \
                server forgets its own at once.
                """)

        @OptionGroup var file: FileOption
        @OptionGroup(title: "Shared cache") var shared: SharedCacheOptions

        @Option(help: "Remove only the responses about this user or organization.")
        var login: String?

        func run() async throws {
            let engine = try shared.configuration()
            guard login == nil || engine == nil else {
                throw CommandError.usage(
                    "The shared cache knows logins only by their servers' token; ask one of them: gitxplorer call --connect ADDRESS cache.clear."
                )
            }
            if let engine { try await clear(engine) }
            let store = try file.store()
            let removed = await store.clear(login: login)
            await store.close()
            Process.show("removed \(removed) responses\n")
        }

        private func clear(_ engine: RedisConfiguration) async throws {
            let outcome = await CacheCommand.ask(engine) { upkeep throws(RedisError) in
                try await upkeep.clear()
            }
            switch outcome {
            case .success(let removed):
                Process.show("removed \(removed) responses from \(engine.url)\n")
            case .failure(let error):
                throw CommandError.failure(
                    "\(engine.url): \(error). See 'gitxplorer cache check --shared-cache'.")
            }
        }
    }

    struct Check: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "check",
            abstract: "Check the file and every row in it. The exit status is 1 if it is damaged.",
            discussion: """
                Runs SQLite's integrity check, and compares each row with the digest that was stored \
                with it. Servers remove damaged rows when they find them.

                With --shared-cache the engine is checked instead: its version, what its user may \
                do, its memory and clock, and how long it takes to answer. Each thing that must \
                change is a sentence on standard error, and the exit status is 1.
                """)

        @OptionGroup var file: FileOption
        @OptionGroup(title: "Shared cache") var shared: SharedCacheOptions

        func run() async throws {
            if let engine = try shared.configuration() { return try await check(engine) }
            let path = try file.trustedPath()
            switch CacheCheck.run(path: path) {
            case .absent: Process.show("ok: there is no file yet\n")
            case .sound: Process.show("ok\n")
            case .damaged(let problems):
                throw CommandError.failure(
                    "\(path) is damaged: \(problems.joined(separator: "; ")). Remove it; a new one is then created."
                )
            }
        }

        private func check(_ engine: RedisConfiguration) async throws {
            let check = await EngineCheck.run(engine)
            Process.show(check.findings.map { "\($0.name): \($0.value.visible)\n" }.joined())
            for fault in check.faults { Process.complain(fault) }
            guard check.faults.isEmpty else { throw ExitCode(ExitStatus.failure.rawValue) }
            Process.show("ok\n")
        }
    }

    struct Path: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "path",
            abstract: "Print the path of the cache file.")

        @OptionGroup var file: FileOption

        func run() throws {
            Process.show(try file.path + "\n")
        }
    }
}
