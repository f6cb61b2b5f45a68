"""The subject of a key: the user or repository under the cursor."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional, Protocol
from urllib.parse import urlsplit

from .. import types


@dataclass(frozen=True)
class Subject:
    """A page on GitHub, its user, and its repository if it is one."""

    page: str
    login: Optional[str] = None
    repository: Optional[str] = None


class AnyUser(Protocol):
    """The members that every kind of user has."""

    def __getitem__(self, name: str, /) -> object:
        """A member."""


def of_user(user: AnyUser) -> Subject:
    """The subject of a user, with whatever members are known."""
    return Subject(str(user["profileUrl"]), login=str(user["login"]))


def of_repository(repository: types.Repository) -> Subject:
    """A repository and its owner."""
    return Subject(
        repository["url"], login=repository["owner"], repository=repository["fullName"]
    )


def may_be_opened(page: str) -> bool:
    """Whether a browser may open a page: only http and https, without unusual characters."""
    try:
        parts = urlsplit(page)
    except ValueError:
        return False
    plain = all("!" <= character <= "~" for character in page)
    return parts.scheme in ("http", "https") and bool(parts.hostname) and plain
