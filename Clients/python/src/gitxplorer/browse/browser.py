"""Opens a page in the user's browser, without output on the terminal."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
from typing import Optional

_OPENERS = ("xdg-open", "open", "wslview", "sensible-browser")
_PATIENCE = 3.0


def command(page: str) -> Optional[list[str]]:
    """The command that opens a page: $BROWSER, or the desktop's own; None if there is neither."""
    for choice in filter(None, os.environ.get("BROWSER", "").split(os.pathsep)):
        try:
            words = shlex.split(choice)
        except ValueError:
            continue
        if words and shutil.which(words[0]):
            named = [word.replace("%s", page) for word in words]
            return named if named != words else [*words, page]
    for name in _OPENERS:
        path = shutil.which(name)
        if path is not None:
            return [path, page]
    return None


def opens(page: str) -> bool:
    """Opens a page that ``may_be_opened``; False if no program can. Blocks for a moment."""
    words = command(page)
    if words is None:
        return False
    null = subprocess.DEVNULL
    try:
        process = subprocess.Popen(
            words, stdin=null, stdout=null, stderr=null, start_new_session=True
        )
    except OSError:
        return False
    try:
        return process.wait(_PATIENCE) == 0
    except subprocess.TimeoutExpired:
        return True  # A browser that keeps running.
