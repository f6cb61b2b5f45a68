"""Finds examples, in a sandbox's world, of each kind of thing that recordings are about."""

from __future__ import annotations

from functools import lru_cache
from typing import Tuple

from harness.sandbox import Sandbox

#: A login or a full name, and the id.
Named = Tuple[str, int]


class World:
    """One sandbox's world. Examples that were found once are remembered."""

    def __init__(self, sandbox: Sandbox) -> None:
        self.sandbox = sandbox
        self.account = lru_cache(None)(self._account)
        self.bot = lru_cache(None)(self._bot)
        self.organization_repository = lru_cache(None)(self._organization_repository)
        self.token = lru_cache(None)(self._token)

    def _account(self, kind: str, counted: str, low: int, high: int) -> Named:
        """An account with `low` to `high` of something; the one with most if all have fewer."""
        for words in (
            f"type:{kind}+{counted}:{low}..{high}",
            f"type:{kind}&sort=repositories",
        ):
            found = self.sandbox.get(f"/search/users?q={words}&per_page=1")["items"]
            if found:
                return found[0]["login"], found[0]["id"]
        raise AssertionError(f"no account of type {kind}")

    def _bot(self) -> Named:
        since = 1000
        while True:
            users = self.sandbox.get(f"/users?per_page=100&since={since}")
            for user in users:
                if user["type"] == "Bot":
                    return user["login"], user["id"]
            since = users[-1]["id"]

    def _organization_repository(self, is_fork: bool) -> Named:
        for repository in self.sandbox.get("/orgs/github/repos?per_page=100"):
            if repository["fork"] == is_fork:
                return repository["full_name"], repository["id"]
        raise AssertionError("no such repository")

    def _token(self, scope: str) -> str:
        """A token with a scope, by device flow."""
        client = {"client_id": "judge"}
        begun = self.sandbox.post_form("/login/device/code", {**client, "scope": scope})
        self.sandbox.authorize(begun["user_code"])
        grant = "urn:ietf:params:oauth:grant-type:device_code"
        form = {**client, "device_code": begun["device_code"], "grant_type": grant}
        return self.sandbox.post_form("/login/oauth/access_token", form)["access_token"]
