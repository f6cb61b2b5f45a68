import JSONCore
import JSONSchema
import Synchronization

extension SandboxService {
    private static let settings = Schema.object(
        [
            .optional("latencyMs", .integer(SandboxConfiguration.latencies)),
            .optional("rateLimit", .integer(SandboxConfiguration.rateLimits)),
            .optional("deviceInterval", .integer(DeviceFlow.intervals)),
            .optional("anonymousRevalidation", .enumeration(["counted", "free"])),
            .optional("faults", .array(of: fault, maxItems: 32)),
        ], additional: false)

    private static let fault = Schema.object(
        [
            .optional("path", .string()), .required("kind", .enumeration(Fault.Kind.self)),
            .optional("times", .nullable(.integer(0...1_000_000_000))),
        ], additional: false)

    /// `POST /_sandbox/config`. If any member is invalid, nothing is changed.
    func configure(_ body: JSONObject) throws(ControlError) {
        try SandboxService.settings.check(body)
        let faults = body["faults"]?.arrayValue?.compactMap(Fault.init)
        let revalidation = body["anonymousRevalidation"]?.stringValue
        state.withLock { state in
            if let latency = body["latencyMs"]?.intValue { state.latency = latency }
            if let limit = body["rateLimit"]?.intValue { state.limiter.anonymousLimit = limit }
            if let interval = body["deviceInterval"]?.intValue { state.devices.interval = interval }
            if let revalidation { state.isAnonymousRevalidationFree = revalidation == "free" }
            if let faults { state.faults = faults }
        }
    }
}

extension Fault {
    fileprivate init?(_ members: JSONValue) {
        guard let kind = members["kind"]?.stringValue.flatMap(Kind.init) else { return nil }
        self.init(
            kind: kind, path: Glob(members["path"]?.stringValue ?? "*"),
            timesLeft: members["times"]?.intValue)
    }
}
