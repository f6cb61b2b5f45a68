import ArgumentParser
import GitHubSandbox

#if canImport(Glibc)
    import Glibc
#endif

/// `gitxplorer sandbox`: the GitHub simulator alone.
struct SandboxCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sandbox",
        abstract: "Run the GitHub simulator on 127.0.0.1.",
        discussion: """
            A deterministic GitHub REST API: users, repositories and stargazers follow from the \
            seed. Its first line of output says where it listens. Every world has the user \
            octocat, the organisation github and the repository octocat/Hello-World.

            GET  /_sandbox/stats    requests so far
            POST /_sandbox/config   latencyMs, rateLimit, faults
            POST /_sandbox/mutate   change a repository's stars, delete or rename a user
            POST /_sandbox/reset    forget all of that
            """)

    @OptionGroup var options: SandboxOptions

    func run() async throws {
        let signals = await Signals()
        let server: SandboxServer
        do {
            server = try await SandboxServer.start(options.configuration)
        } catch {
            Process.complain("the sandbox cannot start: \(error)")
            throw ExitCode(1)
        }
        Process.writeAll("listening on \(server.baseURL)\n", to: STDOUT_FILENO)
        await signals.waitForEnd()
        await server.stop()
    }
}
