"""A user or an organization at a glance."""

from __future__ import annotations

from typing import Optional

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Container, Horizontal, Vertical, VerticalScroll
from textual.widgets import Static

from ... import calls, types
from ...errors import RPCError
from ..place import Kind, Place
from ..subject import of_user
from ..text import count, day, number, shown
from ..widgets.facts import Facts
from ..widgets.languages import Languages, by_repositories, color
from ..widgets.picture import Picture
from ..widgets.rows import Rows
from .columns import Repositories
from .view import View

_PICTURE = 256

#: Each fact is one word, unlike the same count in the last line of a list.
_NO_BREAK = "\xa0"


class Page(VerticalScroll, can_focus=False):
    """A page that scrolls with the cursor of the list in it."""

    follows = True


class UserView(View):
    """Header, totals, languages, and the most starred repositories."""

    def __init__(self, place: Place) -> None:
        super().__init__(place)
        self._user: Optional[types.Profile] = None

    def way(self, kind: Kind) -> Optional[Place]:
        """Where a key leads; an organization stars nothing and follows nobody."""
        if self._is_organization and kind in ("starred", "following"):
            return None
        return super().way(kind)

    @property
    def _is_organization(self) -> bool:
        return self._user is not None and of_user(self._user).is_organization

    def body(self) -> ComposeResult:
        """The header; below it the languages, beside the repositories if there is room."""
        with Page():
            with Horizontal(classes="header"):
                yield Picture(self.place.subject)
                with Vertical():
                    yield Static(markup=False, classes="who")
                    yield Static(markup=False, classes="totals")
            with Container(classes="halves"):
                with Vertical(classes="half"):
                    yield Static("Most starred repositories", classes="title")
                    yield Repositories()
                with Vertical(classes="half"):
                    yield Static("Languages", classes="title")
                    yield Languages("No language is known of its repositories.")

    def on_mount(self) -> None:
        """Hides the titles until there is something under them."""
        super().on_mount()
        self.query_one(".halves").display = False

    async def load(self, refresh: bool) -> None:
        """Loads the summary, then the picture; a missing picture is not an error."""
        login = self.place.subject
        summary = await self.ask(calls.user_summary(login, refresh=refresh or None))
        self._show(summary)
        self.status.busy("Picture")
        try:
            avatar = await self.ask(calls.user_avatar(login, size=_PICTURE))
        except RPCError:
            return
        await self.query_one(Picture).show(avatar["data"])

    def _show(self, summary: types.UserSummary) -> None:
        user = self._user = summary["user"]
        self.query_one(Picture).name_it(user["login"])
        self.query_one(".who", Static).update(_who(user))
        self.query_one(".totals", Static).update(_totals(summary))
        self.query_one(".halves").display = True
        self.query_one(Languages).show(by_repositories(summary["languages"]))
        rows = self.query_one(Rows)
        rows.empty = "No public repositories."
        rows.show(summary["topRepositories"])
        rows.styles.height = max(2, len(summary["topRepositories"])) + 1
        self.answered(summary["freshness"])


def _who(user: types.Profile) -> Text:
    text = Text(overflow="ellipsis")
    name = shown(user["name"])
    text.append(name or shown(user["login"]), "bold")
    if name:
        text.append(f"  {shown(user['login'])}", "dim")
    if user["type"] != "User":
        text.append(f"  {shown(user['type'])}", "italic")
    if user["bio"]:
        text.append(f"\n{shown(user['bio'])}")
    facts = [shown(fact) for fact in (user["company"], user["location"], user["blog"]) if fact]
    if facts:
        text.append("\n" + " · ".join(facts), "dim")
    return text


def _totals(summary: types.UserSummary) -> Facts:
    user = summary["user"]
    facts = [
        Text(f"★ {number(summary['totalStars'])} stars", "bold yellow"),
        Text(count(summary["totalRepositories"], "repository", "repositories"), "bold"),
        Text(count(user["followers"], "follower")),
        Text(f"{number(user['following'])} following"),
        Text(f"since {day(user['createdAt'])}"),
    ]
    if summary["favoriteLanguage"]:
        favorite = shown(summary["favoriteLanguage"])
        facts.insert(2, Text(f"mostly {favorite}", f"bold {color(favorite)}"))
    for fact in facts:
        fact.plain = fact.plain.replace(" ", _NO_BREAK)
    return Facts(facts)
