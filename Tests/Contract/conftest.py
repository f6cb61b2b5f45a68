"""One server for all contract tests, and its schemas."""

from __future__ import annotations

from typing import Iterator, List

import pytest

from harness.processes import Processes
from harness.schemas import Schemas
from harness.wire import Connection


@pytest.fixture(scope="module")
def server(module_processes: Processes) -> Iterator[Connection]:
    """A connection to the server under test, over stdio."""
    yield module_processes.popen(*module_processes.command[1:]).stdio()


@pytest.fixture(scope="session")
def schemas(server_command: List[str], tmp_path_factory: pytest.TempPathFactory) -> Schemas:
    """The schemas as the binary writes them."""
    import subprocess

    folder = tmp_path_factory.mktemp("Schemas")
    subprocess.run([server_command[0], "schema", "--write", str(folder)], check=True)
    return Schemas(folder)
