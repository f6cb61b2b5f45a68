import HTTPServer
import JSONCore
import Synchronization

extension Route {
    /// The device flow, which is on github.com.
    static let signInRoutes: [Route] = [
        deviceFlow("/login/device/code") { devices, request, form, now in
            devices.begin(form, verificationURL: "\(request.hosts.origin)/login/device", now: now)
        },
        deviceFlow("/login/oauth/access_token") { devices, _, form, now in
            devices.poll(form, now: now)
        },
        Route("GET", "/login/device", .site { $0.service.approvalPage($0.request) }),
        Route("POST", "/login/device", .site { $0.service.decision($0.request) }),
    ]

    private static func deviceFlow(
        _ path: String,
        answer:
            @escaping @Sendable (inout DeviceFlow, SandboxRequest, Query, _ now: Int) -> JSONObject
    ) -> Route {
        let handler = Handler.site { context in
            let service = context.service
            let form = SandboxService.form(context.request)
            let now = service.clock()
            let members = service.state.withLock { answer(&$0.devices, context.request, form, now) }
            return SandboxService.signInReply(members, context.request)
        }
        return Route("POST", path, handler)
    }
}

extension SandboxService {
    /// The members of a form, a JSON body or the query.
    static func form(_ request: SandboxRequest) -> Query {
        guard request.header("content-type")?.hasPrefix("application/json") ?? false else {
            let sent = Query(String(decoding: request.body, as: UTF8.self))
            return Query(sent.members + request.query.members)
        }
        let object = (try? JSONParser().parse(request.body))?.objectValue ?? JSONObject()
        return Query(
            object.compactMap { name, value in
                value.stringValue.map { Query.Member(name: name, value: $0) }
            })
    }

    /// Form-encoded by default, or JSON or XML if `Accept` asks for it.
    static func signInReply(_ members: JSONObject, _ request: SandboxRequest) -> Reply {
        let accept = request.header("accept") ?? ""
        let texts = members.map { ($0, $1.stringValue ?? $1.text) }
        let type: String
        let body: String
        if accept.contains("application/json") {
            type = "application/json"
            body = JSONValue.object(members).text
        } else if accept.contains("application/xml") {
            type = "application/xml"
            body = xml(texts)
        } else {
            type = "application/x-www-form-urlencoded"
            body = texts.map { "\($0)=\(Percent.encode($1))" }.joined(separator: "&")
        }
        return Reply(
            status: 200,
            headers: [
                ("Content-Type", "\(type); charset=utf-8"),
                ("Cache-Control", "max-age=0, private, must-revalidate"),
            ], body: Array(body.utf8))
    }

    private static func xml(_ members: [(String, String)]) -> String {
        let escapes = ["&": "&amp;", "<": "&lt;", ">": "&gt;"]
        let elements = members.map { name, value in
            let text = value.map { escapes[String($0)] ?? String($0) }.joined()
            return "  <\(name)>\(text)</\(name)>\n"
        }.joined()
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<OAuth>\n\(elements)</OAuth>\n"
    }
}
