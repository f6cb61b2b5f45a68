"""Fixtures of the tests of Emacs. The terminal is that of Vim's tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Callable

import pytest
from emacs_peer import Server
from emacs_terminal import Emacs, lisp


@pytest.fixture
def peer(place: Path) -> Iterator[Server]:
    """The server of an editor, played by the test."""
    server = Server(place / "server")
    yield server
    server.close()


@pytest.fixture
def start(place: Path, environment: dict[str, str]) -> Iterator[Callable[..., Emacs]]:
    """Starts Emacs with the test's own settings."""
    started: list[Emacs] = []

    def start(settings: str = "", **options: Any) -> Emacs:
        started.append(Emacs(place, environment, settings, **options))
        return started[-1]

    yield start
    for emacs in started:
        emacs.close()


@pytest.fixture
def emacs(start: Callable[..., Emacs], relay: list[str]) -> Emacs:
    """An Emacs whose server is played by the test."""
    return start(f"(setq gitxplorer-command '{lisp(relay)})")


@pytest.fixture
def tall(start: Callable[..., Emacs], relay: list[str]) -> Emacs:
    """The same, with a window in which a repository's whole page fits."""
    return start(f"(setq gitxplorer-command '{lisp(relay)})", size=(90, 60))
