"""A server's wall clock, which a test can move forward and back."""

from __future__ import annotations

import mmap
import shutil
import struct
import subprocess
from pathlib import Path
from typing import Dict

SOURCE = Path(__file__).with_name("clock.c")


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
            "LD_PRELOAD": str(compiled(folder)),
            "TEST_CLOCK_FILE": str(file),
        }

    def advance(self, seconds: int) -> None:
        """Moves the clock forward, or back if the value is negative."""
        (offset,) = struct.unpack("q", self._offset[:])
        self._offset[:] = struct.pack("q", offset + seconds)


def compiled(folder: Path) -> Path:
    """The library that moves the clock. Swift brings the compiler."""
    library = folder / "clock.so"
    swift = shutil.which("swift")
    beside = Path(swift).resolve().with_name("clang") if swift else None
    compiler = str(beside) if beside and beside.exists() else shutil.which("cc") or "clang"
    subprocess.run(
        [compiler, "-shared", "-fPIC", "-O1", "-Wall", "-Werror", "-o", library, SOURCE],
        check=True,
    )
    return library
