import JSONCore
import JSONSchema
import Synchronization

extension Route {
    /// The endpoints under `/_sandbox/`. They are not delayed, counted or limited.
    static let controlRoutes: [Route] = [
        Route(
            "GET", "/_sandbox/stats",
            .control(needsBody: false) { service, _ in
                service.state.withLock { $0.statistics }.body
            }),
        change("reset", needsBody: false, { service in { _ in service.reset() } }),
        change("config", SandboxService.configure),
        change("mutate", SandboxService.mutate),
        change("authorize", SandboxService.authorize),
    ]

    /// A control endpoint that changes something by the members of its body, and returns nothing.
    private static func change(
        _ name: String, needsBody: Bool = true,
        _ apply:
            @escaping @Sendable (SandboxService) -> (JSONObject) throws(ControlError) -> Void
    ) -> Route {
        let handler = Handler.control(needsBody: needsBody) { service, body throws(ControlError) in
            try apply(service)(body)
            return [:]
        }
        return Route("POST", "/_sandbox/\(name)", handler)
    }
}

extension SandboxService {
    func controlReply(_ request: SandboxRequest) -> Reply {
        do throws(ControlError) {
            try request.checkControlAccess()
            guard case .control(let needsBody, let reply) = Router.match(request).route.handler
            else {
                throw ControlError(message: "no such control: \(request.path)", status: 404)
            }
            let body = (try? JSONParser().parse(request.body))?.objectValue
            guard let body = body ?? (needsBody ? nil : JSONObject()) else {
                throw ControlError(message: "\(request.path): expected a JSON object as the body")
            }
            return .control(try reply(self, body))
        } catch {
            return .control(["message": .string(error.message)], status: error.status)
        }
    }

    /// Applies a decision about a device code: `{userCode, deny?}`.
    fileprivate func authorize(_ body: JSONObject) throws(ControlError) {
        try SandboxService.authorization.check(body)
        let userCode = body["userCode"]?.stringValue ?? ""
        let deny = body["deny"]?.boolValue ?? false
        let now = clock()
        guard state.withLock({ $0.devices.decide(userCode: userCode, deny: deny, now: now) }) else {
            throw ControlError(message: "/userCode: no sign-in waits for this code")
        }
    }

    private static let authorization = Schema.object(
        [.required("userCode", .string()), .optional("deny", .boolean)], additional: false)
}
