"""Work for Textual's workers."""

from __future__ import annotations

from collections.abc import Coroutine
from functools import partial
from typing import Any, Callable

#: Something to be awaited once a worker starts.
Work = Callable[[], Coroutine[Any, Any, None]]


def later(work: Callable[..., Coroutine[Any, Any, None]], *arguments: Any) -> Any:
    """A call that becomes a coroutine when its worker starts.

    Python reports a coroutine that never starts, because the app ends, on the terminal.
    """
    return partial(work, *arguments)
