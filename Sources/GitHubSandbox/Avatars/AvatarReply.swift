import LinuxSystem

extension Route {
    /// `/avatars/u/{id}?v=4&s=N`. On GitHub avatars are on another host: they have its own caching
    /// and neither the API's headers nor its limits.
    static let avatar = Route("GET", "/avatars/u/{id}", .site(avatarReply))

    private static func avatarReply(_ context: RouteContext) -> Reply {
        let request = context.request
        guard let account = context.accountByID else {
            return .text("Not Found", status: 404)
        }
        let asked = request.query["s"].flatMap { Int($0) } ?? Avatar.largest
        let body = Avatar(seed: context.world.seed, id: account.id).png(size: asked)
        let made = context.world.profile(account).createdAt
        let tag = EntityTag.make(accept: nil, authorization: nil, body: body)
        let headers: Fields = [
            ("Cache-Control", "max-age=300"), ("ETag", tag),
            ("Last-Modified", UTCDate.httpDate(secondsSince1970: made)),
            ("Access-Control-Allow-Origin", "*"), ("X-Content-Type-Options", "nosniff"),
        ]
        if EntityTag.matches(request.header("if-none-match"), tag) {
            return Reply(status: 304, headers: headers)
        }
        return Reply(status: 200, headers: [("Content-Type", "image/png")] + headers, body: body)
    }
}
