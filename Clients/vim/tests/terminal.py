"""A program on a terminal of tmux, which sends keys and reads screens.

tmux's control mode reports when the program has written something, so a test that waits for a
screen looks at it then and does not poll.
"""

from __future__ import annotations

import os
import select
import shlex
import subprocess
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from harness.patience import PATIENCE

CONFIGURATION = """\
set -g status off
set -g escape-time 0
set -g default-terminal tmux-256color
"""


class Terminal:
    """One program in its own tmux server."""

    def __init__(
        self,
        place: Path,
        command: Sequence[str],
        environment: dict[str, str],
        size: tuple[int, int] = (90, 30),
    ) -> None:
        self.tmux = ["tmux", "-S", str(place / "tmux"), "-f", str(place / "tmux.conf")]
        (place / "tmux.conf").write_text(CONFIGURATION)
        columns, rows = map(str, size)
        shown = f"{shlex.join(command)}; printf 'ended with %d' $?; exec cat"
        new = [*self.tmux, "new-session", "-d", "-x", columns, "-y", rows, shown]
        # Not in the configuration: tmux 3.3 crashes on it before there is a window.
        new += [";", "set", "-g", "window-size", "manual"]
        subprocess.run(new, env=environment, check=True)
        self.control = subprocess.Popen(
            [*self.tmux, "-C", "attach"],
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        self.unread = b""
        try:
            self._block(time.monotonic() + PATIENCE)
            self.begin()
        except BaseException:
            self.close()
            raise

    def begin(self) -> None:
        """Waits until the program accepts keys."""

    def close(self) -> None:
        """Ends the program and its tmux."""
        subprocess.run([*self.tmux, "kill-server"], check=False, capture_output=True)
        self.control.communicate()

    def _line(self, deadline: float) -> str:
        """The next line of the control client."""
        assert self.control.stdout is not None
        while b"\n" not in self.unread:
            left = max(0.0, deadline - time.monotonic())
            if not select.select([self.control.stdout], [], [], left)[0]:
                raise TimeoutError
            data = os.read(self.control.stdout.fileno(), 65536)
            assert data, "tmux has ended"
            self.unread += data
        line, _, self.unread = self.unread.partition(b"\n")
        return line.decode(errors="replace")

    def _block(self, deadline: float) -> list[str]:
        """The output of one command."""
        while not self._line(deadline).startswith("%begin"):
            pass
        lines: list[str] = []
        while True:
            line = self._line(deadline)
            if line.startswith(("%end ", "%error ")):
                return lines
            lines.append(line)

    def run(self, *command: str) -> list[str]:
        """Runs a tmux command and returns its output."""
        assert self.control.stdin is not None
        self.control.stdin.write(f"{shlex.join(command)}\n".encode())
        self.control.stdin.flush()
        return self._block(time.monotonic() + PATIENCE)

    def keys(self, *names: str) -> None:
        """Presses keys by their names in tmux: ``Enter``, ``C-b``, ``Escape``, ``x``."""
        self.run("send-keys", *names)

    def type(self, text: str) -> None:
        """Types a text literally."""
        self.run("send-keys", "-l", text)

    def screen(self, colors: bool = False) -> list[str]:
        """The lines of the screen, without trailing blanks."""
        lines = self.run("capture-pane", "-p", *(["-e"] if colors else []))
        return [line.rstrip() for line in lines]

    def cursor(self) -> tuple[int, int]:
        """The cursor's column and row, from 0."""
        column, row = self.run("display-message", "-p", "#{cursor_x} #{cursor_y}")[0].split()
        return int(column), int(row)

    def cursor_at(self, column: int, row: int) -> None:
        """Waits until the cursor is there; it moves while a screen is drawn."""
        self.until(lambda _: self.cursor() == (column, row), f"a cursor at {column}, {row}")

    def after_prompt(self) -> None:
        """Waits until a prompt on the last line is over. Its text goes first, while keys are lost."""
        last = len(self.screen()) - 1
        self.until(lambda _: self.cursor()[1] < last, "a cursor above the last line")

    def resize(self, columns: int, rows: int) -> None:
        """Gives the terminal another size."""
        self.run("resize-window", "-x", str(columns), "-y", str(rows))

    def until(self, there: Callable[[list[str]], bool], what: str) -> list[str]:
        """The first screen for which ``there`` is true."""
        # Shorter than the test's time limit, which would end the test without showing the screen.
        deadline = time.monotonic() + PATIENCE / 2
        while True:
            screen = self.screen()
            if there(screen):
                return screen
            try:
                while not self._line(deadline).startswith("%output"):
                    pass
            except TimeoutError:
                shown = "\n".join(screen)
                raise AssertionError(f"never on the screen: {what}\n{shown}") from None

    def see(self, *texts: str) -> list[str]:
        """The first screen that has all of the texts. A half-drawn one has only some."""
        return self.until(
            lambda screen: all(text in "\n".join(screen) for text in texts), ", ".join(texts)
        )
