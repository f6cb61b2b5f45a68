"""A terminal for a program in a test: its input, and the state in which it is left."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import termios
import time
from collections.abc import Sequence
from types import TracebackType
from typing import Any, Optional

from harness.facts import Facts
from harness.patience import PATIENCE

#: The command, with an explorer that waits for a terminal's replies as long as a test does.
PATIENT_COMMAND = f"""
import sys
from gitxplorer.browse import terminal
terminal._PATIENCE = {PATIENCE}
from gitxplorer.cli import main
sys.exit(main(sys.argv[1:]))
"""

_ESCAPES = re.compile(rb"\x1b(\[[0-?]*[ -/]*[@-~]|[PX^_][^\x1b]*\x1b\\|\][^\x07\x1b]*(\x07|\x1b\\)|.)")


class Terminal:
    """Runs a program as the leader of a session on a new terminal.

    If the terminal is not ``controlling``, the program gets no signals from it.
    """

    def __init__(
        self,
        command: Sequence[str],
        environment: dict[str, str],
        size: tuple[int, int] = (24, 80),
        *,
        controlling: bool = True,
    ) -> None:
        self._ours, theirs = pty.openpty()
        fcntl.ioctl(self._ours, termios.TIOCSWINSZ, struct.pack("HHHH", *size, 0, 0))
        self.before = termios.tcgetattr(theirs)
        self._theirs = theirs
        self.seen = b""
        self.process = subprocess.Popen(
            list(command),
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env={**environment, "TERM": "xterm-256color"},
            start_new_session=True,
            preexec_fn=lambda: controlling and fcntl.ioctl(0, termios.TIOCSCTTY, 0) and None,
        )

    def wait_for(self, text: str, after: int = 0) -> int:
        """Waits until the program has written a text; returns the length of its output so far."""
        end = time.monotonic() + PATIENCE
        while text not in _ESCAPES.sub(b"", self.seen[after:]).decode("utf-8", "replace"):
            left = end - time.monotonic()
            assert left > 0, f"{text!r} did not come: {self.seen[-3000:]!r}"
            self._read(left)
        return len(self.seen)

    def wait_for_codes(self, codes: bytes) -> None:
        """Waits until the program has written these control codes."""
        end = time.monotonic() + PATIENCE
        while codes not in self.seen:
            assert time.monotonic() < end, self.seen[-3000:]
            self._read(0.05)

    def rest(self) -> None:
        """Waits until the program waits for something, and reads its output."""
        Facts(self.process.pid).wait_for_rest()
        while self._read(0):
            pass

    def press(self, keys: str) -> None:
        """Types."""
        os.write(self._ours, keys.encode())

    def end(self) -> int:
        """Waits for the program's end, and reads the rest of its output."""
        end = time.monotonic() + PATIENCE
        while self.process.poll() is None:
            assert time.monotonic() < end, f"it goes on: {self.seen[-3000:]!r}"
            self._read(0.05)
        while self._read(0):
            pass
        return self.process.returncode

    def stopped(self) -> bool:
        """Waits until the program has stopped itself, or ended."""
        end = time.monotonic() + PATIENCE
        found = 0
        while not found:
            assert time.monotonic() < end, f"it does not stop: {self.seen[-3000:]!r}"
            self._read(0.05)
            found, status = os.waitpid(self.process.pid, os.WUNTRACED | os.WNOHANG)
        while self._read(0):
            pass
        return os.WIFSTOPPED(status)

    def hang_up(self) -> None:
        """Closes the terminal's own side, as when its window is closed."""
        os.close(self._ours)
        self._ours = -1

    def children(self) -> list[int]:
        """The processes that the program has started."""
        pid = self.process.pid
        with open(f"/proc/{pid}/task/{pid}/children", encoding="ascii") as file:
            return [int(word) for word in file.read().split()]

    def threads(self) -> int:
        """The number of the program's threads."""
        return len(os.listdir(f"/proc/{self.process.pid}/task"))

    def assert_restored(self) -> None:
        """The terminal is restored: modes, screen, cursor, mouse, paste."""
        assert termios.tcgetattr(self._theirs) == self.before
        for on, off in ((b"\x1b[?1049h", b"\x1b[?1049l"), (b"\x1b[?25l", b"\x1b[?25h")):
            assert self.seen.rfind(off) > self.seen.rfind(on), (on, self.seen[-500:])
        for mode in (b"1000", b"1003", b"2004"):
            on, off = b"\x1b[?" + mode + b"h", b"\x1b[?" + mode + b"l"
            assert self.seen.rfind(off) >= self.seen.rfind(on), mode

    def __enter__(self) -> Terminal:
        return self

    def __exit__(
        self,
        kind: Optional[type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()
        if self._ours >= 0:
            self.hang_up()
        os.close(self._theirs)

    def _read(self, patience: float) -> Any:
        if self._ours < 0:
            time.sleep(patience)  # The caller waits for something else, again and again.
            return b""
        ready, _, _ = select.select([self._ours], [], [], patience)
        data = os.read(self._ours, 65536) if ready else b""
        self.seen += data
        return data


def gone(pid: int) -> bool:
    """Waits until a process is gone."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            with open(f"/proc/{pid}/stat", encoding="ascii") as file:
                if file.read().rpartition(")")[2].split()[0] == "Z":
                    return True
        except OSError:
            return True
        time.sleep(0.01)  # It is not a child, so nothing tells of its end.
    return False
