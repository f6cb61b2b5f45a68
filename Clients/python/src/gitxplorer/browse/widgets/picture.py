"""A picture on the terminal, in whatever way it supports."""

from __future__ import annotations

import asyncio
from typing import Any

from rich.text import Text
from textual.app import ComposeResult
from textual.widget import Widget
from textual.widgets import Static

from .. import pictures
from ..command import Means
from ..text import shown
from .placeholders import has_placeholders

_means: Means = "none"


def choose(means: Means) -> None:
    """Chooses how pictures are drawn.

    Must be called before the app starts, which would take the terminal's replies for keys.
    """
    global _means
    if means != "none":
        # Asks the terminal what it can do when it is imported, and reads the replies.
        import textual_image.widget
    _means = _best() if means == "auto" else means


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
            self.query_one(".stand-in", Static).update(self._letter())

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


def _best() -> Means:
    from textual_image import renderable

    if renderable.Image is renderable.SixelImage:
        return "sixel"
    if renderable.Image is renderable.TGPImage:
        return "kitty" if has_placeholders() else "blocks"
    return "blocks" if renderable.Image is renderable.HalfcellImage else "shades"


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
