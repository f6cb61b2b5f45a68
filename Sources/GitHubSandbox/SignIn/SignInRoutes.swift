import JSONCore
import Synchronization

extension Route {
    /// The device flow, which is on github.com.
    static let signInRoutes: [Route] = [
        Route(
            "POST", "/login/device/code", deviceFlow,
            handler: .site { context in
                let (request, form) = (context.request, SandboxService.form(context.request))
                let page = request.hosts.origin + "/login/device"
                let now = context.service.clock()
                let fields = context.service.state.withLock {
                    $0.devices.begin(form, verificationURL: page, now: now)
                }
                return SandboxService.signInReply(fields, request)
            }),
        Route(
            "POST", "/login/oauth/access_token", deviceFlow,
            handler: .site { context in
                let (request, form) = (context.request, SandboxService.form(context.request))
                let now = context.service.clock()
                let fields = context.service.state.withLock { $0.devices.poll(form, now: now) }
                return SandboxService.signInReply(fields, request)
            }),
        Route(
            "GET", "/login/device", deviceFlow,
            handler: .site {
                $0.service.approvalPage($0.request)
            }),
        Route(
            "POST", "/login/device", deviceFlow,
            handler: .site {
                $0.service.decision($0.request)
            }),
    ]

    private static let deviceFlow =
        "https://docs.github.com/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps"
        + "#device-flow"
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
    static func signInReply(_ fields: DeviceFlow.Fields, _ request: SandboxRequest) -> Reply {
        let accept = request.header("accept") ?? ""
        let (type, body): (String, [UInt8])
        if accept.contains("application/json") {
            (type, body) = ("application/json", json(fields))
        } else if accept.contains("application/xml") {
            (type, body) = ("application/xml", xml(fields))
        } else {
            let form = fields.map { "\($0.name)=\(Percent.encode($0.value))" }
            (type, body) = (
                "application/x-www-form-urlencoded", Array(form.joined(separator: "&").utf8)
            )
        }
        return Reply(
            status: 200,
            headers: [
                ("Content-Type", "\(type); charset=utf-8"),
                ("Cache-Control", "max-age=0, private, must-revalidate"),
            ], body: body)
    }

    private static func json(_ fields: DeviceFlow.Fields) -> [UInt8] {
        BodyText.object { text in
            for (name, value) in fields {
                if ["expires_in", "interval"].contains(name), let number = Int(value) {
                    text.member(name, number)
                } else {
                    text.member(name, value)
                }
            }
        }
    }

    private static func xml(_ fields: DeviceFlow.Fields) -> [UInt8] {
        let escapes = ["&": "&amp;", "<": "&lt;", ">": "&gt;"]
        let members = fields.map { name, value in
            let text = value.map { escapes[String($0)] ?? String($0) }.joined()
            return "  <\(name)>\(text)</\(name)>\n"
        }
        return Array(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<OAuth>\n\(members.joined())</OAuth>\n"
                .utf8)
    }
}
