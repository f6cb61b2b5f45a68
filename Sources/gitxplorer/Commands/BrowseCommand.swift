import ArgumentParser
import FoundationEssentials
import Glibc
import JSONCore

/// `gitxplorer browse`: becomes the terminal explorer of the Python package, with this program as
/// its server.
struct BrowseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "browse", abstract: "Explore in the terminal.",
        discussion:
            "It needs the Python package gitxplorer[browse]. Words after -- are flags of 'gitxplorer serve'."
    )

    @Argument(help: "Where to begin: random, user LOGIN, repos LOGIN, search QUERY, ...")
    var start: [String] = []

    @OptionGroup var asking: AskingOptions

    /// Python would begin its search for modules in the current folder, which may be a stranger's.
    private static let isolation = "import sys; sys.path[:] = filter(None, sys.path)\n"
    private static let check = """
        import importlib.util
        sys.exit(any(importlib.util.find_spec(name) is None for name in ("gitxplorer", "textual")))
        """
    private static let explorer = """
        import runpy
        runpy.run_module("gitxplorer", run_name="__main__", alter_sys=True)
        """

    func run() throws {
        var status: Int32 = 0
        let python = Process.start(["python3", "-c", Self.isolation + Self.check])
        if let python { while waitpid(python, &status, 0) < 0, errno == EINTR {} }
        guard python != nil else {
            throw CommandError.usage("browse needs python3, which is not in PATH; install it.")
        }
        guard status == 0 else {
            throw CommandError.usage(
                "browse needs the Python package gitxplorer[browse]; in a clone, install it with: python3 -m venv .venv-browse && . .venv-browse/bin/activate && pip install './Clients/python[browse]'"
            )
        }
        var (command, server) = Self.split(CommandLine.arguments.dropFirst(2))
        if let address = asking.connect {
            if let word = server.first { throw CommandError.noUse(for: word) }
            command += ["--connect", address]
            command += asking.clientSecretFile.map { ["--secret-file", $0] } ?? []
        } else {
            let program = try FileManager.default.destinationOfSymbolicLink(
                atPath: "/proc/self/exe")
            server = [program, "serve"] + server
            command += ["--server", server.map(\.shellQuoted).joined(separator: " ")]
        }
        // This thread blocks signals.
        var none = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, nil)
        let words = ["python3", "-c", Self.isolation + Self.explorer, "browse"] + command
        execvp("python3", words.map { strdup($0) } + [nil])
        throw CommandError.usage("python3: \(String(cString: strerror(errno))).")
    }

    /// Where to begin, and the flags of the server, as they were given. The flags of a connection
    /// are in neither.
    private static func split(_ words: ArraySlice<String>) -> ([String], [String]) {
        let options = EnvironmentArguments.flags(of: Self.self).filter { $0["kind"] == "option" }
            .compactMap { $0["preferredName"]?["name"]?.stringValue }
        var (rest, start, server): (ArraySlice<String>, [String], [String]) = (words, [], [])
        while let word = rest.popFirst(), word != "--" {
            let name = word.dropFirst(2).prefix { $0 != "=" }
            let hasValue = options.contains(String(name)) && !word.contains("=")
            let flag = [word] + (hasValue ? [rest.popFirst() ?? ""] : [])
            if !word.hasPrefix("-") {
                start += flag
            } else if !["connect", "client-secret-file"].contains(name) {
                server += flag
            }
        }
        return (start, server + rest)
    }
}
