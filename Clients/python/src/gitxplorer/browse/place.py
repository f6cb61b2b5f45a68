"""A place in the explorer: a screen and its subject."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

Kind = Literal["random", "user", "repos", "stargazers", "search", "rate"]

#: The places of the command line, and the names of their arguments.
STARTS: dict[Kind, str] = {
    "random": "",
    "user": "LOGIN",
    "repos": "LOGIN",
    "stargazers": "OWNER/NAME",
    "search": "QUERY",
}


@dataclass(frozen=True)
class Place:
    """A screen's address; ``subject`` is a login, OWNER/NAME or a query."""

    kind: Kind
    subject: str = ""

    @classmethod
    def parse(cls, words: Sequence[str]) -> Place:
        """Reads START; raises ValueError with a sentence."""
        if not words:
            return cls("random")
        kind = next((kind for kind in STARTS if kind == words[0]), None)
        if kind is None:
            raise ValueError(f"START is {_list(STARTS)}; found {words[0]!r}")
        subject, wanted = " ".join(words[1:]), STARTS[kind]
        if bool(subject) != bool(wanted) and kind != "search":
            raise ValueError(f"{kind} takes {wanted or 'nothing'}")
        if wanted == "OWNER/NAME" and not all(subject.partition("/")):
            raise ValueError(f"expected OWNER/NAME, found {subject!r}")
        return cls(kind, subject)

    @property
    def title(self) -> str:
        """The title at the top of the screen."""
        return {
            "random": "random users",
            "user": self.subject,
            "repos": f"{self.subject} › repositories",
            "stargazers": f"{self.subject} › stargazers",
            "search": f"search › {self.subject}" if self.subject else "search",
            "rate": "GitHub's limits",
        }[self.kind]


def _list(starts: dict[Kind, str]) -> str:
    each = [f"{kind} {word}".rstrip() for kind, word in starts.items()]
    return ", ".join(each[:-1]) + " or " + each[-1]
