"""What the kernel reports about a process: memory, threads, descriptors."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import Dict, List, Tuple

from .waiting import until


def wait_for_rest(*processes: "Facts") -> None:
    """Waits until all processes rest at the same time, and none has input for another."""

    def rest() -> bool:
        before = [process.activity() for process in processes]
        is_idle = all(state in "SZ" for each in before for state, *_ in each.values())
        return is_idle and [process.activity() for process in processes] == before

    until(rest)


class Facts:
    """Facts about the process with this id, read from the kernel at each access."""

    def __init__(self, process: int) -> None:
        self._process = process
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

    def activity(self) -> Dict[str, Tuple[str, ...]]:
        """By thread: its state, and how often it has stopped running."""
        found = {}
        for thread in (self._folder / "task").iterdir():
            try:
                lines = (thread / "status").read_text().splitlines()
            except (FileNotFoundError, ProcessLookupError):
                continue  # Ended since it was listed.
            fields = dict(line.split(":\t", 1) for line in lines if ":\t" in line)
            switches = (fields["voluntary_ctxt_switches"], fields["nonvoluntary_ctxt_switches"])
            found[thread.name] = (fields["State"][0], *switches)
        return found

    def wait_for_rest(self) -> None:
        """Waits until all its threads wait for something, or it has ended.

        A woken thread counts as running at once, however long the machine takes to run it. So
        nothing is left to do of what it has received, and only time or a message lets it go on.
        """
        wait_for_rest(self)

    @property
    def is_stopped(self) -> bool:
        """Whether a signal has stopped all its threads; a busy machine stops them one by one."""
        return {state for state, *_ in self.activity().values()} == {"T"}

    def suspend(self) -> None:
        """Stops it, and returns once all its threads have stopped."""
        os.kill(self._process, signal.SIGSTOP)
        until(lambda: self.is_stopped)

    def resume(self) -> None:
        os.kill(self._process, signal.SIGCONT)

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
        return self._limits("Max open files")[0]

    @property
    def core_limits(self) -> List[int]:
        """The soft and the hard limit of a core file, in bytes; -1 if there is none."""
        return self._limits("Max core file size")

    def _limits(self, name: str) -> List[int]:
        # Everybody may read this, even of a process that cannot be inspected.
        for line in (self._folder / "limits").read_text().splitlines():
            if line.startswith(name):
                words = line.removeprefix(name).split()[:2]
                return [-1 if word == "unlimited" else int(word) for word in words]
        raise KeyError(name)
