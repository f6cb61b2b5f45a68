import JSONCore

extension SandboxService {
    /// Answers the two endpoints of the device flow, and the page that a person is sent to.
    func signInReply(_ request: SandboxRequest) -> Reply? {
        switch (request.method, request.segments) {
        case ("POST", ["login", "device", "code"]):
            let form = SandboxService.form(request)
            let now = clock()
            let fields = state.withLock {
                $0.devices.begin(
                    form, verificationURL: request.hosts.origin + "/login/device", now: now)
            }
            return SandboxService.signInReply(fields, request)
        case ("POST", ["login", "oauth", "access_token"]):
            let form = SandboxService.form(request)
            let now = clock()
            let fields = state.withLock { $0.devices.poll(form, now: now) }
            return SandboxService.signInReply(fields, request)
        case ("GET", ["login", "device"]):
            return Reply(
                status: 200, headers: [("Content-Type", "text/html; charset=utf-8")],
                body: Array("<!DOCTYPE html><title>Device activation</title>\n".utf8))
        default:
            return nil
        }
    }

    /// The members of a form, of a JSON body, or of the query.
    private static func form(_ request: SandboxRequest) -> Query {
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

    /// Form-encoded, as by default, or JSON where `Accept` asks for it.
    private static func signInReply(
        _ fields: DeviceFlow.Fields, _ request: SandboxRequest
    ) -> Reply {
        let numbers = ["expires_in", "interval"]
        let wantsJSON = request.header("accept")?.contains("application/json") ?? false
        let form = fields.map { "\($0.name)=\(Percent.encode($0.value))" }.joined(separator: "&")
        let body =
            wantsJSON
            ? BodyText.object { text in
                for (name, value) in fields {
                    if numbers.contains(name), let number = Int(value) {
                        text.member(name, number)
                    } else {
                        text.member(name, value)
                    }
                }
            } : Array(form.utf8)
        let type = wantsJSON ? "application/json" : "application/x-www-form-urlencoded"
        return Reply(
            status: 200,
            headers: [
                ("Content-Type", "\(type); charset=utf-8"),
                ("Cache-Control", "max-age=0, private, must-revalidate"),
            ], body: body)
    }
}
