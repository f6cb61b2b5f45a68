import ArgumentParser
import Glibc
import LinuxSystem

/// `gitxplorer web`: the server with the web explorer, in a browser.
struct WebCommand: AsyncParsableCommand, ListeningCommand {
    static let configuration = CommandConfiguration(
        commandName: "web", abstract: "Explore in a browser.",
        discussion: """
            Serves like 'gitxplorer serve' with --http, on a free port of 127.0.0.1 by default, and \
            prints the address of the page. That address works once, within 60 seconds; without it, \
            the page asks for the client secret.

            The browser is the first of $BROWSER's commands that works, or xdg-open. --stdio is for serve.
            """)

    @Flag(help: "Print the address, and do not open a browser.")
    var noOpen = false

    @Option(
        help: ArgumentHelp(
            "Read the web explorer's files from this folder, at each request.", valueName: "path",
            visibility: .hidden))
    var webFolder: String?

    @OptionGroup(title: "Listeners and connections") var serving: ServeOptions
    @OptionGroup(title: "GitHub, cache and log") var upstream: UpstreamOptions

    mutating func validate() throws {
        guard !serving.stdio else {
            throw ValidationError("--stdio is for serve; web writes an address to standard output.")
        }
        serving.http = serving.http ?? "127.0.0.1:0"
    }

    func prepare() {
        if !noOpen { _ = WaitingBrowser.writer }
    }

    func run() async throws {
        // The browser's process is not waited for, and may have ended.
        signal(SIGCHLD, SIG_IGN)
        signal(SIGPIPE, SIG_IGN)
        try await serve(pages: webFolder) { [noOpen] page in
            do throws(Errno) {
                // A copy, so that the descriptor stays open.
                try OwnedDescriptor(owning: dup(STDOUT_FILENO)).write("\(page)\n".utf8)
            } catch {
                Process.complain("the page's address cannot be printed: \(error).")
            }
            if !noOpen { WaitingBrowser.open(page) }
        }
    }
}
