/// The facts on the sandbox's page of documentation beyond its tables of endpoints.
enum ReferenceFacts {
    static let parameters = [
        [
            "`per_page`",
            "at most 100; a larger value counts as 100, and `Link` repeats it as sent",
            "measured",
        ],
        [
            "`page`", "past the end: `[]`; of stargazers past the 40,000th: 422",
            "measured; unproven",
        ],
        [
            "`since` of `/users` and `/organizations`",
            "returns ids above it; past the last account: `[]`", "docs; unproven",
        ],
        ["a value that is not listed, or not a number", "counts as the default", "unproven"],
        [
            "`type` of `/user/repos`", "422 together with `visibility` or `affiliation`",
            "docs; the text is unproven",
        ],
        [
            "`since`, `before` of `/user/repos`",
            "compare `updated_at`; a value that is not a time is ignored", "docs; unproven",
        ],
        ["`sort=updated` of starred repositories", "sorts by the last push", "docs"],
    ]

    static let search = [
        [
            "`word`, `\"two words\"`",
            "occurs in the login or name of a user; in the name, description or topics of a repository",
            "docs",
        ],
        ["`NOT word`, `-word`, `-name:value`", "excludes what matches", "docs; `-word` unproven"],
        [
            "`AND`, `OR`",
            "`OR` joins the words on both sides of it; more than \(SearchQuery.maximumOperators) operators: 422",
            "docs",
        ],
        [
            "length",
            "more than \(SearchQuery.maximumLength) characters besides qualifiers and operators: 422",
            "docs",
        ],
        [
            "`>5`, `>=5`, `<5`, `<=5`, `1..5`, `1..*`, `*..5`", "ranges of numbers and times",
            "docs",
        ],
        [
            "`2011-01-25`, `2011-01-25T18:44:36+01:00`",
            "a date means the whole day; minutes and seconds are optional",
            "docs",
        ],
        [
            "`in:`",
            "the fields that are searched for words: `login`, `name`, `email` of users; `name`, "
                + "`description`, `topics`, `readme` of repositories; several separated by commas",
            "docs",
        ],
        [
            "`user:`, `org:`, `repo:`",
            "any of the given names; 422 if none exists; `@me` is the authenticated user", "docs",
        ],
        ["`language:`, `license:`", "any of the given values", "docs"],
        ["`topic:`, `location:`", "all of the given values", "docs"],
        ["`name:value` with an unknown name", "counts as a word", "unproven"],
        [
            "results", "at most 1,000; pages beyond that are 422; `score` is 1.0",
            "measured, d0208",
        ],
    ]

    static let headers = [
        ["`ETag`", "SHA-256 of `Accept`, `Authorization` and body; weak if compressed", "d0190"],
        ["`Last-Modified`", "on single objects", "d0034"],
        [
            "`Cache-Control`",
            "`public, max-age=60, s-maxage=60`, with a token `private, …`; `no-cache` on searches "
                + "and `/rate_limit`; absent on errors",
            "d0190, d0034, d0208",
        ],
        [
            "`Vary`",
            "names `Authorization` and other credentials if there is a token, except on `/rate_limit`",
            "d0034, d0061",
        ],
        ["`Accept-Ranges: bytes`", "on 200s without a token", "d0173, d0174, d0190, d0290"],
        ["`X-GitHub-Media-Type`", "on all except 304s", "d0034, d0099, d0390"],
        [
            "`X-OAuth-Scopes`, `X-Accepted-OAuth-Scopes`",
            "with classic tokens and those of OAuth apps, except on 304s",
            "d0034, d0099",
        ],
        ["`X-OAuth-Client-Id`", "with tokens of OAuth apps (`gho_`), except on 304s", "d0319"],
        [
            "`X-Accepted-GitHub-Permissions`, `github-authentication-token-expiration`",
            "with fine-grained tokens, except on 304s", "d0243",
        ],
        [
            "`X-RateLimit-*`",
            "on all except `Bad credentials` and, with a token, unknown paths",
            "measured",
        ],
        [
            "`Link`",
            "names accounts and repositories by id; first page `next, last`, then "
                + "`prev, next, last, first`, last page `prev, first`",
            "d0179, d0200, d0203",
        ],
        [
            "`X-GitHub-Request-Id`, `x-github-api-version-selected`, security headers", "on all",
            "d0034",
        ],
    ]

