extension SandboxRequest {
    /// Why the request may not use the control; nil if it may.
    ///
    /// A web page may not. Its requests have an `Origin`, or a host of its own that resolves to the
    /// sandbox (DNS rebinding), or lack the content type that a page cannot send without a
    /// preflight request.
    var controlRefusal: Reply? {
        guard isForOwnHost else { return .controlError("the host is not the sandbox's own", 403) }
        guard header("origin") == nil else {
            return .controlError("a web page may not use the control: it sends Origin", 403)
        }
        let isRead = method == "GET" || method == "HEAD"
        guard isRead || mediaType == "application/json" else {
            return .controlError("expected Content-Type: application/json", 415)
        }
        return nil
    }

    /// `Content-Type` without its parameters, in lower case.
    var mediaType: String? {
        header("content-type")?.prefix { $0 != ";" }.filter { $0 != " " }.lowercased()
    }
}

extension Reply {
    static func controlError(_ message: String, _ status: Int = 422) -> Reply {
        .control(BodyText.object { $0.member("message", message) }, status: status)
    }
}
