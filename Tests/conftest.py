"""Fixtures of all black-box tests. ``GITXPLORER`` names the built binary."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Iterator, List

import pytest
from gitxplorer.contract.schemas import Schemas

from harness.engines import Engines
from harness.environment import clean_environment
from harness.explorer import AMPLE, Browsing, Site, Tab, browsing, start
from harness.other_user import OtherUser, public_folder
from harness.paths import SCHEMAS
from harness.processes import Processes
from harness.relay import Relay
from harness.wire import Connection


def pytest_configure(config: pytest.Config) -> None:
    binary = os.environ.get("GITXPLORER") or "gitxplorer"
    found = shutil.which(binary)
    if found is None:
        raise pytest.UsageError(
            f"no executable at '{binary}': "
            "build it with `swift build`, and set GITXPLORER to its path"
        )
    config.stash[BINARY] = os.path.abspath(found)


BINARY = pytest.StashKey[str]()

pytest_plugins = ["harness.bound"]


@pytest.fixture(scope="session")
def server_command(request: pytest.FixtureRequest) -> List[str]:
    """The server under test, on the sandbox."""
    return [request.config.stash[BINARY], "serve", "--sandbox"]


@pytest.fixture
def processes(server_command: List[str], tmp_path: Path) -> Iterator[Processes]:
    """Starts processes, and ends them with the test."""
    processes = Processes(server_command, clean_environment(tmp_path), tmp_path)
    yield processes
    processes.end()


@pytest.fixture
def held_github(processes: Processes) -> Iterator[Relay]:
    """A GitHub whose responses are held back until the test lets them go."""
    github = Relay(processes.start_sandbox().port)
    github.holds = True
    yield github
    github.close()


@pytest.fixture(scope="module")
def module_processes(
    server_command: List[str], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Processes]:
    """Starts processes that the tests of one file share."""
    folder = tmp_path_factory.mktemp("shared")
    processes = Processes(server_command, clean_environment(folder), folder)
    yield processes
    processes.end()


@pytest.fixture(scope="module")
def server(module_processes: Processes) -> Connection:
    """A connection to the server under test over stdio, which the tests of one file share."""
    return module_processes.popen(*module_processes.command[1:]).stdio()


@pytest.fixture(scope="session")
def schemas() -> Schemas:
    """The server's schemas."""
    return Schemas(SCHEMAS)


@pytest.fixture(scope="session")
def other_user(server_command: List[str]) -> Iterator[OtherUser]:
    """Another user, who can run the server under test."""
    with public_folder() as folder:
        yield OtherUser(server_command[0], folder)


@pytest.fixture
def engines(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engines]:
    """Starts engines of the shared cache, and ends them with the test."""
    engines = Engines(tmp_path_factory.mktemp("e"))
    yield engines
    engines.end()


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browsing]:
    """A browser that the tests of one file share; each test has profiles of its own."""
    with browsing(tmp_path_factory.mktemp("browser") / "profile") as whole:
        yield whole


@pytest.fixture(scope="module")
def site(module_processes: Processes) -> Site:
    """The web explorer, which the tests of one file share."""
    return start(module_processes, *AMPLE)


@pytest.fixture
def profile(browser: Browsing) -> Iterator[str]:
    """A new profile of the browser."""
    with browser.profile() as name:
        yield name


@pytest.fixture
def tab(browser: Browsing, site: Site, profile: str) -> Iterator[Tab]:
    """A tab with a session. Its pages throw nothing that they do not catch."""
    tab = browser.tab(profile, site)
    yield tab
    assert tab.thrown() == []
