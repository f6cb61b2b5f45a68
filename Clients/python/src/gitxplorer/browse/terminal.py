"""What the terminal can draw: asked once, before the app reads what comes from it."""

from __future__ import annotations

import fcntl
import os
import re
import select
import struct
import termios
import time
import tty
from dataclasses import dataclass
from typing import Iterable, Literal, Optional

from textual._xterm_parser import XTermParser
from textual.message import Message

#: Its name and version, the pixels of a cell, and its abilities. Every terminal answers the last
#: query, even one that does not know the others; so its reply ends the replies.
_QUERY = b"\x1b[>q\x1b[16t\x1b[c"

#: Seconds for all replies. A remote terminal needs some tenths; one that is silent is rare.
_PATIENCE = 2.0

_ABILITIES = re.compile(rb"\x1b\[\?([\d;]*)c")
_CELL = re.compile(rb"\x1b\[6;(\d+);(\d+)t")
_KITTY = re.compile(rb"kitty\((\d+)\.(\d+)")

#: Kitty's first version with placeholders, with which textual-image draws, since they scroll with
#: the text. Older ones, Konsole and WezTerm know the protocol, but would show boxes.
_PLACEHOLDERS_SINCE = (0, 28)

#: The ability to draw Sixels.
_SIXEL = b"4"

#: The replies to the query, whole.
_REPLY = re.compile(r"\x1bP>\|[^\x1b]*\x1b\\|\x1b\[6;\d+;\d+t|\x1b\[\?[\d;]*c")

Best = Literal["kitty", "sixel", "blocks"]


@dataclass(frozen=True)
class Terminal:
    """The terminal's best way to draw pictures, and its cell's width and height in pixels."""

    best: Best = "blocks"
    cell: Optional[tuple[int, int]] = None

    @classmethod
    def read(cls, replies: bytes) -> Terminal:
        """Reads the replies to the query, of which any may be missing."""
        abilities, cell = _ABILITIES.search(replies), _CELL.search(replies)
        best: Best = "blocks"
        if abilities is not None and _SIXEL in abilities[1].split(b";"):
            best = "sixel"
        elif _has_placeholders(replies):
            best = "kitty"
        return cls(best, (int(cell[2]), int(cell[1])) if cell else None)


def ask() -> Terminal:
    """Asks the terminal. Must be called before the app starts."""
    try:
        found = Terminal.read(_replies())
    except (OSError, termios.error):
        found = Terminal()  # The terminal has gone away, which the app will notice.
    return Terminal(found.best, cell() or found.cell)


def cell() -> Optional[tuple[int, int]]:
    """The cell's width and height, if the kernel knows the terminal's pixels."""
    try:
        size = fcntl.ioctl(1, termios.TIOCGWINSZ, bytes(8))
    except OSError:
        return None
    rows, columns, width, height = struct.unpack("HHHH", size)
    return (width // columns, height // rows) if width and height and rows and columns else None


class Parser(XTermParser):
    """Passes over late replies, which would be taken for keys."""

    def feed(self, data: str) -> Iterable[Message]:
        """What the input means; no data is its end."""
        rest = _REPLY.sub("", data)
        return super().feed(rest) if rest or not data else ()


def _has_placeholders(replies: bytes) -> bool:
    kitty = _KITTY.search(replies)
    if kitty is not None:
        return (int(kitty[1]), int(kitty[2])) >= _PLACEHOLDERS_SINCE
    return b"ghostty" in replies.lower()


def _replies() -> bytes:
    source, sink = 0, 1  # What Textual itself uses.
    before = termios.tcgetattr(source)
    seen, end = b"", time.monotonic() + _PATIENCE
    try:
        tty.setcbreak(source)
        os.write(sink, _QUERY)
        while not _ABILITIES.search(seen):
            left = end - time.monotonic()
            if left <= 0 or not select.select([source], [], [], left)[0]:
                break
            data = os.read(source, 1024)
            if not data:
                break
            seen += data
    finally:
        termios.tcsetattr(source, termios.TCSANOW, before)
    return seen
