import ArgumentParser
import ExplorerRPC
import FoundationEssentials
import JSONCore
import JSONSchema
import Testing

@testable import gitxplorer

@Suite struct PeoplesWordsTests {
    @Test func `each word is a command`() {
        let names = GitXplorer.configuration.subcommands.compactMap { $0.configuration.commandName }
        for word in Word.all {
            #expect(names.contains(word.name))
        }
    }

    @Test func `each optional param is a flag, and each required one part of the argument`() throws
    {
        for (index, word) in Word.all.enumerated() {
            let command = GitXplorer.configuration.subcommands[index]
            let flags = EnvironmentArguments.names(of: command)
            for param in word.method.documentation.allParams
            where !param.isRequired && param.name != "workDoneToken" {
                #expect(flags.contains(param.flagName), "\(word.name)")
            }
        }
    }

    @Test func `flags become params, and a flag that is not given becomes none`() throws {
        let command = try PeopleCommand<2>.parse([
            "octocat", "--no-forks", "--limit", "5", "--sort", "name", "--sandbox",
        ])
        #expect(command.flags.subject == "octocat")
        #expect(command.flags.params == ["sort": "name", "limit": 5, "forks": false])
        #expect(try PeopleCommand<0>.parse([]).flags.params == [:])
    }

    @Test(arguments: [
        (["octocat", "--limit", "0"], "--limit: expected an integer from 1 to 10000, found 0."),
        (
            ["octocat", "--limit", "x"],
            "--limit: expected an integer from 1 to 10000, found \"x\"."
        ),
        (["octo/cat"], "LOGIN: expected a GitHub login"),
    ])
    func `a bad value is refused with the name of its flag`(words: [String], sentence: String) {
        let error = #expect(throws: (any Error).self) { try PeopleCommand<2>.parse(words) }
        #expect(PeopleCommand<2>.message(for: error!).hasPrefix(sentence))
    }

    @Test func `the flag for repositories has their orders`() throws {
        let words = ["tom", "repos:>10", "--sort", "stars"]
        #expect(throws: (any Error).self) { try PeopleCommand<10>.parse(words) }
        let command = try PeopleCommand<10>.parse(words + ["--repositories"])
        #expect(command.flags.subject == "tom repos:>10")
        #expect(command.flags.params == ["sort": "stars"])
    }
}

@Suite struct PageNameTests {
    /// The forms that all clients accept.
    private static let forms: [JSONValue] = {
        let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let text = (try? Data(contentsOf: tests.appending(path: "names.json"))) ?? Data()
        return (try? JSONParser().parse(Array(text)))?.arrayValue ?? []
    }()

    @Test func `names and pages are understood as by all clients`() {
        #expect(!Self.forms.isEmpty)
        for form in Self.forms {
            let text = form["text"]?.stringValue ?? ""
            let name = PageName(text)
            let trimmed = text.split(separator: " ").joined(separator: " ")
            #expect(name.login == form["login"]?.stringValue ?? trimmed)
            #expect(name.repository == form["repository"]?.stringValue)
        }
    }

    @Test func `pages of another GitHub are names there`() throws {
        let name = PageName("https://ghe.example.com/octocat", hosts: ["ghe.example.com"])
        #expect(name.login == "octocat")
        let options = try UpstreamOptions.parse(["--api-url", "https://api.corp.ghe.com/"])
        #expect(options.origin.hosts == ["github.com", "corp.ghe.com"])
    }
}
