"""An error in place of a result: the sentence, what to do, and the page to open instead."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Optional

from rich.text import Text
from textual.app import ComposeResult
from textual.widgets import Static

from ...errors import (
    Forbidden,
    GitXplorerError,
    InvalidParams,
    NotFound,
    RateLimited,
    RPCError,
    Unauthorized,
)
from ..text import moment, shown, span
from .reading import Reading

#: What a key does, where there is room for few words.
_BRIEFLY = {"r": "r asks again", "L": "L signs in"}


#: What people call the members of params.
_WORDS = {
    "login": "the login",
    "owner": "the owner",
    "name": "the repository's name",
    "query": "the query",
}


def sentence(error: Exception) -> str:
    """The error in one line, in the words of people."""
    if isinstance(error, InvalidParams) and error.errors:
        faults = [f"{_word(fault.get('path'))}: {fault.get('message')}" for fault in error.errors]
        said = "; ".join(dict.fromkeys(faults))
        return shown(said[0].upper() + said[1:])
    return shown(str(error)) or type(error).__name__


def _word(path: object) -> str:
    """What a JSON Pointer to a param is called: ``/perPage`` is "per page"."""
    name = str(path or "the request").rpartition("/")[2]
    return _WORDS.get(name) or re.sub(r"([A-Z])", r" \1", name).lower()


def advice(error: Exception) -> str:
    """The error in one line, and the keys that may help."""
    keys = [_BRIEFLY[key] for key, _ in _ways(error) if key in _BRIEFLY]
    said = sentence(error)
    return f"{said if said.endswith('.') else said + '.'} {', '.join(keys)}." if keys else said


class Trouble(Reading):
    """Takes the place of a missing result."""

    def __init__(self) -> None:
        super().__init__()
        self.error: Optional[Exception] = None

    def compose(self) -> ComposeResult:
        """One text."""
        yield Static(markup=False)

    @property
    def page(self) -> Optional[str]:
        """The page to open instead."""
        return _page(self.error)

    def tell(self, error: Exception, now: datetime, way_out: tuple[str, str]) -> None:
        """Sets the error and what to do; ``way_out`` is the last key and what it does."""
        self.error = error
        text = Text()
        text.append("✗ ", "bold red").append(sentence(error) + "\n", "bold")
        wait = _wait(error, now)
        if wait:
            text.append(f"\n{wait}\n")
        for key, what in [*_ways(error), way_out]:
            text.append("\n  ").append(f" {key} ", "bold reverse").append(f"  {what}")
        self.query_one(Static).update(text)


def _page(error: Optional[Exception]) -> Optional[str]:
    # What does not exist has no page.
    if not isinstance(error, RPCError) or isinstance(error, NotFound):
        return None
    return error.profile_url


def _ways(error: Exception) -> list[tuple[str, str]]:
    ways = []
    if not isinstance(error, RPCError):
        again = "start or reach the server anew, and ask again"
        ways.append(("r", again if isinstance(error, GitXplorerError) else "ask again"))
    elif not isinstance(error, (InvalidParams, NotFound, Forbidden)):
        ways.append(("r", "ask again"))
    if isinstance(error, (RateLimited, Unauthorized)):
        ways.append(("L", "sign in, which allows 5,000 requests per hour"))
        ways.append(("l", "see the limits"))
    page = _page(error)
    if page:
        ways.append(("o", f"open {shown(page)}"))
    return ways


def _wait(error: Exception, now: datetime) -> str:
    if not isinstance(error, RateLimited):
        return ""
    opens = moment(error.reset_at)
    seconds = error.retry_after if opens is None else (opens - now).total_seconds()
    return f"It opens again in {span(seconds)}."
