"""The subject of a key: the user or repository under the cursor."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Optional, Protocol
from urllib.parse import urlsplit

from .. import types
from .place import Kind, Place


@dataclass(frozen=True)
class Subject:
    """A page on GitHub, its user, and its repository if it is one."""

    page: str
    login: Optional[str] = None
    repository: Optional[str] = None
    #: An organization stars nothing and follows nobody.
    is_organization: bool = False

    def way(self, kind: Kind) -> Optional[Place]:
        """The place of this kind that is about the subject."""
        if self.is_organization and kind in ("starred", "following"):
            return None
        name = self.repository if kind in ("repo", "stargazers") else self.login
        return Place(kind, name) if name else None

    @property
    def place(self) -> Optional[Place]:
        """The subject's own page."""
        return self.way("repo") or self.way("user")


class AnyUser(Protocol):
    """The members that every kind of user has."""

    def __getitem__(self, name: str, /) -> object:
        """A member."""


def of_user(user: AnyUser) -> Subject:
    """The subject of a user, with whatever members are known."""
    return Subject(
        str(user["profileUrl"]),
        login=str(user["login"]),
        is_organization=user["type"] == "Organization",
    )


def of_repository(repository: types.Repository) -> Subject:
    """A repository and its owner."""
    return Subject(
        repository["url"], login=repository["owner"], repository=repository["fullName"]
    )


def of_item(item: Any) -> Subject:
    """The subject of a list's item, a user or a repository."""
    return of_repository(item) if "fullName" in item else of_user(item)


def of_place(place: Place) -> Optional[Subject]:
    """The user or repository that a place is about."""
    if place.owner is None:
        return None
    page = f"https://github.com/{place.repository or place.owner}"
    return Subject(page, place.owner, place.repository)


def may_be_opened(page: str) -> bool:
    """Whether a browser may open a page: only http and https, without unusual characters."""
    try:
        parts = urlsplit(page)
    except ValueError:
        return False
    plain = all("!" <= character <= "~" for character in page)
    return parts.scheme in ("http", "https") and bool(parts.hostname) and plain