    static let errors = [
        [
            "304", "a matching `If-None-Match` or `If-Modified-Since`; costs nothing with a token",
            "d0099, docs",
        ],
        ["301", "a repository of a renamed owner; `Location` has the id", "d0169, d0172"],
        ["400", "an unknown `X-GitHub-Api-Version`; the text is unproven", "measured"],
        [
            "401",
            "`Bad credentials` for a token that contains `bad` or has no known prefix; "
                + "`Requires authentication` without a token",
            "d0221, measured",
        ],
        [
            "403",
            "a limit that is used up; a secondary limit; no `User-Agent`; `github/blocked-tos`",
            "measured; docs",
        ],
        ["404", "with a link to the endpoint's documentation", "d0379"],
        ["414", "a path of more than 8 KiB", "unproven"],
        [
            "422", "a search without a query, for unknown owners, or past the 1,000th result",
            "measured",
        ],
        ["451", "`github/blocked-dmca`", "docs"],
        ["500, 502, 503", "caused by a fault, with an HTML page", "d0389"],
    ]

    static let limits = """
        When a limit is used up, requests are answered with 403. `--rate-limit` replaces the first
        number; if it is larger, the other limits grow with it. The same holds for the secondary
        limits: \(SecondaryLimits.concurrency) concurrent requests, and
        \(SecondaryLimits.points) points per minute. A read takes one point, a write five.
        """

    static let signIn = """
        The device flow responds with a form, or with JSON or XML if `Accept` asks for it. Errors
        have status 200 and a member `error`: `authorization_pending`, `slow_down` (adds five
        seconds), `expired_token`, `access_denied`, `incorrect_client_credentials`,
        `incorrect_device_code` and `unsupported_grant_type` (docs). Any client id is accepted.

        A sign-in is approved automatically at poll number \(DeviceFlow.approvingPoll); polls that come too
        early do not count. Once the page `/login/device` has been opened, the decision on that
        page counts instead. Every token belongs to `octocat`. A token that begins with one of \(prefixes)
        works without a sign-in.
        """

    private static let prefixes = Credential.prefixes.map { "`\($0)`" }.joined(separator: ", ")

    static let world = """
        Accounts, repositories and stars are computed from `--seed`: equal seeds give equal worlds.
        Every world has the accounts `octocat`, `github` and `no-repositories`, the repository
        `octocat/Hello-World`, and the accounts `exactly-100`, `exactly-200`, `exactly-250`,
        `exactly-300` and `exactly-1000`, which have that number of repositories. All repositories
        are public and belong to one account. A search covers the best-known accounts, the thousand
        newest and the thousand oldest, with two repositories of each, and everything that belongs
        to the owners and repositories that the query names.
        """

    static let control = """
        A request must have the sandbox's own `Host`, no `Origin` and, for a `POST`,
        `Content-Type: application/json`, so that no web page can send it. A number out of bounds
        is answered with 422. A fault is `{path, kind, times?}`: `path` is a regular
        expression (ECMA-262, without look-aheads), and `kind` is one of
        \(Fault.Kind.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ")).
        """

    /// Facts that have no row in a table and that neither documentation nor a recording proves.
    static let unproven = [
        "`/orgs/{org}` of a person: 404.",
        "An anonymous 304 costs a request: the documentation says so, but in recordings of 2018 it "
            + "costs nothing. `anonymousRevalidation` switches between the two.",
        "`Authorization` is part of the `ETag`: others have published this, but no recording shows "
            + "a token.",
        "The headers of avatars: none was recorded.",
        "The bodies of the device flow: documented, but not recorded.",
    ]

    static let notImplemented = """
        - Endpoints that are not listed above are 404. `PUT`, `PATCH` and `DELETE` change nothing.
        - GraphQL except for `viewer { login }`; webhooks; endpoints of Enterprise Server.
        - Private repositories, collaborators, members of organizations, e-mail addresses,
          sponsors, funding files, mirrors: searches for them find nothing.
        - READMEs: `in:readme` searches the name and the description, which usually begin a README.
        - `text_matches`, `props.NAME`, `sort:` inside a search, and the order by best match.
        - Limits other than `core`, `search` and `graphql`: `/rate_limit` lists them, but they are
          never used up.
        - The secondary limit on processor time; SAML single sign-on; two-factor codes.
        - The authorization-code flow, refresh tokens, and installations of apps.
        - Users who sign in: sign-ins are approved automatically, and everyone is `octocat`.
        """
}
