"""Opens a page in the user's browser, without output on the terminal."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
from typing import Optional

_OPENERS = ("xdg-open", "open", "wslview", "sensible-browser")
_PATIENCE = 3.0

#: Options after which a program runs its argument: `sh -c`, `perl -e`, `env -S`.
_RUNS = re.compile(r"-\w*[ceS]|--(eval|command|execute|split-string)")


class UnsafeBrowser(Exception):
    """$BROWSER would have the page's address interpreted."""


def command(page: str) -> Optional[list[str]]:
    """The command that opens a page: $BROWSER, or the desktop's own; None if there is neither.

    The page is an argument of its own, for `%s` or at the end; otherwise raises UnsafeBrowser.
    """
    for choice in filter(None, os.environ.get("BROWSER", "").split(os.pathsep)):
        try:
            words = shlex.split(choice)
        except ValueError:
            continue
        if words and shutil.which(words[0]):
            at = words.index("%s") if "%s" in words else len(words)
            before, after = words[:at], words[at + 1 :]
            if "%s" in " ".join(before + after) or _RUNS.fullmatch(before[-1]):
                raise UnsafeBrowser(
                    "$BROWSER would run the page as code; name a program."
                )
            return [*before, page, *after]
    for name in _OPENERS:
        path = shutil.which(name)
        if path is not None:
            return [path, page]
    return None


def opens(page: str) -> bool:
    """Opens a page that ``may_be_opened``; False if no program can. Blocks for a moment.

    Raises UnsafeBrowser.
    """
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
