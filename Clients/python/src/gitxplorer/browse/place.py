"""A place in the explorer: a screen and its subject."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal, Optional, get_args

from .. import names

Kind = Literal[
    "random",
    "user",
    "repos",
    "starred",
    "followers",
    "following",
    "repo",
    "stargazers",
    "search",
    "rate",
]

_KINDS: tuple[Kind, ...] = get_args(Kind)

#: In START: the search is for repositories.
REPOSITORIES = "--repositories"

#: In START: the parts of a repository's page.
_PARTS = ("readme", "history")

#: The places of the command line, and the names of their arguments.
STARTS = {
    "random": "",
    "user": "LOGIN",
    "repos": "LOGIN",
    "starred": "LOGIN",
    "followers": "LOGIN",
    "following": "LOGIN",
    "repo": "OWNER/NAME",
    "readme": "OWNER/NAME",
    "history": "OWNER/NAME",
    "stargazers": "OWNER/NAME",
    "search": "QUERY",
    f"search {REPOSITORIES}": "QUERY",
    "rate": "",
}


@dataclass(frozen=True)
class Place:
    """A screen's address; ``subject`` is a login, OWNER/NAME or a query.

    A search is for users, or for ``repositories``. A repository's page may begin at a ``part``.
    """

    kind: Kind
    subject: str = ""
    repositories: bool = False
    part: str = field(default="", compare=False)

    @classmethod
    def parse(cls, words: Sequence[str]) -> Place:
        """Reads START; raises ValueError with a sentence."""
        if not words:
            return cls("random")
        word = words[0]
        if word not in (*_KINDS, *_PARTS):
            raise ValueError(f"START is {_list(starts())}; found {word!r}")
        part = word if word in _PARTS else ""
        kind: Kind = "repo" if part else next(kind for kind in _KINDS if kind == word)
        repositories = REPOSITORIES in words
        if repositories and kind != "search":
            raise ValueError(f"{REPOSITORIES} belongs to search")
        wanted = STARTS[kind]
        given = [each for each in words[1:] if each.strip() and each != REPOSITORIES]
        subject = " ".join(given)
        if len(given) != bool(wanted) and kind != "search":
            found = f", found {subject!r}" if given else ""
            raise ValueError(f"{word} takes {wanted or 'nothing'}{found}")
        if wanted == "OWNER/NAME":
            name = names.repository(subject)
            if name is None:
                raise ValueError(f"expected OWNER/NAME, found {subject!r}")
            subject = name
        elif wanted == "LOGIN":
            subject = names.login(subject)
        return cls(kind, subject, repositories, part)

    @property
    def title(self) -> str:
        """The title at the top of the screen."""
        if self.kind == "search":
            what = "search repositories" if self.repositories else "search"
            return f"{what} › {self.subject}" if self.subject else what
        return _TITLES.get(self.kind) or self.subject + _LISTS.get(self.kind, "")

    @property
    def owner(self) -> Optional[str]:
        """The login that the place is about: a user, or the owner of a repository."""
        if self.kind in ("random", "search", "rate"):
            return None
        return self.subject.partition("/")[0]

    @property
    def repository(self) -> Optional[str]:
        """The full name of the repository that the place is about."""
        return self.subject if self.kind in ("repo", "stargazers") else None

    @property
    def above(self) -> Optional[Place]:
        """The page to which the place belongs: of a list, its user or repository."""
        if self.kind == "stargazers":
            return Place("repo", self.subject)
        return None if self.kind == "user" or self.owner is None else Place("user", self.owner)


def starts() -> list[str]:
    """Each START as it is typed."""
    return [f"{words} {argument}".rstrip() for words, argument in STARTS.items()]


def _list(items: Iterable[str]) -> str:
    *others, last = items
    return ", ".join(others) + " or " + last


_TITLES: dict[Kind, str] = {"random": "random users", "rate": "limits"}

#: By kind, what follows the subject in the title.
_LISTS: dict[Kind, str] = {
    "repos": " › repositories",
    "starred": " › starred",
    "followers": " › followers",
    "following": " › following",
    "stargazers": " › stargazers",
}
