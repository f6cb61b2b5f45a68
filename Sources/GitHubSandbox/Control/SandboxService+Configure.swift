import JSONCore
import Synchronization

extension SandboxService {
    /// The cost of an anonymous 304.
    private enum Revalidation: String, CaseIterable {
        /// One request.
        case counted
        case free
    }

    /// `POST /_sandbox/config`. If any member is invalid, nothing is changed.
    func configure(_ body: JSONObject) throws(ControlError) {
        let members = try ControlMembers(
            body,
            names: ["latencyMs", "rateLimit", "faults", "deviceInterval", "anonymousRevalidation"])
        let latency = try members.integer("latencyMs", in: SandboxConfiguration.latencies)
        let rateLimit = try members.integer("rateLimit", in: SandboxConfiguration.rateLimits)
        let interval = try members.integer("deviceInterval", in: DeviceFlow.intervals)
        let revalidation = try members.choice("anonymousRevalidation", Revalidation.self)
        let faults = try SandboxService.faults(members)
        state.withLock { state in
            if let latency { state.latency = latency }
            if let rateLimit { state.limiter.anonymousLimit = rateLimit }
            if let interval { state.devices.interval = interval }
            if let revalidation { state.isAnonymousRevalidationFree = revalidation == .free }
            if let faults { state.faults = faults }
        }
    }

    private static func faults(_ members: ControlMembers) throws(ControlError) -> [Fault]? {
        let all = try members.objects(
            "faults", atMost: 32, names: ["path", "kind", "times"])
        return try all?.map(fault)
    }

    private static func fault(_ members: ControlMembers) throws(ControlError) -> Fault {
        guard let kind = try members.choice("kind", Fault.Kind.self) else {
            throw members.error("kind", "the kind of fault")
        }
        let times =
            try members.isNull("times") ? nil : members.integer("times", in: 0...1_000_000_000)
        return Fault(kind: kind, path: Glob(try members.text("path") ?? "*"), timesLeft: times)
    }
}
