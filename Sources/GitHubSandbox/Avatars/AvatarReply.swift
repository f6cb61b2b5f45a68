import LinuxSystem
import Synchronization

extension Route {
    /// `/avatars/u/{id}?v=4&s=N`. On GitHub avatars are on another host: they have its own caching
    /// and neither the API's headers nor its limits.
    static let avatar = Route("GET", "/avatars/u/{id}", .site(avatarReply))

    private static func avatarReply(_ service: SandboxService, _ request: SandboxRequest) -> Reply {
        let world = service.state.withLock { $0.world }
        guard let id = Int(request.segments[2]), let account = world.account(id: id) else {
            return Reply(
                status: 404, headers: [("Content-Type", "text/plain; charset=utf-8")],
                body: Array("Not Found".utf8))
        }
        let asked = request.query["s"].flatMap { Int($0) } ?? Avatar.largest
        let body = Avatar(seed: world.seed, id: id).png(size: asked)
        let tag = EntityTag.make(accept: nil, authorization: nil, body: body)
        let headers: [(name: String, value: String)] = [
            ("Cache-Control", "max-age=300"), ("ETag", tag),
            ("Last-Modified", UTCDate.httpDate(secondsSince1970: world.profile(account).createdAt)),
            ("Access-Control-Allow-Origin", "*"), ("X-Content-Type-Options", "nosniff"),
        ]
        if EntityTag.matches(request.header("if-none-match"), tag) {
            return Reply(status: 304, headers: headers)
        }
        return Reply(status: 200, headers: [("Content-Type", "image/png")] + headers, body: body)
    }
}

/// The avatar of an account: five by five squares, the left half mirrored.
struct Avatar {
    /// The largest edge in pixels, which is also the default.
    static let largest = 460

    private let cells: UInt64
    private let ink: [UInt8]

    init(seed: UInt64, id: Int) {
        var draw = Draw(seed: seed, id, .avatar)
        cells = draw.next()
        let color = draw.next()
        ink = [color, color >> 8, color >> 16].map { 40 + UInt8($0 % 160) }
    }

    /// - Parameter size: the edge in pixels, clamped to 1...``largest``.
    func png(size: Int) -> [UInt8] {
        let size = min(max(size, 1), Avatar.largest)
        return PNG.encode(size: size, paper: [240, 240, 240], ink: ink) { column, row in
            // Half a cell of margin on every side, so six cells.
            let (x, y) = ((column * 12 / size - 1) >> 1, (row * 12 / size - 1) >> 1)
            guard (0..<5).contains(x), (0..<5).contains(y) else { return false }
            return cells >> UInt64(y * 3 + min(x, 4 - x)) & 1 == 1
        }
    }
}
