"""Whom a server asks: GitHub, another host or the sandbox."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


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
        """The command that prints the token of GitHub's own client; empty for other hosts."""
        return "gh auth token" if self.name == "GitHub" else ""
