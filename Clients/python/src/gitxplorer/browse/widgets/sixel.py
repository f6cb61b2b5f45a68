"""Pictures as Sixels that xterm shows in their own colors.

Only to be imported where textual-image is: it asks the terminal when it is loaded.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Callable

from rich.segment import Segment
from textual.app import ComposeResult
from textual.geometry import Region
from textual.strip import Strip
from textual_image.renderable.sixel import Image as Renderable
from textual_image.widget import SixelImage

#: Introduces a picture, ends it, and defines the color of a register within it.
_BEGIN, _END = "\x1bP", "\x1b\\"
_DEFINITION = re.compile(r"#(\d+);2;\d+;\d+;\d+")


class Sixels(SixelImage, Renderable=Renderable):
    """A picture of textual-image, with each color selected after it has been defined."""

    def compose(self) -> ComposeResult:
        """The widget that draws."""
        for drawing in super().compose():
            setattr(drawing, "render_lines", _selecting(drawing.render_lines))
            yield drawing


@lru_cache(maxsize=128)
def selected(sixels: str) -> str:
    """The same picture, with each color selected after its definition.

    textual-image takes a definition for a selection, as a VT340 does. xterm goes on in the color
    before it: the first lines of each picture, in which most colors are defined, came out wrong.
    """
    return _DEFINITION.sub(r"\g<0>#\1", sixels)


def _selecting(render: Callable[[Region], list[Strip]]) -> Callable[[Region], list[Strip]]:
    def lines(crop: Region) -> list[Strip]:
        return [Strip(map(_mended, strip), strip.cell_length) for strip in render(crop)]

    return lines


def _mended(segment: Segment) -> Segment:
    text = segment.text
    if not (text.startswith(_BEGIN) and text.endswith(_END)):
        return segment
    return segment._replace(text=selected(text))
