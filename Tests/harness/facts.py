"""What the kernel reports about a process: memory, threads, descriptors."""

from __future__ import annotations

import os
import time
from pathlib import Path


class Facts:
    """Facts about the process with this id, read from the kernel at each access."""

    def __init__(self, process: int) -> None:
        self._folder = Path(f"/proc/{process}")

    def _status(self, field: str) -> int:
        for line in (self._folder / "status").read_text().splitlines():
            name, _, value = line.partition(":")
            if name == field:
                return int(value.split()[0])
        raise KeyError(field)

    @property
    def read(self) -> int:
        """Bytes that it has read with read(2), from any source."""
        lines = (self._folder / "io").read_text().splitlines()
        return int(dict(line.split(": ") for line in lines)["rchar"])

    @property
    def memory(self) -> int:
        """Memory in use, in KiB."""
        return self._status("VmRSS")

    @property
    def peak(self) -> int:
        """Peak memory use, in KiB."""
        return self._status("VmHWM")

    def _processor_ticks(self) -> int:
        # The name of the program, in parentheses, may have spaces.
        fields = (self._folder / "stat").read_text().rpartition(")")[2].split()
        return int(fields[11]) + int(fields[12])

    def wait_for_rest(self, seconds: float = 1, patience: float = 30) -> None:
        """Waits until it has used no processor time for so many seconds."""
        end = time.monotonic() + patience
        last, since = self._processor_ticks(), time.monotonic()
        while time.monotonic() < since + seconds and time.monotonic() < end:
            time.sleep(0.05)
            ticks = self._processor_ticks()
            if ticks != last:
                last, since = ticks, time.monotonic()

    @property
    def threads(self) -> int:
        return self._status("Threads")

    @property
    def descriptors(self) -> int:
        return len(os.listdir(self._folder / "fd"))

    @property
    def sockets(self) -> int:
        """Open sockets, including listening ones."""
        count = 0
        for link in (self._folder / "fd").iterdir():
            try:
                count += os.readlink(link).startswith("socket:")
            except FileNotFoundError:
                pass  # Closed since it was listed.
        return count

    @property
    def descriptor_limit(self) -> int:
        """The soft limit of descriptors."""
        for line in (self._folder / "limits").read_text().splitlines():
            if line.startswith("Max open files"):
                return int(line.split()[3])
        raise KeyError("Max open files")
