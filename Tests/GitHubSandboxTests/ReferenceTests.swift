import Foundation
import JSONCore
import Testing

@testable import GitHubSandbox

/// `Documentation/sandbox.md`, which users read before they trust the sandbox.
@Suite struct ReferenceTests {
    private let page: String

    init() throws {
        let path = Facts.path("../../Documentation/sandbox.md")
        page = try String(contentsOf: URL(fileURLWithPath: path), encoding: .utf8)
    }

    @Test func `the table of endpoints is generated from the routes`() {
        #expect(
            page.contains("<!-- endpoints -->\n\(EndpointTable.markdown)\n<!-- /endpoints -->"),
            "make schemas writes it anew")
    }

    @Test func `every endpoint outside of the API is listed`() {
        for route in Router.sites + Router.control {
            #expect(page.contains("\n| `\(route.method) \(route.path)` |"))
        }
    }

    @Test func `every limit is listed`() {
        let limiter = RateLimiter(anonymousLimit: SandboxConfiguration().rateLimit)
        for resource in Route.Resource.allCases where ![.free, .points].contains(resource) {
            let (anonymous, signedIn) = (
                limiter.status(resource, client: nil, now: 0),
                limiter.status(resource, client: 1, now: 0)
            )
            #expect(
                page.contains(
                    "\n| `\(resource.rawValue)` | \(anonymous.limit) | \(signedIn.limit) | \(anonymous.reset) s |"
                ))
        }
    }

    @Test(arguments: [
        ("Users", AccountSearch.qualifiers), ("Repositories", RepositorySearch.qualifiers),
    ])
    func `every qualifier is listed`(kind: String, qualifiers: Set<String>) {
        let names = qualifiers.sorted().map { "`\($0)`" }.joined(separator: ", ")
        #expect(page.contains("\n- \(kind): \(names).\n"))
    }

    @Test func `every fault and every token prefix is listed`() {
        for name in Fault.Kind.allCases.map(\.rawValue) + Credential.prefixes {
            #expect(page.contains("`\(name)`"))
        }
    }

    @Test func `unproven claims are listed in one place`() throws {
        let parts = page.components(separatedBy: "## Unproven\n")
        let list = try #require(parts.last).components(separatedBy: "\n## ")[0]
        let marked = parts[0].components(separatedBy: "\n")
            .filter { $0.hasPrefix("|") && $0.contains("unproven") }
        #expect(marked.count > 5)
        for row in marked {
            let cell = row.components(separatedBy: " | ")[0].dropFirst(2)
            #expect(list.contains("- \(cell): "), "\(row)")
        }
    }

    @Test func `the recordings it names are in the repository`() throws {
        let known = Set(try Facts.recordings().compactMap { $0["id"]?.stringValue })
        let named = page.matches(of: /\bd\d{4}\b/).map { String($0.0) }
        #expect(named.count > 10)
        #expect(Set(named).subtracting(known) == [])
    }
}
