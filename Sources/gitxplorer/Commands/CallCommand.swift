import ArgumentParser
import ExplorerRPC
import Glibc
import JSONCore

/// `gitxplorer call`: one request, in process or to a running server.
struct CallCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "call",
        abstract: "Send one request and print its result.",
        discussion: """
            gitxplorer call user.summary '{"login": "octocat"}'
            gitxplorer call --sandbox users.random '[5]'
            echo '{"query": "tom repos:>42"}' | gitxplorer call search.users -
            gitxplorer call --connect unix:$XDG_RUNTIME_DIR/gx.sock cache.stats

            The result goes to standard output. An error object goes to standard error, as does a \
            progress bar on a terminal. Exit status: 0 result, 1 JSON-RPC error, 3 no connection, \
            64 wrong usage.
            """)

    @Argument(
        help: "Name of the method, such as user.summary.",
        completion: .list(MethodCatalog.methods.map { $0.name }))
    var method: String

    @Argument(help: "Params as a JSON object or array, or - to read them from standard input.")
    var params: String?

    @OptionGroup var asking: AskingOptions

    func run() async throws {
        let params = try readParams()
        let outcome = try await asking.answer(method, isIntroduced: false) { _ in params }.outcome
        Process.show(outcome)
        if case .failure = outcome { throw ExitCode(1) }
    }

    private func readParams() throws -> JSONValue? {
        guard let params else { return nil }
        let bytes = params == "-" ? Process.readAll(STDIN_FILENO) : Array(params.utf8)
        let fault: String
        do {
            let value = try JSONParser().parse(bytes)
            if value.objectValue != nil || value.arrayValue != nil { return value }
            fault = "must be a JSON object or array"
        } catch {
            fault = "is not JSON: \(error)"
        }
        if MethodCatalog.method(method) == nil { throw CommandError.noMethod(method) }
        throw CommandError.usage("PARAMS \(fault).\(example)")
    }

    /// How the method is called, with a space before it; empty if PARAMS was meant to be JSON.
    private var example: String {
        guard let first = params?.first, !"{[-".contains(first),
            let example = MethodCatalog.method(method)?.documentation.examples.first
        else { return "" }
        let quoted = JSONValue.object(example.params).text.shellQuoted
        return " Try: gitxplorer call \(method) \(quoted)"
    }
}

extension String {
    /// As one word of a shell's command line.
    var shellQuoted: String {
        let parts = split(separator: "'", omittingEmptySubsequences: false)
        return "'\(parts.joined(separator: "'\\''"))'"
    }
}
