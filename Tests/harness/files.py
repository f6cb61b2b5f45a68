"""Waiting for a file to appear, without polling."""

from __future__ import annotations

import ctypes
import os
from pathlib import Path

_IN_CREATE = 0x100
_IN_MOVED_TO = 0x80
_libc = ctypes.CDLL(None, use_errno=True)


class Arrival:
    """A file that will appear, watched with inotify from before its writer starts."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._descriptor = _libc.inotify_init1(os.O_CLOEXEC)
        folder = os.fsencode(path.parent)
        if _libc.inotify_add_watch(self._descriptor, folder, _IN_CREATE | _IN_MOVED_TO) < 0:
            raise OSError(ctypes.get_errno(), "inotify_add_watch", str(path.parent))

    def wait(self) -> str:
        """Waits for the file and returns its text; the test's time limit ends the wait."""
        try:
            while not self.path.exists():
                os.read(self._descriptor, 65536)
        finally:
            os.close(self._descriptor)
        return self.path.read_text()
