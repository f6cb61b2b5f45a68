import FoundationEssentials
import HTTPCore
import HTTPTypes
import LinuxSystem

/// Responses that other servers have.
extension CachingTransport {
    /// A shared response as this store would have it, or nil if it may not be kept here or upstream
    /// could not have sent it.
    ///
    /// Every shared response enters here.
    func storable(
        _ response: SharedResponse, _ request: HTTPTransportRequest, _ key: CacheKey
    ) -> StoredResponse? {
        let receivedAt = clock().addingTimeInterval(-response.age)
        guard checked(response.content, request, fetchedAt: receivedAt) != nil else { return nil }
        return storable(
            response.content, request, key,
            requestedAt: receivedAt.addingTimeInterval(-response.delay), receivedAt: receivedAt)
    }

    /// The response if it passes the check that upstream's responses pass.
    private func checked(
        _ content: SharedContent, _ request: HTTPTransportRequest, fetchedAt: Date
    ) -> HTTPTransportResponse? {
        let response = HTTPTransportResponse(
            head: HTTPResponse(
                status: HTTPResponse.Status(code: content.status), headerFields: content.fields),
            body: content.body,
            provenance: Provenance(source: .cache, fetchedAt: fetchedAt))
        return (try? next.check(response, for: request)).map { response }
    }

    /// A response as this store keeps it, or nil if it may not be kept.
    func storable(
        _ content: SharedContent, _ request: HTTPTransportRequest, _ key: CacheKey,
        requestedAt: Date, receivedAt: Date
    ) -> StoredResponse? {
        guard
            Storability.isStorable(
                status: content.status, fields: content.fields, policy: request.cachePolicy),
            let varying = VaryingFields(
                response: content.fields, request: request.head.headerFields),
            // What was cut short before it was sent is not kept.
            content.fields[.contentEncoding]?.lowercased() != "gzip" || content.body.isEmpty
                || GzipDecoder.isWhole(content.body)
        else { return nil }
        var fields = Storability.storableFields(content.fields)
        if request.cachePolicy.standard != nil, fields[.date] == nil {
            // RFC 9110, section 6.6.1.
            fields[.date] = UTCDate.httpDate(
                secondsSince1970: Timestamp(receivedAt).secondsSince1970)
        }
        return StoredResponse(
            key: key, varying: varying, status: content.status, fields: fields, body: content.body,
            requestedAt: requestedAt, receivedAt: receivedAt, usedAt: clock(),
            tags: Self.tags(of: content.body, request),
            followsRule: EntityTagRule.explains(
                content.status, content.fields, content.body, to: request))
    }

    /// The subjects of a response, in lower case.
    static func tags(of body: [UInt8], _ request: HTTPTransportRequest) -> [String] {
        Array(Set(request.facts.tags(body).map { $0.lowercased() }))
    }

    /// A response fetched while the caller waited is acceptable whatever its lifetime, also to a
    /// caller that demands a new one.
    func claim(_ request: HTTPTransportRequest, _ key: CacheKey) async -> SharedClaim? {
        var question = request
        if request.cachePolicy.standard != nil {
            // What one client has and wants does not make another question.
            for name in [HTTPField.Name.ifNoneMatch, .ifModifiedSince, .cacheControl] {
                question.head.headerFields[name] = nil
            }
        }
        return await shared?.claim(question) { [self] response in
            guard let stored = storable(response, request, key) else { return nil }
            let isFresh = freshness(of: stored, request).use(at: clock()) == .fresh
            return response.isNew || isFresh ? stored : nil
        }
    }

    /// Stores and returns a response that another server has fetched.
    func adopt(
        _ stored: StoredResponse, _ request: HTTPTransportRequest,
        insteadOf former: StoredResponse?
    ) async -> HTTPTransportResponse {
        await store.store(stored)
        if let former, former.body != stored.body { onChange() }
        return hit(stored, request)
    }

    /// The outcome of the server that asked upstream; nil if it is not shared, or if upstream could
    /// not have sent it.
    func settled(
        _ outcome: SharedOutcome, _ request: HTTPTransportRequest, _ key: CacheKey,
        insteadOf former: StoredResponse?
    ) async throws(HTTPTransportError) -> HTTPTransportResponse? {
        switch outcome {
        case .unshared: return nil
        case .failure(let error):
            guard let former else { throw error }
            return stale(former, request)
        case .response(let content):
            guard let response = checked(content, request, fetchedAt: clock()) else { return nil }
            if former != nil {
                if content.isRemoval { await store.remove(key) }
                onChange()
            }
            store.count { $0.requestsSpared += 1 }
            return response
        }
    }
}
