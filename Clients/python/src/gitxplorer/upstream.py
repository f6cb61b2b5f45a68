"""Whom a server asks: GitHub, GitHub Enterprise or the sandbox."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit


@dataclass(frozen=True)
class Upstream:
    """The name, for sentences such as "from GitHub", and the address of the pages."""

    name: str = "GitHub"
    url: str = "https://github.com"

    @classmethod
    def of(cls, initialized: Mapping[str, Any]) -> Upstream:
        """As the result of ``initialize`` says; older servers do not, and ask GitHub."""
        said = initialized.get("upstream")
        return cls(str(said["name"]), str(said["url"])) if isinstance(said, Mapping) else cls()

    @property
    def token_command(self) -> str:
        """The command that prints the token of GitHub's own client; empty if it has none."""
        if self.name != "GitHub":
            return ""
        host = urlsplit(self.url).hostname or ""
        return "gh auth token" + ("" if host == "github.com" else f" --hostname {host}")
