"""Names as people type or paste them: ``@octocat``, or the address of a page on GitHub."""

from __future__ import annotations

import re
from typing import Optional

_LOGIN = re.compile(r"[A-Za-z0-9_-]{1,39}(\[bot\])?")

#: What a page's address begins with, in any case.
_SITE = re.compile(r"(?:https?://)?(?:www\.)?github\.com/", re.IGNORECASE)


def login(text: str) -> str:
    """The login that a text names; a text that names none is returned without spaces around it."""
    text = text.strip()
    path = _path(text)
    if path is None:
        name = text[1:] if text.startswith("@") else text
    else:
        name = path[1] if path[0] == "orgs" and len(path) > 1 else path[0]
    return name if _LOGIN.fullmatch(name) else text


def repository(text: str) -> Optional[str]:
    """The OWNER/NAME that a text names, if it names one."""
    text = text.strip()
    path = _path(text)
    if path is None:
        owner, _, name = text.removeprefix("@").partition("/")
        return f"{owner}/{name}" if owner and name and "/" not in name else None
    if len(path) < 2 or path[0] == "orgs":
        return None
    name = path[1].removesuffix(".git")
    return f"{path[0]}/{name}" if name else None


def _path(text: str) -> Optional[list[str]]:
    """The parts of the path, if the text is the address of a page."""
    site = _SITE.match(text)
    if site is None:
        return None
    return re.split(r"[?#]", text[site.end() :])[0].strip("/").split("/")
