"""The contract tests accept a server made from `Schemas/` alone, and refuse wrong ones."""

from __future__ import annotations

import re
import subprocess
import sys
from typing import Dict, Iterator, Set

import pytest

from harness.paths import REPOSITORY, TESTS

FAKE = TESTS / "Contract" / "fake"

#: Wrong servers, with a test that refuses each.
REFUSED_BY: Dict[str, str] = {
    "generous": "test_params_with_one_fault_are_refused_and_the_fault_is_named",
    "positional": "test_params_with_one_fault_are_refused_and_the_fault_is_named",
    "strict": "test_generated_params_are_accepted",
    "forgetful": "test_generated_params_are_accepted",
    "laconic": "test_params_with_one_fault_are_refused_and_the_fault_is_named",
}


def start(*command: str) -> "subprocess.Popen[str]":
    """Runs the contract tests as a plugin's author would, from the root of the repository."""
    server = " ".join([sys.executable, *command])
    arguments = ["Tests/Contract", "--server", server, "--examples", "5", "-q", "-x", "-rfE"]
    # This file says nothing about a server.
    arguments += ["--ignore", "Tests/Contract/test_compatibility.py", "-p", "no:cacheprovider"]
    return subprocess.Popen(
        [sys.executable, "-m", "pytest", *arguments],
        cwd=REPOSITORY,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


@pytest.fixture(scope="module")
def outputs() -> Iterator[Dict[str, str]]:
    """What pytest prints of each server; they run side by side."""
    running = {name: start(str(FAKE / "wrong.py"), name) for name in REFUSED_BY}
    running["fake"] = start(str(FAKE / "server.py"))
    yield {name: process.communicate()[0] for name, process in running.items()}


def refusing(output: str) -> Set[str]:
    """The tests that failed, without their parameters."""
    return set(re.findall(r"^FAILED \S+::(\w+)", output, re.M))


@pytest.mark.bound(300)
def test_a_fake_server_made_from_the_schemas_alone_is_accepted(outputs: Dict[str, str]) -> None:
    assert re.search(r"^\d+ passed in", outputs["fake"], re.M), outputs["fake"][-3000:]


@pytest.mark.bound(300)
@pytest.mark.parametrize("name", REFUSED_BY)
def test_a_server_that_is_wrong_is_refused(name: str, outputs: Dict[str, str]) -> None:
    assert refusing(outputs[name]) == {REFUSED_BY[name]}, outputs[name][-3000:]


def test_the_fake_server_needs_nothing_but_the_standard_library() -> None:
    # Without site-packages, and with warnings as errors.
    done = subprocess.run(
        [sys.executable, "-E", "-S", "-W", "error", str(FAKE / "server.py")],
        input='{"jsonrpc":"2.0","id":1,"method":"user.summary","params":["octocat"]}\n',
        capture_output=True,
        text=True,
        check=False,
    )
    assert '"login": "octocat"' in done.stdout, done.stderr
