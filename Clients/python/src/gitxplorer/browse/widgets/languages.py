"""Languages as bars."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from rich.text import Text
from textual.geometry import Size
from textual.widget import Widget

from ... import types
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


class Languages(Widget):
    """One bar for each language, by number of repositories."""

    def __init__(self) -> None:
        super().__init__()
        self._languages: Sequence[types.LanguageTotal] = ()

    def show(self, languages: Sequence[types.LanguageTotal]) -> None:
        """Shows other languages."""
        self._languages = languages
        self.refresh(layout=True)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """A line for each, and one for those that are left out."""
        return max(1, min(len(self._languages), _MOST) + (len(self._languages) > _MOST))

    def render(self) -> Text:
        """The bars, in the available width."""
        items = self._languages[:_MOST]
        if not items:
            return Text("No language is known of its repositories.", "dim")
        names = min(16, max(cell_len(shown(item["language"])) for item in items))
        longest = max(item["repositories"] for item in items)
        counts = max(len(str(item["repositories"])) for item in items)
        room = max(4, self.size.width - names - counts - 12)
        text = Text(no_wrap=True)
        for item in items:
            if text:
                text.append("\n")
            cells = max(1, round(8 * room * item["repositories"] / longest))
            bar = "█" * (cells // 8) + (_EIGHTHS[cells % 8] if cells % 8 else "")
            text.append(fit(shown(item["language"]), names) + " ")
            text.append(f"{item['repositories']:>{counts}} ", "bold")
            text.append(fit(bar, room), color(item["language"]))
            text.append(f" ★ {short(item['stars'])}", "dim")
        if len(self._languages) > _MOST:
            text.append(f"\nand {len(self._languages) - _MOST} more", "dim")
        return text
