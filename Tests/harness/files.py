"""Waiting for a file to appear, without polling."""

from __future__ import annotations

import ctypes
import os
from contextlib import contextmanager
from pathlib import Path
from typing import Iterator

_IN_CREATE = 0x100
_IN_MOVED_TO = 0x80
_libc = ctypes.CDLL(None, use_errno=True)


def _watched(folder: Path) -> int:
    """A descriptor that can be read when a file has appeared in the folder."""
    descriptor = _libc.inotify_init1(os.O_CLOEXEC)
    if _libc.inotify_add_watch(descriptor, os.fsencode(folder), _IN_CREATE | _IN_MOVED_TO) < 0:
        raise OSError(ctypes.get_errno(), "inotify_add_watch", str(folder))
    return descriptor


@contextmanager
def watch(folder: Path) -> Iterator[int]:
    descriptor = _watched(folder)
    try:
        yield descriptor
    finally:
        os.close(descriptor)


class Arrival:
    """A file that will appear, watched with inotify from before its writer starts."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._descriptor = _watched(path.parent)

    def wait(self) -> str:
        """Waits for the file and returns its text; the test's time limit ends the wait."""
        try:
            while not self.path.exists():
                os.read(self._descriptor, 65536)
        finally:
            os.close(self._descriptor)
        return self.path.read_text()
