import GitHubUpstream
package import HTTPCore
import HTTPTypes
import JSONCore
import Secrets

/// A client for the two endpoints of the device flow, which are on GitHub's web host.
///
/// - SeeAlso: RFC 8628, sections 3.1 and 3.4; GitHub docs, "Authorizing OAuth apps".
package struct DeviceCodeClient: Sendable {
    /// The address of GitHub's web pages.
    package let base: WebAddress
    private let clientID: String
    private let userAgent: String
    private let transport: any HTTPTransport

    /// - Parameter transport: must neither store responses nor apply the API's limits.
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
            return try JSONTextDecoder().decode(DeviceCode.self, from: response.body)
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
