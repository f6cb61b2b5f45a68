import JSONCore

extension SandboxService {
    /// Answers what is under `/_sandbox/`: neither delayed nor counted nor limited.
    func controlReply(_ request: SandboxRequest) -> Reply {
        let body = (try? JSONParser().parse(request.body))?.objectValue
        switch (request.method, request.path) {
        case ("GET", "/_sandbox/stats"):
            return .control(state.withLock { $0.statistics }.body)
        case ("POST", "/_sandbox/reset"):
            reset()
            return SandboxService.done
        case ("POST", let path) where body == nil:
            return SandboxService.refused("\(path): expected a JSON object as the body")
        case ("POST", "/_sandbox/config"):
            return outcome { () throws(ControlError) in try configure(body ?? JSONObject()) }
        case ("POST", "/_sandbox/mutate"):
            return outcome { () throws(ControlError) in try mutate(body ?? JSONObject()) }
        case ("POST", "/_sandbox/authorize"):
            return outcome { () throws(ControlError) in try authorize(body ?? JSONObject()) }
        default:
            return SandboxService.refused("no such control: \(request.path)", status: 404)
        }
    }

    /// A person's decision about a device code: `{userCode, deny?}`.
    private func authorize(_ body: JSONObject) throws(ControlError) {
        guard let userCode = body["userCode"]?.stringValue else {
            throw ControlError("/userCode: expected a string")
        }
        let deny = body["deny"]?.boolValue ?? false
        guard state.withLock({ $0.devices.decide(userCode: userCode, deny: deny) }) else {
            throw ControlError("/userCode: no sign-in waits under this code")
        }
    }

    private func outcome(_ change: () throws(ControlError) -> Void) -> Reply {
        do throws(ControlError) {
            try change()
            return SandboxService.done
        } catch {
            return SandboxService.refused(error.message)
        }
    }

    private static let done = Reply.control(Array("{}".utf8))

    private static func refused(_ message: String, status: Int = 422) -> Reply {
        .control(BodyText.object { $0.member("message", message) }, status: status)
    }
}

/// What is wrong with a control request: the member, what was expected, what was found.
struct ControlError: Error {
    let message: String

    init(_ message: String) {
        self.message = message
    }
}
