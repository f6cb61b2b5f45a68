import GitHubUpstream
package import HTTPCore
import HTTPTypes
import JSONCore
package import Secrets

/// A client for GitHub's REST API: addresses, wire types, pages, redirects and errors. Freshness,
/// limits and retries belong to the transports below it.
package struct GitHubClient: Sendable {
    /// The address of the API, with a path prefix such as `/api/v3` if it has one.
    package let base: WebAddress
    private let userAgent: String
    private let transport: any HTTPTransport
    private var credential: @Sendable () -> Secret?
    /// Called with a token that GitHub does not accept.
    package var onUnauthorized: @Sendable (Secret) -> Void = { _ in }

    /// - Parameter credential: called again for each request.
    package init(
        base: WebAddress, userAgent: String, transport: any HTTPTransport,
        credential: @escaping @Sendable () -> Secret?
    ) {
        self.base = base
        self.userAgent = userAgent
        self.transport = transport
        self.credential = credential
    }

    /// The token that a request would carry now.
    package var presentCredential: Secret? { credential() }

    /// The same client with `credential` in all its requests.
    package func using(_ credential: Secret?) -> GitHubClient {
        var client = self
        client.credential = { credential }
        return client
    }

    /// Requests one JSON value. It is planned here, unless it has been.
    func get<Value: Decodable & Sendable>(
        _ call: EndpointCall, _ options: FetchOptions
    ) async throws(GitHubError) -> Response<Value> {
        try await get(call, options) { response throws(GitHubError) in
            try Self.decode(response.body, pageSize: call.pageSize)
        }
    }

    /// The same for what may be missing: nil if it is.
    func getIfPresent<Value: Decodable & Sendable>(
        _ call: EndpointCall, _ options: FetchOptions
    ) async throws(GitHubError) -> Response<Value?> {
        var call = call
        call.mayBeMissing = true
        return try await get(call, options) { response throws(GitHubError) in
            response.head.status == .notFound ? nil : try Self.decode(response.body)
        }
    }

    /// Requests a body that `read` understands.
    func get<Value: Sendable>(
        _ call: EndpointCall, _ options: FetchOptions,
        read: (HTTPTransportResponse) throws(GitHubError) -> Value
    ) async throws(GitHubError) -> Response<Value> {
        let response = try await fetch(call, options.isPlanned ? options : options.planning(1))
        let value = try read(response)
        // The memory of the body is held until here.
        withExtendedLifetime(response.reservation) {}
        return Response(
            value: value, provenance: response.provenance,
            links: PageLinks(response.head.headerFields[.link], base: base))
    }

    /// Sends `call`, follows redirects, and returns the final 200.
    func fetch(
        _ call: EndpointCall, _ options: FetchOptions
    ) async throws(GitHubError) -> HTTPTransportResponse {
        var address = call.page ?? call.address
        var provenance: Provenance?
        var redirects = 0
        while true {
            var response = try await send(call, to: address, options)
            provenance = provenance?.combined(with: response.provenance) ?? response.provenance
            guard let redirect = Redirect(response.head.status.code) else {
                try call.check(response)
                if let provenance { response.provenance = provenance }
                options.tally?.note(response.provenance, isLimited: call.budget != nil)
                options.progress?.answered(from: response.provenance.source)
                return response
            }
            guard redirects < Self.maximumRedirects else {
                throw .invalidResponse(
                    status: response.head.status.code,
                    reason: "expected at most \(Self.maximumRedirects) redirects")
            }
            address = try redirect.target(of: response.head, from: address)
            // Nothing else checks the body of an image or of a raw file.
            let isChecked = call.shape != nil && !call.isImage
            guard isChecked || mayHoldImages(address) else {
                throw .invalidResponse(
                    status: response.head.status.code, reason: "Location: expected an https URL")
            }
            redirects += 1
        }
    }

    private func send(
        _ call: EndpointCall, to address: WebAddress, _ options: FetchOptions
    ) async throws(GitHubError) -> HTTPTransportResponse {
        let request = call.request(
            to: address, base: base, userAgent: userAgent, credential(), options)
        do {
            let response = try await transport.send(request)
            if response.head.status == .unauthorized, let token = request.credential {
                onUnauthorized(token)
            }
            return response
        } catch {
            throw GitHubError(error)
        }
    }

    private static let maximumRedirects = 5

    static func decode<Value: Decodable>(
        _ body: [UInt8], pageSize: Int = pageSize
    ) throws(GitHubError) -> Value {
        do {
            return try JSONTextDecoder(pageSize: pageSize).decode(Value.self, from: body)
        } catch {
            throw .invalidResponse(status: 200, reason: DecodingReason(error).description)
        }
    }
}
