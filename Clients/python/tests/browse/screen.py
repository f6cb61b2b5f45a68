"""An X screen without a window manager, and checks of an avatar on it."""

from __future__ import annotations

import base64
import io
import json
import subprocess
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Callable, Optional

from harness.patience import PATIENCE
from harness.x_server import XServer
from PIL import Image, ImageGrab

#: Where the documentation's pictures are; written with GITXPLORER_WRITE_SCREENS=1.
PICTURES = Path(__file__).parents[4] / "Documentation" / "pictures"

#: The least number of pixels with the background color in a row or column of an avatar.
_LINE = 24

Color = tuple[int, int, int]


class Screen:
    """A screen, and one terminal on it."""

    def __init__(self, size: str = "1000x620x24") -> None:
        self._server = XServer(size)
        self.name = self._server.display
        self._terminal: Optional[subprocess.Popen[bytes]] = None

    def run(self, command: Sequence[str], environment: dict[str, str], log: Path) -> None:
        """Starts a terminal."""
        shown = {**environment, "DISPLAY": self.name, "LIBGL_ALWAYS_SOFTWARE": "1"}
        with log.open("wb") as file:
            self._terminal = subprocess.Popen(
                command, env=shown, stdin=subprocess.DEVNULL, stdout=file, stderr=file
            )

    def wait_for(self, fault: Callable[[Image.Image], Optional[str]]) -> Image.Image:
        """Waits until the check finds nothing wrong on the screen."""
        end = time.monotonic() + PATIENCE
        while True:
            seen = ImageGrab.grab(xdisplay=self.name)
            wrong = fault(seen)
            if wrong is None:
                return seen
            assert self._terminal and self._terminal.poll() is None, "the terminal ended"
            assert time.monotonic() < end, wrong
            time.sleep(0.3)  # A screen does not tell that it has changed.

    def __enter__(self) -> Screen:
        return self

    def __exit__(self, *_: object) -> None:
        if self._terminal:
            self._terminal.terminate()
            self._terminal.wait()
        self._server.end()


def avatar(binary: str, login: str, environment: dict[str, str]) -> Image.Image:
    """The sandbox's picture of a user."""
    command = [binary, "call", "--sandbox", "user.avatar", json.dumps([login, 64])]
    done = subprocess.run(command, env=environment, check=True, capture_output=True)
    data = base64.b64decode(json.loads(done.stdout)["data"])
    return Image.open(io.BytesIO(data)).convert("RGB")


def colors(picture: Image.Image) -> tuple[Color, Color]:
    """The background color, taken from a corner, and the most common other color."""
    picture = picture.convert("RGB")
    ground: Color = picture.getpixel((0, 0))
    counted = Counter(pixel for pixel in picture.get_flattened_data() if pixel != ground)
    return ground, counted.most_common(1)[0][0]


def fault(seen: Image.Image, expected: Image.Image) -> Optional[str]:
    """The problem with a two-colored avatar on a screen; None if it is complete.

    It is in the upper left corner, where nothing else has the color of its ground. Above it begins
    the screen's own ground, and inside there are only the two colors and mixtures of them.
    """
    ground, ink = colors(expected)
    seen = seen.convert("RGB").crop((0, 0, 200, 220))
    width, height = seen.size
    pixels = seen.load()
    assert pixels is not None
    like = [(x, y) for y in range(height) for x in range(width) if _near(pixels[x, y], ground)]
    # Letters have single pixels of any gray, but no lines of them.
    columns = [x for x, n in Counter(x for x, _ in like).items() if n >= _LINE]
    rows = [y for y, n in Counter(y for _, y in like).items() if n >= _LINE]
    if not columns or not rows:
        return "there is no avatar"
    left, right, top, bottom = min(columns), max(columns), min(rows), max(rows)
    if abs((right - left) - (bottom - top)) > 12:
        return f"the avatar is {right - left} wide and {bottom - top} high"
    for y in range(top, bottom + 1):
        for x in range(left, right + 1):
            if not _between(pixels[x, y], ground, ink):
                return f"{pixels[x, y]} at {x}, {y} is no mixture of {ground} and {ink}"
    beside = seen.crop((left, max(0, top - 8), right + 1, top - 2))
    if len(set(beside.get_flattened_data())) != 1 or _between(beside.getpixel((0, 0)), ground, ink):
        return f"above the avatar is {set(beside.get_flattened_data())}"
    return None


def _near(color: Color, other: Color) -> bool:
    # Sixel states colors in percent, and terminals round them.
    return all(abs(a - b) <= 4 for a, b in zip(color, other))


def _between(color: Color, one: Color, other: Color) -> bool:
    """Whether a color is one of two, between them, or slightly beyond, as at resized edges."""
    span = [b - a for a, b in zip(one, other)]
    length = sum(part * part for part in span)
    way = sum((c - a) * part for c, a, part in zip(color, one, span)) / length
    way = min(1.25, max(-0.25, way))
    return all(abs(c - (a + way * part)) <= 12 for c, a, part in zip(color, one, span))
