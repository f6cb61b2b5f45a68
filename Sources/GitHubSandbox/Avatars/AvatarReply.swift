extension SandboxService {
    /// Answers `/avatars/u/{id}?v=4&s=N`: another host's pictures on GitHub, so without the API's
    /// headers and limits, and with caching of their own.
    func avatarReply(_ request: SandboxRequest, world: World) -> Reply? {
        guard request.segments.count == 3, request.segments.starts(with: ["avatars", "u"]) else {
            return nil
        }
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
            ("Last-Modified", Calendar.httpDate(world.profile(account).createdAt)),
            ("Access-Control-Allow-Origin", "*"), ("X-Content-Type-Options", "nosniff"),
        ]
        if EntityTag.matches(request.header("if-none-match"), tag) {
            return Reply(status: 304, headers: headers)
        }
        return Reply(status: 200, headers: [("Content-Type", "image/png")] + headers, body: body)
    }
}

/// The picture of an account: five by five squares, the left half mirrored.
struct Avatar {
    /// Pixels of a side, and the size where none is asked.
    static let largest = 460

    private let cells: UInt64
    private let ink: PNG.Color

    init(seed: UInt64, id: Int) {
        var draw = Draw(seed: seed, id, .avatar)
        cells = draw.next()
        let color = draw.next()
        ink = PNG.Color(
            red: 40 + UInt8(color % 160), green: 40 + UInt8(color >> 8 % 160),
            blue: 40 + UInt8(color >> 16 % 160))
    }

    /// - Parameter size: pixels of a side, taken to the nearest from 1 to ``largest``.
    func png(size: Int) -> [UInt8] {
        let size = min(max(size, 1), Avatar.largest)
        let paper = PNG.Color(red: 240, green: 240, blue: 240)
        return PNG.encode(size: size, paper: paper, ink: ink) { column, row in
            // Half a cell of margin on every side, so six cells.
            let (x, y) = ((column * 12 / size - 1) >> 1, (row * 12 / size - 1) >> 1)
            guard (0..<5).contains(x), (0..<5).contains(y) else { return false }
            return cells >> UInt64(y * 3 + min(x, 4 - x)) & 1 == 1
        }
    }
}
