"""Prints what client and origin send and receive."""

from __future__ import annotations

import time
from typing import Optional

from .http import Fields


class Trace:
    """Prints messages, each with the seconds since the trace began."""

    def __init__(self) -> None:
        self._start = time.monotonic()

    def message(
        self, title: str, line: str = "", fields: Fields = (), body: Optional[bytes] = None
    ) -> None:
        lines = [f"=== {time.monotonic() - self._start:.3f} s: {title}"]
        lines += [f"    {line}"] if line else []
        lines += [f"    {name}: {value}" for name, value in fields]
        lines += [f"    {body!r}"] if body else []
        print("\n".join(lines), flush=True)
