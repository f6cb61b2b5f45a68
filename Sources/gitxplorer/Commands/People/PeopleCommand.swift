import ArgumentParser
import ExplorerRPC
import Glibc
import HTTPCore
import JSONCore
import JSONRPC
import JSONSchema
import ServerEnvironment

/// `gitxplorer user`, `repos` and the other words: one request, and its result for people.
struct PeopleCommand<let index: Int>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: Word.all[index].name,
            abstract: Word.all[index].method.documentation.summary)
    }

    @OptionGroup(title: "Question") var flags: MethodFlags<index>

    @Flag(help: "Print the result as JSON, as in a pipe.")
    var json = false

    @OptionGroup var asking: AskingOptions

    private var word: Word { Word.all[index] }

    func validate() throws {
        // The pages of a running server are not known yet.
        if asking.connect == nil { _ = try flags.checked(asking.upstream.origin.hosts) }
    }

    func run() async throws {
        let flags = self.flags
        let answer = try await asking.answer(flags.method.name) { origin in
            JSONValue.object(try flags.checked(origin.hosts))
        }
        let (outcome, origin) = (answer.outcome, answer.origin)
        let subject = flags.canonicalSubject(origin.hosts)
        switch outcome {
        case _ where json || !Process.isTerminal(STDOUT_FILENO): Process.show(outcome)
        case .success(let result):
            let view = ResultView(
                result: result, word: word, subject: subject,
                items: flags.method.items, origin: origin.name,
                columns: Process.terminalColumns(STDOUT_FILENO), isColored: Process.showsColors)
            Process.output(view.text)
        case .failure(let error): throw CommandError.failure(sentence(error, answer, subject))
        }
        guard case .success(let result) = outcome else { throw ExitCode(1) }
        guard flags.opens else { return }
        let page = page(of: result, subject, origin.pages)
        if page == nil, origin.pages == nil {
            let remedy =
                asking.connect == nil
                ? "--web-url says where they are" : "the server needs --web-url"
            Process.complain("the pages of \(origin.name) are not known; \(remedy)")
        }
        guard let page, page.contains(/^https?:\/\//) else { return }
        // A browser may end well without having shown anything.
        let sentence = Browser.open(page) ? "the page is" : "no browser opens the page:"
        Process.complain("\(sentence) \(page)")
    }

    /// The page that shows the same; nil if there is none.
    private func page(of result: JSONValue, _ subject: String, _ pages: String?) -> String? {
        if word.subject.isEmpty { return result["users"]?[0]?["profileUrl"]?.stringValue }
        // Only GitHub knows the page of an app, and its own host.
        let own =
            (result["user"] ?? result["owner"])?["profileUrl"] ?? result["repository"]?["url"]
        if let own = own?.stringValue { return own + word.page }
        guard let pages else { return nil }
        if word.subject == "query" {
            return WebAddress("\(pages)/search")?.setting("q", to: subject)
                .setting("type", to: flags.usesOther ? "repositories" : "users").description
        }
        return "\(pages)/\(subject)\(word.page)"
    }

    /// An error for people: with flags for the names of params, and what to do.
    private func sentence(
        _ error: RPCError, _ answer: AskingOptions.Answer, _ subject: String
    ) -> String {
        if let wrong = error.data["errors"]?[0] {
            return MethodFlags<index>.sentence(
                wrong["path"]?.stringValue ?? "", wrong["message"]?.stringValue ?? "")
        }
        if asking.connect == nil, error.code == ErrorKind.offline.code {
            return "--offline: this is not in the cache; leave it out to ask \(answer.origin.name)."
        }
        let source = answer.tokenSource
        let page = ErrorCatalog.pageHelps(error) ? error.data["profileUrl"]?.stringValue : nil
        let signInHelps = ErrorCatalog.signInHelps(error, isAnonymous: source == nil)
        let remedy = signInHelps ? asking.loginCommand(insteadOf: source) : nil
        return error.message + (page.map { " The page of \(subject) is \($0)." } ?? "")
            + (remedy.map { " To sign in: \($0)." } ?? "")
    }
}
