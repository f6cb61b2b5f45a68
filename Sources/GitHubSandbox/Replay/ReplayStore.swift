import FoundationEssentials
import JSONCore

/// The recorded exchanges, which are served before generated ones.
struct ReplayStore: Sendable {
    private var exchanges: [String: [RecordedExchange]] = [:]

    init() {}

    /// Reads files of JSON lines, in order.
    init(files: [String]) throws(SandboxError) {
        for file in files {
            guard let data = FileManager.default.contents(atPath: file) else {
                throw .unreadableReplay(file)
            }
            try add(Array(data), from: file)
        }
    }

    /// Adds the exchanges of one file's bytes.
    mutating func add(_ bytes: [UInt8], from file: String) throws(SandboxError) {
        let parser = JSONParser()
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (number, line) in lines.enumerated() {
            guard line.contains(where: { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }) else { continue }
            let value: JSONValue
            do {
                value = try parser.parse(line)
            } catch {
                throw .invalidReplay(file, line: number + 1, reason: "\(error)")
            }
            guard let exchange = RecordedExchange(value) else {
                throw .invalidReplay(
                    file, line: number + 1,
                    reason: "expected request {method, path} and response {status}, from 100 to 599"
                )
            }
            exchanges["\(exchange.method) \(exchange.path)", default: []].append(exchange)
        }
    }

    /// The recording that answers `request`, or nil if none does.
    ///
    /// The same path and the same query, as a set, win; then a query that differs in `per_page`
    /// alone, since a server may choose its page size. `/users/X` is answered by a recorded
    /// `/orgs/X` if nothing else was recorded: they are one account. What is the reader's own,
    /// `/user` and below, is answered to a reader only.
    func find(_ request: SandboxRequest, isSignedIn: Bool) -> RecordedExchange? {
        guard !exchanges.isEmpty else { return nil }
        let segments = request.segments
        let isNumbered = segments.count > 1 && Int(segments[1]) != nil
        if segments.first == "user" && !isNumbered && !isSignedIn { return nil }
        let path = RecordedExchange.path(segments)
        if let found = find(request, path) { return found }
        guard segments.count == 2, segments[0] == "users" else { return nil }
        return find(request, "/orgs/\(segments[1])")
    }

    private func find(_ request: SandboxRequest, _ path: String) -> RecordedExchange? {
        let method = request.method == "HEAD" ? "GET" : request.method
        guard let all = exchanges["\(method) \(path)"] else { return nil }
        let query = Set(request.query.members)
        if let found = chosen(all.filter { $0.query == query }, request) { return found }
        func withoutSize(_ query: Set<Query.Member>) -> Set<Query.Member> {
            query.filter { $0.name != "per_page" }
        }
        let asked = withoutSize(query)
        return chosen(all.filter { withoutSize($0.query) == asked }, request)
    }

    /// The first match, in the order of the file.
    ///
    /// A 304 answers only a client that has the entity. A 401 concerned the recorder's own
    /// credential and is used only if nothing else was recorded.
    private func chosen(
        _ exchanges: [RecordedExchange], _ request: SandboxRequest
    ) -> RecordedExchange? {
        let answers = exchanges.filter { $0.status != 304 }
        if let found = answers.first(where: { $0.status != 401 }) ?? answers.first { return found }
        return exchanges.first { exchange in
            exchange.headers["etag"].map {
                EntityTag.matches(request.header("if-none-match"), $0)
            } ?? false
        }
    }
}
