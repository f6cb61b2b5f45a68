"""A server's clocks, which a test can move."""

from __future__ import annotations

import mmap
import struct
import time
from pathlib import Path
from typing import Dict, Mapping

from .preload import compiled


class Clock:
    """The clocks of the processes that are started with ``environment``.

    ``advance`` moves the wall clock. With ``stands``, only ``advance`` does. The clock that
    measures durations runs until ``stop``, and is then moved by ``pass_time``. A sleep on that
    clock ends when it says so, and not before it has also taken its real time; a limit of a
    socket, of curl or of the event loop is measured with another clock, and keeps its length.
    """

    def __init__(self, folder: Path, stands: bool = False) -> None:
        file = folder / "clock"
        now = int(time.time()) if stands else 0
        file.write_bytes(struct.pack("qqq", now, stands, 0))
        with file.open("r+b") as opened:
            self._clocks = mmap.mmap(opened.fileno(), 24)
        self.environment: Dict[str, str] = {
            "LD_PRELOAD": str(compiled("clock", folder)),
            "TEST_CLOCK_FILE": str(file),
        }

    def advance(self, seconds: int) -> None:
        """Moves the wall clock forward, or back if the value is negative."""
        self._add(0, seconds)

    def stop(self) -> None:
        """Lets the clock that measures durations stand still."""
        self._add(16, time.clock_gettime_ns(time.CLOCK_BOOTTIME))

    def pass_time(self, seconds: float) -> None:
        """Moves the clock that measures durations, which stands still, forward."""
        self._add(16, round(seconds * 1_000_000_000))

    @staticmethod
    def is_stopped(environment: Mapping[str, str]) -> bool:
        """Whether ``stop`` was called on the clock of a process with this environment."""
        file = environment.get("TEST_CLOCK_FILE")
        return file is not None and struct.unpack("qqq", Path(file).read_bytes())[2] != 0

    def _add(self, place: int, value: int) -> None:
        (now,) = struct.unpack_from("q", self._clocks, place)
        struct.pack_into("q", self._clocks, place, now + value)
