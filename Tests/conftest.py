"""What all black-box tests share. ``GITXPLORER`` names the built binary."""

from __future__ import annotations

import os
import shlex
import shutil
import signal
from pathlib import Path
from types import FrameType
from typing import Dict, Iterator, List, Optional

import pytest

from harness.processes import Processes


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--server",
        metavar="COMMAND",
        help="the server under test; by default '$GITXPLORER serve --sandbox'",
    )


def pytest_configure(config: pytest.Config) -> None:
    named = config.getoption("--server") or ""
    command: List[str] = shlex.split(named) or ["gitxplorer", "serve", "--sandbox"]
    binary = os.environ.get("GITXPLORER") if command[0] == "gitxplorer" else None
    found = shutil.which(binary or command[0])
    if found is None:
        raise pytest.UsageError(
            f"no executable at '{binary or command[0]}': "
            "build it with `swift build`, and set GITXPLORER to its path"
        )
    command[0] = os.path.abspath(found)
    config.stash[COMMAND] = command


COMMAND = pytest.StashKey[List[str]]()


class TookTooLong(BaseException):
    """A test passed its bound. No ordinary exception, so that nothing catches it."""


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Ends a test that waits for what never comes, its fixtures included."""
    marker = item.get_closest_marker("bound")
    seconds = marker.args[0] if marker else 30

    def end(number: int, frame: Optional[FrameType]) -> None:
        raise TookTooLong(f"longer than {seconds} s")

    previous = signal.signal(signal.SIGALRM, end)
    # Again every 10 s after that, for fixtures that are still to be taken down.
    signal.setitimer(signal.ITIMER_REAL, seconds, 10)
    try:
        return (yield)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, previous)


def clean_environment(folder: Path) -> Dict[str, str]:
    """An environment without what the developer has set or stored."""
    unset = ("GITXPLORER", "GH_TOKEN", "GITHUB_TOKEN", "XDG_")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(unset)}
    for kind in ("CACHE", "CONFIG", "STATE"):
        kept[f"XDG_{kind}_HOME"] = str(folder / kind.lower())
    return kept


@pytest.fixture(scope="session")
def server_command(request: pytest.FixtureRequest) -> List[str]:
    """The server under test, as ``--server`` or the environment names it."""
    return request.config.stash[COMMAND]


@pytest.fixture
def processes(server_command: List[str], tmp_path: Path) -> Iterator[Processes]:
    """Starts processes, and ends them with the test."""
    processes = Processes(server_command, clean_environment(tmp_path), tmp_path)
    yield processes
    processes.end()


@pytest.fixture(scope="module")
def module_processes(
    server_command: List[str], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Processes]:
    """Starts processes that the tests of one file share."""
    folder = tmp_path_factory.mktemp("shared")
    processes = Processes(server_command, clean_environment(folder), folder)
    yield processes
    processes.end()
