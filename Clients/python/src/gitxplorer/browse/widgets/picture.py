"""A picture on the terminal, in whatever way it supports."""

from __future__ import annotations

import asyncio
import io
import os
import sys
from typing import Any, Optional

from rich.text import Text
from textual.app import ComposeResult
from textual.widget import Widget
from textual.widgets import Static

from .. import pictures, terminal
from ..command import Means
from ..text import shown

_means: Means = "none"


def choose(means: Means) -> None:
    """Chooses how pictures are drawn.

    Must be called before the app starts, which would take the terminal's replies for keys.
    """
    global _means
    if means == "none":
        _means = means
        return
    asked = means in ("auto", "kitty", "sixel")
    found = terminal.ask() if asked else terminal.Terminal(cell=terminal.cell())
    _means = found.best if means == "auto" else means
    _load(found.cell)


class Picture(Widget):
    """The picture of a login; its first letter until there is one."""

    def __init__(self, login: str = "") -> None:
        super().__init__()
        self._login = login

    def compose(self) -> ComposeResult:
        """A placeholder."""
        yield Static(self._letter(), classes="stand-in")

    def name_it(self, login: str) -> None:
        """Sets the login of the picture."""
        if login != self._login:
            self._login = login
            for stand_in in self.query(".stand-in").results(Static):
                stand_in.update(self._letter())

    async def show(self, data: str) -> None:
        """Decodes and shows a picture in base64; the letter stays if that fails."""
        if _means == "none":
            return
        picture = await asyncio.to_thread(pictures.decode, data)
        if picture is not None and self.is_attached:
            await self.remove_children()
            await self.mount(_widget(picture))

    def _letter(self) -> Text:
        return Text(shown(self._login)[:1].upper(), justify="center")


def _load(cell: Optional[tuple[int, int]]) -> None:
    """Imports textual-image, which on a terminal would ask again, and wait for too short a time."""
    if cell is not None:
        os.environ["TEXTUAL_CELL_WIDTH"], os.environ["TEXTUAL_CELL_HEIGHT"] = map(str, cell)
    output = sys.__stdout__
    setattr(sys, "__stdout__", io.StringIO())
    try:
        import textual_image.widget
    finally:
        setattr(sys, "__stdout__", output)


def _widget(picture: Any) -> Widget:
    from textual_image import widget

    from .sixel import Sixels

    kinds: dict[Means, type[Widget]] = {
        "kitty": widget.TGPImage,
        "sixel": Sixels,
        "blocks": widget.HalfcellImage,
        "shades": widget.UnicodeImage,
    }
    return kinds[_means](picture)
