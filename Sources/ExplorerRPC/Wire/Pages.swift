import Explorer
import GitHubAPI
import JSONCore
import JSONSchema

extension WireType {
    /// One page of a list: its subject, its items, and where it is in the list.
    ///
    /// - Parameter items: the items' name in words is also that of the member.
    static func page<Item>(
        _ title: String, of subject: (name: String, description: String), _ items: String,
        _ type: WireType<Item>
    ) -> WireType where Value == Fetched<ListPage<Item>> {
        .fetched(
            title,
            [
                .required(subject.name, \.subject, .string, subject.description),
                .required(items, \.items, .array(of: type), "The \(items) on this page."),
                .required("page", \.page, .integer(1...), pageDescription),
                .required("perPage", \.perPage, .integer(1...), perPageDescription),
                .required(
                    "nextPage", \.nextPage, .nullable(.integer(2...)), nextPageDescription),
                .required(
                    "lastPage", \.lastPage, .nullable(.integer(1...)),
                    "The last page's number, or null if GitHub does not say."),
            ])
    }

    /// One page of what a search found.
    static func found<Match>(
        _ title: String, _ matches: String, _ type: WireType<Match>
    ) -> WireType where Value == Fetched<SearchPage<Match>> {
        .fetched(
            title,
            [
                .required("totalCount", \.totalCount, .count, "Number of \(matches) found."),
                .required(
                    "incompleteResults", \.incompleteResults, .boolean,
                    "Whether GitHub stopped the search early."),
                .required(matches, \.matches, .array(of: type), "The \(matches) on this page."),
                .required("page", \.page, .integer(1...), pageDescription),
                .required("perPage", \.perPage, .integer(1...), perPageDescription),
                .required(
                    "nextPage", \.nextPage, .nullable(.integer(2...)), nextPageDescription),
            ])
    }

    private static var pageDescription: String { "This page's number." }
    private static var perPageDescription: String { "Items per page." }
    private static var nextPageDescription: String {
        "The next page's number, or null on the last page."
    }
}

extension Property {
    /// The params `page` and `perPage`, with the defaults of `query`.
    static func pages<Query: PageQuery>(_ query: Query, _ limit: String = "") -> [Property] {
        [
            .optional("page", query.page, in: Query.pages, "Page, counted from 1.\(limit)"),
            .optional("perPage", query.perPage, in: Query.pageSizes, "Items per page."),
        ]
    }

    /// The params of a search.
    static func search<Order>(_ query: SearchQuery<Order>, example: String) -> [Property] {
        [
            .required(
                "query",
                .string(.notBlank, maxLength: Schema.longestText)
                    .called("a search text of 1 to \(Schema.longestText) characters"),
                "The search text, with GitHub's qualifiers: `\(example)`."),
            .optional("sort", oneOf: query.sort, "The order of the results."),
            .optional(
                "order", oneOf: query.order, "Direction of the order; `bestMatch` has none."),
        ] + pages(query, " GitHub returns only the first 1,000 results.")
    }

    /// The params that name a repository.
    static let repository: [Property] = [
        .required("owner", .login, "Login of the repository's owner."),
        .required("name", .repositoryName, "Repository name, without the owner."),
    ]
}

extension Gist {
    /// `Followers of "ada", page 2 of 7.`
    static func page(_ list: String, of subject: String, _ result: JSONValue) -> String {
        "\(list) \(quoted(result[subject])), \(page(result))."
    }

    /// `2 users found; page 1.`
    static func found(_ thing: String, _ things: String, _ result: JSONValue) -> String {
        "\(count(result["totalCount"]?.intValue ?? 0, thing, things)) found; \(page(result))."
    }

    private static func page(_ result: JSONValue) -> String {
        let last = result["lastPage"]?.intValue.map { " of \($0)" } ?? ""
        return "page \(result["page"].text)\(last)"
    }
}
