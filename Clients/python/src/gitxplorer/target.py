"""The server to use."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Optional


@dataclass(frozen=True)
class Target:
    """A server to start, or the address of a running one."""

    command: Sequence[str] = ()
    address: Optional[str] = None
    secret_file: Optional[str] = None
