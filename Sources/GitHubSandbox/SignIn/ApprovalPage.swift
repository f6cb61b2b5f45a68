import HTTPServer
import Synchronization

/// The page on which a person enters a device code and approves or denies the sign-in.
extension SandboxService {
    /// `GET /login/device`: the form.
    func approvalPage(_ request: SandboxRequest) -> Reply {
        let asked = request.query["user_code"] ?? ""
        let isPlain = asked.utf8.allSatisfy { Percent.isUnreserved($0) }
        return SandboxService.page(
            """
            <p>Type in the code that the program shows. In this sandbox everybody signs in as
            octocat.</p>
            <form method="post" action="/login/device">
            <input type="hidden" name="authenticity_token" value="\(pageSecret)">
            <p><label>Code <input name="user_code" value="\(isPlain ? asked : "")" required
            autofocus autocomplete="off" placeholder="XXXX-XXXX"></label></p>
            <p><button name="decision" value="approve">Approve</button>
            <button name="decision" value="deny">Deny</button></p>
            </form>
            """)
    }

    /// `POST /login/device`: the form's data.
    func decision(_ request: SandboxRequest) -> Reply {
        let form = SandboxService.form(request)
        guard isFromOwnPage(request, form) else {
            return SandboxService.page(
                "<p>This form was not sent by the sandbox's own page.</p>", status: 403)
        }
        guard let decision = form["decision"], ["approve", "deny"].contains(decision) else {
            return SandboxService.page("<p>Approve or deny?</p>", status: 422)
        }
        let now = clock()
        let isKnown = state.withLock {
            $0.devices.decide(
                userCode: form["user_code"] ?? "", deny: decision == "deny", now: now)
        }
        guard isKnown else {
            return SandboxService.page(
                """
                <p>No sign-in waits under this code: it was mistyped, used or is too old.</p>
                <p><a href="/login/device">Try again</a></p>
                """, status: 422)
        }
        return SandboxService.page(
            decision == "deny"
                ? "<p>The sign-in is denied.</p>"
                : "<p>The sign-in is approved. The program goes on by itself.</p>")
    }

    /// Whether the form was sent from the sandbox's own page.
    ///
    /// Another site can send the form too, or make its own name resolve to the sandbox. But it
    /// cannot read the secret in the page, and its browser names its origin.
    private func isFromOwnPage(_ request: SandboxRequest, _ form: Query) -> Bool {
        let origin = request.header("origin") ?? request.hosts.origin
        let site = request.header("sec-fetch-site") ?? "same-origin"
        return request.isForOwnHost && origin == request.hosts.origin && site == "same-origin"
            && request.mediaType == "application/x-www-form-urlencoded"
            && form["authenticity_token"] == pageSecret
    }

    private static func page(_ content: String, status: Int = 200) -> Reply {
        Reply(
            status: status,
            headers: [
                ("Content-Type", "text/html; charset=utf-8"), ("Cache-Control", "no-store"),
                // Not inside another site's page, where clicks could be stolen.
                ("X-Frame-Options", "deny"),
                (
                    "Content-Security-Policy",
                    "default-src 'none'; form-action 'self'; frame-ancestors 'none'"
                ), ("Referrer-Policy", "same-origin"),
            ],
            body: Array(
                """
                <!DOCTYPE html>
                <html lang="en">
                <meta charset="utf-8">
                <title>Device activation</title>
                <h1>Device activation</h1>
                \(content)
                </html>

                """.utf8))
    }
}
