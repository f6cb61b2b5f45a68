"""The stargazers of a repository."""

from __future__ import annotations

from typing import Any, Optional

from textual.app import ComposeResult

from ... import calls, types
from ..subject import Subject
from ..text import number
from ..widgets.rows import Rows
from .columns import Stargazers
from .paged import PagedView

_PER_PAGE = 50


class StargazersView(PagedView):
    """Stargazers, oldest star first; scrolling loads more."""

    OFFERS = frozenset({"repositories", "owner"})

    def body(self) -> ComposeResult:
        """The list."""
        yield Stargazers()

    async def fetch(
        self, page: int, refresh: bool
    ) -> tuple[list[Any], Optional[int], types.Freshness, str]:
        """A page of stargazers."""
        owner, _, name = self.place.subject.partition("/")
        call = calls.repo_stargazers(
            owner, name, page=page, per_page=_PER_PAGE, refresh=refresh or None
        )
        answer = await self.ask(call)
        self.query_one(Rows).empty = "Nobody has starred it yet."
        of = f" of {number(answer['lastPage'])}" if answer["lastPage"] else ""
        note = f"page {number(page)}{of}, oldest first"
        return list(answer["stargazers"]), answer["nextPage"], answer["freshness"], note

    def subject(self) -> Optional[Subject]:
        """The user under the cursor, otherwise the repository."""
        owner = self.place.subject.partition("/")[0]
        page = f"https://github.com/{self.place.subject}"
        return super().subject() or Subject(page, owner, self.place.subject)
