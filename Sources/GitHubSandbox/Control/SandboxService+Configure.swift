import JSONCore

extension SandboxService {
    /// `POST /_sandbox/config`: any of `latencyMs`, `rateLimit`, `faults`; `deviceInterval`, the
    /// seconds between polls that new device codes ask for; and `anonymousRevalidation`, whether a
    /// 304 costs who did not sign in a request (`counted`) or nothing (`free`).
    ///
    /// Nothing is changed unless all of it can be. Faults replace those that were set before.
    func configure(_ body: JSONObject) throws(ControlError) {
        var latency: Int?
        var rateLimit: Int?
        var interval: Int?
        var isFree: Bool?
        var faults: [Fault]?
        for (name, value) in body {
            switch name {
            case "latencyMs": latency = try SandboxService.count(value, at: name)
            case "rateLimit": rateLimit = try SandboxService.count(value, at: name)
            case "deviceInterval": interval = try SandboxService.count(value, at: name)
            case "anonymousRevalidation": isFree = try SandboxService.isFree(value)
            case "faults": faults = try SandboxService.faults(value)
            default: throw ControlError("/\(name): not a member of the configuration")
            }
        }
        state.withLock { state in
            if let latency { state.latency = latency }
            if let rateLimit { state.limiter.anonymousLimit = rateLimit }
            if let interval { state.devices.interval = interval }
            if let isFree { state.isAnonymousRevalidationFree = isFree }
            if let faults { state.faults = faults }
        }
    }

    private static func count(_ value: JSONValue, at name: String) throws(ControlError) -> Int {
        guard let count = value.intValue, count >= 0 else {
            throw ControlError("/\(name): expected an integer from 0, found \(value.text)")
        }
        return count
    }

    private static func isFree(_ value: JSONValue) throws(ControlError) -> Bool {
        switch value.stringValue {
        case "free": return true
        case "counted": return false
        default: throw ControlError("/anonymousRevalidation: expected free or counted")
        }
    }

    private static func faults(_ value: JSONValue) throws(ControlError) -> [Fault] {
        guard let list = value.arrayValue else {
            throw ControlError("/faults: expected an array, found \(value.text)")
        }
        var faults: [Fault] = []
        for (index, item) in list.enumerated() {
            faults.append(try fault(item, at: "faults/\(index)"))
        }
        return faults
    }

    private static func fault(_ value: JSONValue, at place: String) throws(ControlError) -> Fault {
        guard let kind = value["kind"]?.stringValue.flatMap(Fault.Kind.init) else {
            let kinds = Fault.Kind.allCases.map(\.rawValue).joined(separator: ", ")
            throw ControlError("/\(place)/kind: expected one of \(kinds)")
        }
        let times: Int?
        switch value["times"] {
        case nil, .null: times = nil
        case .some(let value): times = try count(value, at: "\(place)/times")
        }
        let pattern = value["path"]?.stringValue ?? ""
        guard let fault = Fault(pattern: pattern, kind: kind, times: times) else {
            throw ControlError("/\(place)/path: expected a regular expression, found \(pattern)")
        }
        return fault
    }
}
