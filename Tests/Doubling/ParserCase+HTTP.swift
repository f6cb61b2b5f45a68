import CurlHTTP
import GitHubSandbox
import GitHubAPI
import HTTPCache
import HTTPCore
import HTTPTypes
import JSONCore
import Secrets

extension ParserCase {
    static let heads = [
        ParserCase("head: fields", 250) { count in
            let lines = ["HTTP/1.1 200 OK"] + (0..<count).map { "x-\($0): v" }
            return { _ = head(lines) }
        },
        ParserCase("head: folded lines", 500) { count in
            let lines = ["HTTP/1.1 200 OK", "Link: a"] + Array(repeating: " b", count: count)
            return { _ = head(lines) }
        },
        ParserCase("head: one field many times", 250) { count in
            let lines = ["HTTP/1.1 200 OK"] + Array(repeating: "Vary: a", count: count)
            return { _ = head(lines)?.headerFields[.vary] }
        },
        ParserCase("head: interim responses", 125) { count in
            let lines = Array(repeating: ["HTTP/1.1 103 Hints", "Link: a", ""], count: count)
            return { _ = head(lines.flatMap(\.self)) }
        },
        ParserCase("head: one long line", 4_000) { count in
            let line = "x:" + copies(" ", count) + copies("v", count) + copies(" ", count)
            return { _ = head(["HTTP/1.1 200 OK", line]) }
        },
    ]

    private static let linkTexts: [(String, part: String, start: String, Int)] = [
        ("targets", "<https://api.github.com/users?page=2>; rel=\"next\", ", "", 60),
        ("other origins", "<https://example.com/>; rel=\"next\", ", "", 60),
        ("open brackets", "<", "", 250),
        ("closed brackets", ">", "", 250),
        ("pairs of brackets", "<>", "", 125),
        ("parameters", "; a=b", "<https://api.github.com/users?page=2>", 500),
        ("queries", "a=b&", "<https://api.github.com/users?", 500),
    ]

    static let links = linkTexts.map { name, part, start, size in
        ParserCase("Link: \(name)", size) { count in
            let field = start + copies(part, count) + "page=2>; rel=next"
            return {
                guard let base = WebAddress("https://api.github.com/") else { return }
                _ = PageLinks(field, base: base).nextPage(after: 1)
            }
        }
    }

    static let fields = [
        ParserCase("field: Cache-Control", 250) { count in
            let fields: HTTPFields = [.cacheControl: copies("max-age=\"1\", a,", count)]
            return { _ = CacheControl(fields) }
        },
        ParserCase("field: Vary", 250) { count in
            let names = (0..<count).map { "x-\($0)" }.joined(separator: ",")
            let response: HTTPFields = [.vary: names]
            return { _ = VaryingFields(response: response, request: [.accept: "a"]) }
        },
        ParserCase("field: digits of a date", 2_000) { count in
            let text = "2011-01-25T18:44:36." + copies("1", count) + "Z"
            return { _ = Timestamp(text) }
        },
        ParserCase("secrets: tokens", 250) { count in
            let redactor = Redactor()
            redactor.learn(Secret("secret-of-a-user"))
            let text = copies("ghp_-._ghp_", count) + copies("secret-of-a-user", count)
            return { _ = redactor.redacted(text) }
        },
        ParserCase("secrets: beginnings of tokens", 1_000) { count in
            let text = copies("ghp_", count) + copies("%67", count) + copies("-", count)
            return { _ = Redactor().redacted(text) }
        },
    ]

    private static let pageItems: [(String, item: String, Int)] = [
        ("repositories", repository, 50),
        ("empty objects", "{}", 250),
        ("wrong kinds", "[1,[2]]", 250),
        ("strings", "\"\\u0041\\n\"", 250),
    ]

    static let pages =
        pageItems.map { name, item, size in
            ParserCase("page: \(name)", size) { count in
                let items = Array(repeating: item, count: count).joined(separator: ",")
                return page("[\(items)]")
            }
        } + [
            ParserCase("page: one long object", 250) { count in
                page("[{\((0..<count).map { "\"a\($0)\":1" }.joined(separator: ","))}]")
            },
            ParserCase("page: one name many times", 250) { count in
                page("[{\"id\":1\(copies(",\"name\":\"a\"", count))}]")
            },
            ParserCase("page: one long string", 2_000) { count in
                page(
                    repository.replacing(
                        "octocat", with: copies("\\u00e9", count), maxReplacements: 1))
            },
            ParserCase("page: one long number", 2_000) { count in
                page("[{\"id\":\(copies("9", count))}]")
            },
        ]

    static let rows = [
        ParserCase("row: body", 32_000) { count in
            let body = DeflatedBody(Array(copies("octocat", count).utf8))
            return { _ = try? body.body() }
        },
        ParserCase("row: fields", 250) { count in
            let text = (0..<count).map { "x-\($0):v" }.joined(separator: "\n")
            return { _ = FieldText.fields(text) }
        },
        ParserCase("row: varying fields", 250) { count in
            let varying = VaryingFields(text: copies("accept:a\n", count))
            return { _ = varying.match([.accept: "a"]) }
        },
    ]

    static let globs = [
        ParserCase("glob: many stars", 500) { count in
            let (glob, path) = (Glob(copies("*a", count) + "*b"), copies("a", 2 * count))
            return { _ = glob.matches(path) }
        },
        ParserCase("glob: one long piece", 500) { count in
            let (glob, path) = ("*" + copies("a", count) + "b*", copies("a", 2 * count))
            return { _ = Glob(glob).matches(path) }
        },
    ]

    private static let repository = """
        {"id":1,"name":"octocat","full_name":"octocat/octocat","owner":{"login":"octocat"},
        "description":null,"stargazers_count":1,"forks_count":1,"language":"Swift","fork":false,
        "license":{"spdx_id":"MIT"},"topics":["a","b"],"html_url":"https://github.com/",
        "url":"https://api.github.com/","created_at":"2011-01-25T18:44:36Z",
        "updated_at":"2011-01-25T18:44:36Z","pushed_at":null}
        """

    private static func page(_ text: String) -> () -> Void {
        let body = Array(text.utf8)
        return { _ = try? JSONTextDecoder().decode(LossyList<Repository>.self, from: body) }
    }

    /// Parses the lines of a file with the limits of a server.
    static func head(of bytes: [UInt8]) -> () -> Void {
        let lines = bytes.split(separator: 0x0A).map { Array($0) + [0x0A] }
        return {
            var parser = ResponseHeadParser()
            for line in lines where (try? parser.append(line: line)) == nil { return }
        }
    }

    /// Passes the lines one by one, like libcurl, until one is refused.
    private static func head(_ lines: [String]) -> HTTPResponse? {
        var parser = ResponseHeadParser(maximumSize: .max, maximumLines: .max)
        for line in lines {
            guard (try? parser.append(line: Array("\(line)\r\n".utf8))) != nil else { return nil }
        }
        return parser.head
    }
}
