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

    @Flag(help: "Also open the page in a browser: $BROWSER or xdg-open.")
    var open = false

    @OptionGroup var asking: AskingOptions

    private var word: Word { Word.all[index] }
    private var method: any DocumentedMethod.Type {
        flags.usesOther ? word.otherMethod ?? word.method : word.method
    }

    func validate() throws {
        if let wrong = try method.documentation.paramsSchema.validate(.object(params())).first {
            throw ValidationError(sentence("\(wrong.path)", wrong.message))
        }
    }

    func run() async throws {
        let outcome = try await asking.answer(method.name, .object(try params()))
        switch outcome {
        case _ where json || !Process.isTerminal(STDOUT_FILENO): Process.show(outcome)
        case .success(let result):
            let view = ResultView(
                result: result, word: word, subject: subject,
                items: method.items, origin: try await asking.upstreamName(),
                columns: Process.terminalColumns(STDOUT_FILENO), isColored: Process.showsColors)
            Process.output(view.text)
        case .failure(let error): Process.complain(sentence(error))
        }
        guard case .success(let result) = outcome else { throw ExitCode(1) }
        if open { try await Browser.open(page(of: result)) }
    }

    /// What is asked about, in its canonical form.
    private var subject: String {
        let name = PageName(flags.subject, hosts: asking.upstream.pagesHosts)
        return switch word.subject {
        case "login": name.login
        case "owner/name": name.repository ?? flags.subject
        default: flags.subject
        }
    }

    private func params() throws -> JSONObject {
        var params = flags.params
        let names = word.subject.split(separator: "/")
        let parts = names.count == 2 ? subject.split(separator: "/") : [subject[...]]
        guard names.isEmpty || parts.count == names.count else {
            throw ValidationError(
                "\(word.name) takes OWNER/NAME, such as octocat/Hello-World, found '\(subject)'.")
        }
        for (name, part) in zip(names, parts) { params[String(name)] = .string(String(part)) }
        return params
    }

    /// The page that shows the same; nil if there is none.
    private func page(of result: JSONValue) -> String? {
        let pages = asking.upstream.pagesURL
        return switch word.subject {
        case "": result["users"]?[0]?["profileUrl"]?.stringValue
        case "query":
            WebAddress("\(pages)/search")?.setting("q", to: subject)
                .setting("type", to: flags.usesOther ? "repositories" : "users").description
        default: "\(pages)/\(subject)"
        }
    }

    /// An error for people: with flags for the names of params, and what to do.
    private func sentence(_ error: RPCError) -> String {
        let data = error.value["data"]
        if let wrong = data?["errors"]?[0] {
            return sentence(wrong["path"]?.stringValue ?? "", wrong["message"]?.stringValue ?? "")
        }
        let kind = data?["kind"]?.stringValue
        let page = kind == "notFound" ? nil : data?["profileUrl"]?.stringValue
        let canSignIn = ["unauthorized", "rateLimited"].contains(kind)
        return error.message + (page.map { " Its page is \($0)." } ?? "")
            + (canSignIn ? " To sign in: gitxplorer login." : "")
    }

    /// `--per-page: expected an integer from 1 to 100, found 0.`
    private func sentence(_ path: String, _ message: String) -> String {
        let flag = word.method.documentation.allParams.first {
            "/\($0.name)" == path && !$0.isRequired
        }
        return "\(flag.map { "--\($0.flagName)" } ?? word.subject.uppercased()): \(message)."
    }
}
