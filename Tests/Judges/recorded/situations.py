"""Puts the sandbox into the situation of a recording, and sends it the same request."""

from __future__ import annotations

from typing import Dict, Optional

from harness.sandbox import Sandbox

from .exchange import Answer, Exchange, ask
from .questions import question
from .world import World


class Situations:
    """The situations into which one sandbox can be put."""

    def __init__(self, sandbox: Sandbox) -> None:
        self.sandbox = sandbox
        self.world = World(sandbox)

    def answer(self, exchange: Exchange) -> Optional[Answer]:
        """The sandbox's response, or None if it has nothing of this kind to request."""
        if exchange.answer.status >= 300:
            return self._failure(exchange)
        asked = question(exchange, self.world)
        return self._ask(exchange, *asked, method=exchange.method) if asked else None

    def _failure(self, exchange: Exchange) -> Optional[Answer]:
        """A response other than a 200, requested in a situation that produces it."""
        status, body = exchange.answer.status, exchange.answer.body
        message = body.get("message", "") if isinstance(body, dict) else ""
        if status == 304:
            tag = self._ask(exchange, "/users/octocat").headers["etag"]
            return self._ask(exchange, "/users/octocat", headers={"If-None-Match": tag})
        if status == 301:
            self.sandbox.mutate(user="octocat", rename="octopus")
            return self._ask(exchange, "/repos/octocat/Hello-World")
        if status == 404 and message:
            is_organization = exchange.endpoint == "/orgs/{org}"
            return self._ask(exchange, "/orgs/octocat" if is_organization else "/repos/octocat/x")
        if status == 422 and message:
            query = {} if "errors" in body else {"q": "a", "page": "35"}
            return self._ask(exchange, "/search/users", query)
        # A bad token of an app is refused like any other.
        if status == 401 and (message == "Bad credentials" or exchange.path == "/app"):
            return self._ask(exchange, "/user", headers={"Authorization": "token ghp_bad"})
        if status in (403, 429) and "secondary rate limit" in message:
            return self._faulty(exchange, "secondaryLimit")
        return self._faulty(exchange, "http503") if status == 503 else None

    def _faulty(self, exchange: Exchange, kind: str) -> Answer:
        self.sandbox.fault(kind, "/users/*", times=1)
        return self._ask(exchange, "/users/octocat")

    def _ask(
        self, exchange: Exchange, path: str, query: Optional[Dict[str, str]] = None,
        method: str = "GET", headers: Optional[Dict[str, str]] = None,
    ) -> Answer:  # fmt: skip
        """Sends a request with the recorded media type, credentials and encodings."""
        sent = {"Accept": exchange.accept} if exchange.accept else {}
        if exchange.is_signed_in:
            sent["Authorization"] = f"token {self._token(exchange)}"
        if exchange.is_compressed:
            sent["Accept-Encoding"] = "gzip"
        return ask(self.sandbox.url, path, query, {**sent, **(headers or {})}, method)

    def _token(self, exchange: Exchange) -> str:
        if exchange.has_fine_grained_token:
            return "github_pat_judge"
        # Only an account itself sees its plan, with a token that has the scope `user`.
        is_private = exchange.endpoint.startswith("/user") and "plan" in exchange.answer.body
        return self.world.token("user") if is_private else "ghp_judge"
