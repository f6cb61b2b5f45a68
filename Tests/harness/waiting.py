"""How tests wait for a fact that no event reports."""

from __future__ import annotations

import time
from typing import Callable


def until(fact: Callable[[], bool]) -> None:
    """Waits until the fact is true; the test's bound ends a vain wait."""
    while not fact():
        time.sleep(0.01)  # Leaves the processor to the processes that are waited for.
