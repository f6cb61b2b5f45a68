extension SandboxRequest {
    /// Checks that the request may use the control.
    ///
    /// A web page may not. Its requests have an `Origin`, or a host of its own that resolves to the
    /// sandbox (DNS rebinding), or lack the content type that a page cannot send without a
    /// preflight request.
    func checkControlAccess() throws(ControlError) {
        guard isForOwnHost else {
            throw ControlError(message: "the host is not the sandbox's own", status: 403)
        }
        guard header("origin") == nil else {
            throw ControlError(
                message: "a web page may not use the control: it sends Origin", status: 403)
        }
        guard method == "GET" || method == "HEAD" || mediaType == "application/json" else {
            throw ControlError(message: "expected Content-Type: application/json", status: 415)
        }
    }

    /// `Content-Type` without its parameters, in lower case.
    var mediaType: String? {
        header("content-type")?.prefix { $0 != ";" }.filter { $0 != " " }.lowercased()
    }
}
