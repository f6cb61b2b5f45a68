"""The sandbox for these tests: a process that is reset between tests."""

from __future__ import annotations

from typing import Iterator

import pytest

from harness.processes import Processes
from harness.sandbox import Sandbox


@pytest.fixture(scope="module")
def shared_sandbox(module_processes: Processes) -> Sandbox:
    """One sandbox for the tests of a file."""
    return module_processes.start_sandbox()


@pytest.fixture
def sandbox(shared_sandbox: Sandbox) -> Iterator[Sandbox]:
    """The file's sandbox, reset: GitHub's own limits, no faults, no changes."""
    yield shared_sandbox
    shared_sandbox.reset()
    shared_sandbox.configure(latencyMs=0, rateLimit=60)
