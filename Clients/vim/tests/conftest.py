"""Fixtures of the tests of the editors."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Callable

import pytest
from editor import Editor
from peer import Server


@pytest.fixture
def peer(place: Path) -> Iterator[Server]:
    """The server of an editor, played by the test."""
    server = Server(place / "server")
    yield server
    server.close()


@pytest.fixture(params=["vim", "nvim"])
def kind(request: pytest.FixtureRequest) -> str:
    """The editor's name."""
    name: str = request.param
    return name


@pytest.fixture
def relayed(relay: list[str]) -> str:
    """The setting by which an editor starts the server that the test plays."""
    return f"let g:gitxplorer_command = {relay!r}"


@pytest.fixture
def start(
    kind: str, place: Path, environment: dict[str, str]
) -> Iterator[Callable[..., Editor]]:
    """Starts the editor with the test's own settings."""
    started: list[Editor] = []

    def start(settings: str, **options: Any) -> Editor:
        started.append(Editor(kind, place, environment, settings, **options))
        return started[-1]

    yield start
    for editor in started:
        editor.close()


@pytest.fixture
def editor(start: Callable[..., Editor], relayed: str) -> Editor:
    """An editor whose server is played by the test."""
    return start(relayed)
