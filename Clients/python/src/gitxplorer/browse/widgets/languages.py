"""Languages as bars."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.cells import cell_len
from rich.text import Text
from textual.geometry import Size
from textual.widget import Widget

from ... import types
from ...cli.parts import size
from ..text import fit, short, shown

_EIGHTHS = " ▏▎▍▌▋▊▉"
_MOST = 10

#: GitHub's colors of languages; lighter where they would be too dark.
_COLORS = {
    "C": "#8a8a8a",
    "C#": "#3da639",
    "C++": "#f34b7d",
    "CSS": "#8a63d2",
    "Dart": "#00b4ab",
    "Elixir": "#9a6fb0",
    "Go": "#00add8",
    "HTML": "#e34c26",
    "Haskell": "#8f7fc7",
    "Java": "#c98a3a",
    "JavaScript": "#d9c94a",
    "Jupyter Notebook": "#da5b0b",
    "Kotlin": "#a97bff",
    "Lua": "#5b5bd6",
    "Objective-C": "#438eff",
    "PHP": "#7a86b8",
    "Python": "#4b8bbe",
    "Ruby": "#cc342d",
    "Rust": "#dea584",
    "Scala": "#dc322f",
    "Shell": "#6fbf3f",
    "Swift": "#f05138",
    "TypeScript": "#3178c6",
    "Vim Script": "#199f4b",
    "Vue": "#41b883",
    "Zig": "#ec915c",
}


def color(language: object) -> str:
    """The color of a language."""
    return _COLORS.get(str(language), "cyan")


@dataclass(frozen=True)
class Share:
    """A bar: a language, the size that its length shows, and what is written before and after."""

    language: str
    size: int
    amount: str
    note: str


def by_repositories(languages: Sequence[types.LanguageTotal]) -> list[Share]:
    """The languages of a user, by number of repositories."""
    return [
        Share(
            each["language"],
            each["repositories"],
            str(each["repositories"]),
            f"★ {short(each['stars'])}",
        )
        for each in languages
    ]


def by_bytes(languages: Sequence[types.LanguageBytes]) -> list[Share]:
    """The languages of a repository, by amount of code."""
    total = max(1, sum(each["bytes"] for each in languages))
    return [
        Share(
            each["language"],
            each["bytes"],
            f"{100 * each['bytes'] / total:.1f}%",
            size(each["bytes"]),
        )
        for each in languages
    ]


class Languages(Widget):
    """One bar for each language."""

    def __init__(self, empty: str) -> None:
        super().__init__()
        self._empty = empty
        self._shares: Sequence[Share] = ()

    def show(self, shares: Sequence[Share]) -> None:
        """Shows other languages."""
        self._shares = shares
        self.refresh(layout=True)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """A line for each, and one for those that are left out."""
        return max(1, min(len(self._shares), _MOST) + (len(self._shares) > _MOST))

    def render(self) -> Text:
        """The bars, in the available width."""
        shares = self._shares[:_MOST]
        if not shares:
            return Text(self._empty, "dim")
        names = min(16, max(cell_len(shown(share.language)) for share in shares))
        longest = max(1, *(share.size for share in shares))
        amounts = max(len(share.amount) for share in shares)
        room = max(4, self.size.width - names - amounts - 12)
        text = Text(no_wrap=True)
        for share in shares:
            if text:
                text.append("\n")
            cells = max(1, round(8 * room * share.size / longest))
            bar = "█" * (cells // 8) + (_EIGHTHS[cells % 8] if cells % 8 else "")
            text.append(fit(shown(share.language), names) + " ")
            text.append(f"{share.amount:>{amounts}} ", "bold")
            text.append(fit(bar, room), color(share.language))
            text.append(f" {share.note}", "dim")
        if len(self._shares) > _MOST:
            text.append(f"\nand {len(self._shares) - _MOST} more", "dim")
        return text
