"""A server's wall clock, which a test can move forward and back."""

from __future__ import annotations

import mmap
import struct
from pathlib import Path
from typing import Dict

from .preload import compiled


class Clock:
    """The wall clock of the processes that are started with ``environment``.

    The clock that measures durations is not moved, so timeouts keep their length.
    """

    def __init__(self, folder: Path) -> None:
        file = folder / "clock"
        file.write_bytes(struct.pack("q", 0))
        with file.open("r+b") as opened:
            self._offset = mmap.mmap(opened.fileno(), 8)
        self.environment: Dict[str, str] = {
            "LD_PRELOAD": str(compiled("clock", folder)),
            "TEST_CLOCK_FILE": str(file),
        }

    def advance(self, seconds: int) -> None:
        """Moves the clock forward, or back if the value is negative."""
        (offset,) = struct.unpack("q", self._offset[:])
        self._offset[:] = struct.pack("q", offset + seconds)
