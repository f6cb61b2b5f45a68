import ArgumentParser
import GitHubSandbox
import Glibc
import Hosting
import LinuxSystem

/// `gitxplorer sandbox`: runs the sandbox alone.
struct SandboxCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sandbox",
        abstract: "Run the sandbox, a simulator of GitHub, on 127.0.0.1.",
        discussion: """
            A deterministic GitHub REST API: users, repositories and stargazers follow from the \
            seed. The first line of output is its address. Every world has the user \
            octocat, the organization github and the repository octocat/Hello-World.

            GET  /_sandbox/stats      the requests so far
            POST /_sandbox/config     latencyMs, rateLimit, faults, deviceInterval,
                                      anonymousRevalidation
            POST /_sandbox/mutate     change a repository's stars or a user's number of
                                      repositories, delete or rename a user
            POST /_sandbox/authorize  approve or deny a sign-in by its code
            POST /_sandbox/reset      forget requests, faults and changes

            What is not simulated is 404 with X-Sandbox: not simulated. GraphQL knows viewer { login }.

            The POST requests take JSON with Content-Type: application/json. They require the \
            sandbox's own Host and no Origin, so that no web page can send them.
            """)

    @OptionGroup var options: SandboxOptions

    @Flag(help: "Log each request: method, path, status and milliseconds.")
    var logHttp = false

    func run() async throws {
        let signals = try EndSignals()
        let log = logHttp ? HTTPLog(label: "gitxplorer.sandbox", format: .text) : nil
        let server: SandboxServer
        do {
            server = try await SandboxServer.start(options.configuration) { exchange in
                log?.record(answered: exchange)
                exchange.notSimulated.map(Process.complain)
            }
        } catch let shortage as StartResources.Shortage {
            throw shortage
        } catch {
            throw CommandError.failure("the sandbox cannot start: \(error).")
        }
        // The terminal may be stopped. Without threads, the line does not matter.
        try? DedicatedThread.start { Process.show("listening on \(server.baseURL)\n") }
        await signals.first()
        await server.stop()
    }
}
