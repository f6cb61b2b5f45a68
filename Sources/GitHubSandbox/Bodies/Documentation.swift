/// Pages of GitHub's documentation that bodies name.
enum Documentation {
    static let root = "https://docs.github.com/rest"
    static let limits =
        "https://docs.github.com/rest/overview/resources-in-the-rest-api#rate-limiting"
    static let secondaryLimits =
        "https://docs.github.com/rest/overview/rate-limits-for-the-rest-api"
        + "#about-secondary-rate-limits"
    static let mediaTypes = "https://docs.github.com/v3/media"
    static let search = "https://docs.github.com/v3/search/"
}
