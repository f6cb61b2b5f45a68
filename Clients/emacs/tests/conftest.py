"""What the tests of Emacs share. The peer and the terminal are those of Vim's tests."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Callable

import peer as peers
import pytest
from emacs_terminal import Emacs, lisp
from peer import Peer

RELAY = str(Path(peers.__file__).parent / "relay.py")


@pytest.fixture
def peer(place: Path) -> Iterator[Peer]:
    """The server, played by the test."""
    peer = Peer(place / "server")
    yield peer
    peer.close()


@pytest.fixture
def relay(peer: Peer) -> list[str]:
    """The command that is the server that the test plays."""
    return [sys.executable, "-S", "-E", RELAY, peer.path]


@pytest.fixture
def start(place: Path, environment: dict[str, str]) -> Iterator[Callable[..., Emacs]]:
    """Starts Emacs, with settings of the test's own."""
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
