import Foundation
import JSONCore
import Testing

@testable import GitHubSandbox

/// `Documentation/sandbox.md`, which strangers read before they trust the sandbox.
@Suite struct ReferenceTests {
    @Test func `the page in the repository is the one that the tables make`() throws {
        let path = Facts.path("../../Documentation/sandbox.md")
        let written = try String(contentsOf: URL(fileURLWithPath: path), encoding: .utf8)
        #expect(written == SandboxReference.page, "make schemas writes it anew")
    }

    @Test func `every endpoint is in it with where it is documented`() {
        for route in Router.api + Router.sites + Router.control {
            #expect(SandboxReference.page.contains("`\(route.method) \(route.path)`"))
            #expect(!route.documentation.isEmpty)
        }
    }

    @Test func `what nothing proves is listed in one place`() throws {
        let parts = SandboxReference.page.components(separatedBy: "## Unproven\n")
        let list = try #require(parts.last).components(separatedBy: "\n## ")[0]
        let marked = parts[0].components(separatedBy: "\n")
            .filter { $0.hasPrefix("|") && $0.contains("unproven") }
        #expect(marked.count > 5)
        for row in marked {
            let cell = row.components(separatedBy: " | ")[0].dropFirst(2)
            #expect(list.contains("- \(cell): "), "\(row)")
        }
    }

    @Test func `recordings that it names are in the repository`() throws {
        let known = Set(try Facts.recordings().compactMap { $0["id"]?.stringValue })
        let named = SandboxReference.page.matches(of: /\bd\d{4}\b/).map { String($0.0) }
        #expect(named.count > 10)
        #expect(Set(named).subtracting(known) == [])
    }
}
