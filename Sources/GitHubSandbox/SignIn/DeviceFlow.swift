import JSONCore

/// The pending sign-ins by device code.
///
/// A sign-in stays pending until it is decided (``decide(userCode:deny:now:)``): by a person on the
/// page for codes, or by a test through `/_sandbox/authorize`.
///
/// - SeeAlso: RFC 8628; GitHub docs, "Authorizing OAuth apps", "Device flow".
struct DeviceFlow: Sendable {
    /// Seconds for which a code is valid.
    static let lifetime = 899
    static let intervals = 0...3600

    /// Seconds between polls, for new codes.
    var interval = 5
    /// The grants of each issued token, and its app.
    private(set) var granted: [String: Grant] = [:]
    private var devices: [String: Device] = [:]
    private let seed: UInt64
    private var count = 0

    struct Grant: Hashable, Sendable {
        let scopes: String
        let clientID: String
    }

    private struct Device {
        enum Decision { case open, approved, denied }

        let userCode: String
        let clientID: String
        let scopes: String
        /// In milliseconds since 1970; so is the next.
        let madeAt: Int
        var polledAt: Int?
        var interval: Int
        var decision = Decision.open

        func isExpired(_ now: Int) -> Bool {
            now - madeAt >= DeviceFlow.lifetime * 1000
        }
    }

    init(seed: UInt64) {
        self.seed = seed
    }

    /// `POST /login/device/code`. The time is in milliseconds since 1970.
    mutating func begin(_ form: Query, verificationURL: String, now: Int) -> JSONObject {
        guard let clientID = form["client_id"], !clientID.isEmpty else {
            return error(
                "incorrect_client_credentials",
                "The client_id and/or client_secret passed are incorrect.")
        }
        devices = devices.filter { !$0.value.isExpired(now) }
        count += 1
        let deviceCode = text("0123456789abcdef", 40)
        let letters = text("BCDFGHJKLMNPQRSTVWXZ", 8)
        let userCode = "\(letters.prefix(4))-\(letters.suffix(4))"
        let scopes = (form["scope"] ?? "").split { $0 == " " || $0 == "," }.sorted()
        devices[deviceCode] = Device(
            userCode: userCode, clientID: clientID, scopes: scopes.joined(separator: ", "),
            madeAt: now, interval: interval)
        return [
            "device_code": .string(deviceCode),
            "user_code": .string(userCode),
            "verification_uri": .string(verificationURL),
            "expires_in": JSONValue(DeviceFlow.lifetime),
            "interval": JSONValue(interval),
        ]
    }

    /// `POST /login/oauth/access_token`. Errors also have status 200.
    mutating func poll(_ form: Query, now: Int) -> JSONObject {
        guard form["grant_type"] == "urn:ietf:params:oauth:grant-type:device_code" else {
            return error("unsupported_grant_type", "The grant type is not supported.")
        }
        guard let code = form["device_code"], var device = devices[code] else {
            return error("incorrect_device_code", "The device_code provided is not valid.")
        }
        guard form["client_id"] == device.clientID else {
            return error(
                "incorrect_client_credentials",
                "The client_id and/or client_secret passed are incorrect.")
        }
        guard !device.isExpired(now) else {
            return error("expired_token", "The device code has expired.")
        }
        // Clients count from the time of their last reply, so half a second is tolerated.
        let isEarly = device.polledAt.map { now - $0 < device.interval * 1000 - 500 } ?? false
        device.polledAt = now
        if isEarly {
            device.interval += 5
            devices[code] = device
            return error("slow_down", "Too many requests have been made in the same timeframe.")
                .merging(["interval": JSONValue(device.interval)])
        }
        devices[code] = device
        switch device.decision {
        case .open:
            return error("authorization_pending", "The authorization request is still pending.")
        case .denied:
            return error("access_denied", "The authorization request was denied.")
        case .approved:
            devices[code] = nil
            return grant(device)
        }
    }

    /// Issues a token.
    private mutating func grant(_ device: Device) -> JSONObject {
        count += 1
        let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
        let token = "gho_" + text(alphabet, 36)
        granted[token] = Grant(scopes: device.scopes, clientID: device.clientID)
        let scope = device.scopes.split(separator: ", ").joined(separator: ",")
        return ["access_token": .string(token), "token_type": "bearer", "scope": .string(scope)]
    }

    /// Approves or denies the sign-in with a user code, in any case, with or without its hyphen;
    /// false if none is pending.
    mutating func decide(userCode: String, deny: Bool, now: Int) -> Bool {
        func letters(_ text: String) -> String { text.filter(\.isLetter).uppercased() }
        let typed = letters(userCode)
        let waiting = devices.first {
            letters($0.value.userCode) == typed && !$0.value.isExpired(now)
        }
        guard let code = waiting?.key else { return false }
        devices[code]?.decision = deny ? .denied : .approved
        return true
    }

    private func error(_ code: String, _ description: String) -> JSONObject {
        [
            "error": .string(code), "error_description": .string(description),
            "error_uri": "https://docs.github.com/developers/apps/authorizing-oauth-apps",
        ]
    }

    private func text(_ alphabet: String, _ length: Int) -> String {
        let characters = Array(alphabet)
        var draw = Draw(seed: seed, count, .signIn)
        return String((0..<length).map { _ in draw.pick(characters) })
    }
}
