"""A server's wall clock, which a test can move forward and back."""

from __future__ import annotations

import mmap
import struct
import time
from pathlib import Path
from typing import Dict

from .preload import compiled


class Clock:
    """The wall clock of the processes that are started with ``environment``.

    The clock that measures durations is not moved, so timeouts keep their length. A clock that
    ``stands`` moves only when the test moves it.
    """

    def __init__(self, folder: Path, stands: bool = False) -> None:
        file = folder / "clock"
        file.write_bytes(struct.pack("qq", int(time.time()) if stands else 0, stands))
        with file.open("r+b") as opened:
            self._seconds = mmap.mmap(opened.fileno(), 16)
        self.environment: Dict[str, str] = {
            "LD_PRELOAD": str(compiled("clock", folder)),
            "TEST_CLOCK_FILE": str(file),
        }

    def advance(self, seconds: int) -> None:
        """Moves the clock forward, or back if the value is negative."""
        (before,) = struct.unpack("q", self._seconds[:8])
        self._seconds[:8] = struct.pack("q", before + seconds)
