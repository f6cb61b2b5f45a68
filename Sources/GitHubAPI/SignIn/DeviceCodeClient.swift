import GitHubUpstream
package import HTTPCore
import HTTPTypes
import JSONCore
import Secrets

/// A client for the two endpoints of the device flow, which are on GitHub's web host and not in its
/// API.
///
/// - SeeAlso: RFC 8628, sections 3.1 and 3.4; GitHub docs, "Authorizing OAuth apps".
package struct DeviceCodeClient: Sendable {
    /// The address of GitHub's web pages.
    package let base: WebAddress
    private let clientID: String
    private let userAgent: String
    private let transport: any HTTPTransport

    /// - Parameters:
    ///   - transport: must neither store responses nor apply the API's limits.
    package init(
        base: WebAddress, clientID: String, userAgent: String, transport: any HTTPTransport
    ) {
        self.base = base
        self.clientID = clientID
        self.userAgent = userAgent
        self.transport = transport
    }

    package func begin(scopes: [String]) async throws(DeviceCodeError) -> DeviceCode {
        let response: HTTPTransportResponse
        do throws(GitHubError) {
            response = try await post(
                ["login", "device", "code"],
                [("client_id", clientID), ("scope", scopes.joined(separator: " "))])
        } catch {
            throw .failed(error)
        }
        let status = response.head.status.code
        if let message = Self.message(response), let code = message.error {
            throw .refused(code: status == 404 ? "incorrect_client_credentials" : code)
        }
        do {
            return try JSONTextDecoder().decode(CodeMessage.self, from: response.body).value()
        } catch {
            let reason =
                status == 200
                ? DecodingReason(error).description : "expected status 200, found \(status)"
            throw .failed(.invalidResponse(status: status, reason: reason))
        }
    }

    /// Asks whether the person has decided.
    ///
    /// - Throws: only ``GitHubError/cancelled``; every other failure is a reply without an outcome.
    package func poll(_ code: DeviceCode) async throws(GitHubError) -> DeviceFlow.Reply {
        let response: HTTPTransportResponse
        do throws(GitHubError) {
            response = try await post(
                ["login", "oauth", "access_token"],
                [
                    ("client_id", clientID), ("device_code", code.code.reveal()),
                    ("grant_type", "urn:ietf:params:oauth:grant-type:device_code"),
                ])
        } catch {
            if error == .cancelled { throw error }
            guard case .unavailable(let failure) = error else { return .none(retryAfter: nil) }
            return .none(retryAfter: failure.retryAfter)
        }
        let fields = LimitFields(response.head)
        guard let message = Self.message(response), response.head.status.code != 429 else {
            return .none(retryAfter: fields.retryAfter)
        }
        return message.reply
    }

    private func post(
        _ path: [String], _ form: [(name: String, value: String)]
    ) async throws(GitHubError) -> HTTPTransportResponse {
        let address = base.appending(path)
        var head = HTTPRequest(
            method: .post, scheme: address.scheme, authority: address.authority,
            path: address.target)
        head.headerFields[.userAgent] = userAgent
        head.headerFields[.accept] = "application/json"
        head.headerFields[.contentType] = "application/x-www-form-urlencoded"
        // A form is encoded like a query.
        let body = base.appending([], query: form).query ?? ""
        do {
            return try await transport.send(
                HTTPTransportRequest(head: head, body: Array(body.utf8)))
        } catch {
            throw GitHubError(error)
        }
    }

    private static func message(_ response: HTTPTransportResponse) -> TokenMessage? {
        try? JSONTextDecoder().decode(TokenMessage.self, from: response.body)
    }
}

/// The response with `device_code` and the other members.
private struct CodeMessage: Decodable {
    let deviceCode: String
    let userCode: String
    let verificationURI: String
    let expiresIn: Int
    let interval: Int?

    enum CodingKeys: String, CodingKey {
        case interval
        case deviceCode = "device_code"
        case userCode = "user_code"
        case verificationURI = "verification_uri"
        case expiresIn = "expires_in"
    }

    func value() throws(DecodingError) -> DeviceCode {
        // Clients open it in a browser.
        guard WebAddress(verificationURI) != nil else {
            throw .dataCorrupted(
                DecodingError.Context(
                    codingPath: [CodingKeys.verificationURI],
                    debugDescription: "expected an http or https URL"))
        }
        return DeviceCode(
            code: Secret(deviceCode), userCode: userCode, verificationURI: verificationURI,
            lifetime: min(max(0, expiresIn), 86_400), interval: interval ?? 5)
    }
}

/// A token, or the reason for its absence. GitHub sends errors with status 200 too.
private struct TokenMessage: Decodable {
    let token: String?
    let error: String?
    let interval: Int?

    private enum CodingKeys: String, CodingKey {
        case error, interval
        case token = "access_token"
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        token = try container.decodeIfPresent(String.self, forKey: .token)
        error = try container.decodeIfPresent(String.self, forKey: .error).map(Self.codeWord)
        interval = try? container.decodeIfPresent(Int.self, forKey: .interval)
    }

    var reply: DeviceFlow.Reply {
        switch error {
        case "authorization_pending": .pending
        case "slow_down": .slowDown(interval: interval)
        case "access_denied": .ended(.denied)
        case "expired_token", "token_expired": .ended(.expired)
        case let code?: .ended(.refused(code: code))
        case nil:
            Secret(tokenText: token ?? "").map { .ended(.granted($0)) } ?? .none(retryAfter: nil)
        }
    }

    /// Only a word of RFC 6749's alphabet may reach people and logs.
    private static func codeWord(_ text: String) -> String {
        let isWord = text.utf8.allSatisfy { $0 == 0x5F || (0x61...0x7A).contains($0) }
        return isWord && (1...64).contains(text.utf8.count) ? text : "unknown_error"
    }
}
