"""Runs a command whose output goes to a terminal."""

from __future__ import annotations

import fcntl
import os
import pty
import struct
import subprocess
import termios
from typing import Dict, Optional, Tuple

from .processes import Processes


def shown_on(terminal: int) -> str:
    """All output on a terminal until its other side is closed; closes this side, too."""
    seen = b""
    try:
        while data := os.read(terminal, 65536):
            seen += data
    except OSError:
        pass  # Linux says EIO when the other side of a terminal is closed.
    os.close(terminal)
    return seen.decode()


def on_terminal(
    processes: Processes,
    *arguments: str,
    environment: Optional[Dict[str, str]] = None,
    columns: int = 80,
) -> Tuple[int, str]:
    """Runs a command with stdout and stderr on one terminal: exit status, and all output."""
    master, terminal = pty.openpty()
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("4H", 24, columns, 0, 0))
    settings = termios.tcgetattr(terminal)
    # Keeps line feeds as they are.
    settings[1] &= ~termios.OPOST
    termios.tcsetattr(terminal, termios.TCSANOW, settings)
    process = subprocess.Popen(
        [processes.binary, *arguments],
        stdin=subprocess.DEVNULL,
        stdout=terminal,
        stderr=terminal,
        # Without the progress bar of long calls.
        env={**processes.environment, "TERM": "dumb", **(environment or {})},
    )
    os.close(terminal)
    seen = shown_on(master)
    return process.wait(), seen
