"""A fuzzer for the editors' buffers: pages with texts made of hostile pieces, from a seed."""

from __future__ import annotations

import os
import random
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from fake_results import RESULTS
from harness.patience import PATIENCE
from hostile import EDITOR_TEXTS, TEXTS

#: By method: the address of its page in Vim, and the kind of its page in Emacs.
PAGES = {
    "user.summary": ("gitxplorer://user/x", "user"),
    "repos.list": ("gitxplorer://repos/x", "repos"),
    "repo.stargazers": ("gitxplorer://stargazers/x/y", "stargazers"),
    "search.users": ("gitxplorer://search/x", "search"),
    "users.random": ("gitxplorer://random?count=2&seed=1", "random"),
}

#: The number of pages in `make test`; `Scripts/fuzz` sets another number, and another seed.
COUNT = int(os.environ.get("GITXPLORER_FUZZ_PAGES", "100"))
#: How long a test of that many pages may take, in seconds.
BOUND = PATIENCE + COUNT
SEED = int(os.environ.get("GITXPLORER_FUZZ_SEED", "1"))

#: Members that influence the client, and times; all others are text.
_KEPT = {"data", "state", "at", "createdAt", "fetchedAt", "starredAt"}
#: Visible format characters, which precede the digits that they apply to.
_SEEN = {
    chr(code)
    for code in (*range(0x600, 0x606), 0x6DD, 0x70F, 0x890, 0x891, 0x8E2, 0x110BD, 0x110CD)
}


def pages(known: Iterable[str] = PAGES) -> list[tuple[str, Any]]:
    """Known methods and results: first a harmless one for each method, then hostile ones."""
    random_ = random.Random(SEED)
    methods = list(known)
    harmless = [(method, _changed(RESULTS[method], lambda: "harmless")) for method in methods]
    return harmless + [
        (method, _changed(RESULTS[method], lambda: _text(random_)))
        for method, _ in zip(_around(methods), range(COUNT))
    ]


def obeyed(line: str) -> list[str]:
    """The characters of a line that affect a screen: controls and invisible formats."""
    return [
        character for character in line
        if unicodedata.category(character) in ("Cc", "Cf", "Cs", "Zl", "Zp")
        and character not in _SEEN
    ]  # fmt: skip


def _around(items: list[str]) -> Iterator[str]:
    while True:
        yield from items


def _changed(value: Any, text: Callable[[], str]) -> Any:
    """A result with all texts replaced."""
    if isinstance(value, dict):
        return {k: v if k in _KEPT else _changed(v, text) for k, v in value.items()}
    if isinstance(value, list):
        return [_changed(item, text) for item in value]
    return text() if isinstance(value, str) or value is None else value


#: A server never sends half of a surrogate pair.
_WHOLE = [text for text in [*EDITOR_TEXTS, *TEXTS.values()] if "\ud83d x" not in text]

#: Parts of what editors look for in files.
_PARTS = [
    "vim", "vi", "ex", "Vim", "VIM", ":", "set", " set ", "ts=3", "ft=sh", "ro", "fdm=marker",
    ">600", "<900", "=800", "700", "-*-", " -*- ", "mode", "mode: sh", "eval: (setq pwned t)",
    "Local Variables:", "local  variables:", "End:", "\f", "\n", "\r\n", " ", "\t", "\u00a0",
    "\u2003", "\x00", "\x1b[", "\x07", "\\", "%", "%{execute('let g:pwned=1')}", "`", "|", "\"",
    "'", "<", ">", "#!", "#!/bin/sh", "/*", "*/", "//", "\u202e", "\u2066", "\u200b", "\u200d",
    "\ufe0f", "\ufeff", "\u0301", "日本", "é", "\U0001F600",
]  # fmt: skip


def _text(random_: random.Random) -> str:
    kind = random_.randrange(4)
    if kind == 0:
        return random_.choice(_WHOLE)
    if kind == 1:
        return "".join(_character(random_) for _ in range(random_.randrange(1, 40)))
    return "".join(_piece(random_) for _ in range(random_.randrange(1, 12)))


def _piece(random_: random.Random) -> str:
    kind = random_.randrange(8)
    if kind == 0:
        return _character(random_)
    if kind == 1:
        whole = random_.choice(EDITOR_TEXTS)
        start = random_.randrange(len(whole))
        return whole[start : start + random_.randrange(1, 20)]
    if kind == 2:
        return "x" * random_.randrange(1, 90)
    return random_.choice(_PARTS)


def _character(random_: random.Random) -> str:
    """A random character, often a special one, but never half of a surrogate pair."""
    if random_.randrange(2):
        return random_.choice(_SPECIAL)
    code = random_.choice([random_.randrange(0x300), random_.randrange(0x110000)])
    return "x" if 0xD800 <= code < 0xE000 else chr(code)


_SPECIAL = [
    chr(code) for code in range(0x110000)
    if unicodedata.category(chr(code)) in ("Cc", "Cf", "Zl", "Zp", "Zs")
]  # fmt: skip
