"""Whether a terminal with Kitty's protocol also supports its placeholders.

textual-image draws with them, since they scroll with the text; older Kittys, Konsole and WezTerm
support pictures, but would show boxes.
"""

from __future__ import annotations

import os
import re
import select
import sys
import termios
import tty

_QUERY = b"\x1b[>q\x1b[c"
_PATIENCE = 0.5
_KITTY = re.compile(rb"kitty\((\d+)\.(\d+)")
_SINCE = (0, 28)


def has_placeholders() -> bool:
    """Asks the terminal for its name and version. Must be called before the app starts."""
    return knows(_answer())


def knows(answer: bytes) -> bool:
    """Whether a terminal with this reply supports placeholders."""
    kitty = _KITTY.search(answer)
    if kitty is not None:
        return (int(kitty[1]), int(kitty[2])) >= _SINCE
    return b"ghostty" in answer.lower()


def _answer() -> bytes:
    source, sink = sys.__stdin__, sys.__stdout__
    if source is None or sink is None:
        return b""
    descriptor = source.fileno()
    before = termios.tcgetattr(descriptor)
    seen = b""
    try:
        tty.setcbreak(descriptor)
        sink.write(_QUERY.decode())
        sink.flush()
        # Every terminal answers the second query, even one that does not know the first.
        while not re.search(rb"\x1b\[\?[\d;]*c", seen):
            if not select.select([descriptor], [], [], _PATIENCE)[0]:
                break
            seen += os.read(descriptor, 1024)
    finally:
        termios.tcsetattr(descriptor, termios.TCSANOW, before)
    return seen
