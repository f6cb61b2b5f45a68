"""Runs the examples of the sandbox's page for other clients of GitHub as they are written there."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Dict, List
from urllib.error import HTTPError

import pytest

from harness.paths import REPOSITORY
from harness.processes import Processes
from harness.sandbox import Sandbox

PAGE = (REPOSITORY / "Documentation" / "sandbox.md").read_text()
PART = PAGE.partition("\n## Use it\n")[2].partition("\n## ")[0]


def blocks(language: str) -> List[str]:
    return re.findall(rf"```{language}\n(.*?)```", PART, re.DOTALL)


def block(language: str, opening: str) -> str:
    (found,) = [text for text in blocks(language) if text.startswith(opening)]
    return found


@pytest.fixture
def environment(processes: Processes, tmp_path: Path) -> Dict[str, str]:
    """The environment of a user who has installed the clients and has no token."""
    # The tests' `gh` is in the interpreter's directory.
    path = f"{Path(sys.executable).parent}:{processes.environment['PATH']}"
    return {**processes.environment, "PATH": path, "HOME": str(tmp_path)}


def output(
    language: str, opening: str, sandbox: Sandbox, environment: Dict[str, str]
) -> "subprocess.CompletedProcess[str]":
    """Runs the lines with this sandbox's address in place of the page's."""
    script = block(language, opening).replace("http://127.0.0.1:8080", sandbox.url)
    assert sandbox.url in script
    command = [sys.executable, "-c"] if language == "python" else ["bash", "-euc"]
    done = subprocess.run(
        [*command, script],
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return done


@pytest.mark.parametrize(
    ("language", "opening"),
    [
        ("python", "from github import"),
        ("python", "from githubkit import"),
        ("sh", "export GH_HOST"),
    ],
    ids=["PyGithub", "githubkit", "gh"],
)
def test_three_lines_get_a_result_from_the_sandbox(
    language: str, opening: str, sandbox: Sandbox, environment: Dict[str, str]
) -> None:
    assert len(block(language, opening).splitlines()) == 3
    done = output(language, opening, sandbox, environment)
    asked = sandbox.stats()["byPath"]
    assert int(done.stdout) == sandbox.get("/users/octocat")["followers"]
    assert asked == {"/users/octocat": 1}


def test_the_sandbox_fails_as_configured(
    sandbox: Sandbox, environment: Dict[str, str]
) -> None:
    assert output("sh", "curl ", sandbox, environment).stdout == "{}"
    for _ in range(2):
        with pytest.raises(HTTPError, match="503"):
            sandbox.get("/users/octocat")
    assert sandbox.get("/users/octocat")["login"] == "octocat"


def test_the_sandbox_starts_as_written(processes: Processes) -> None:
    words = block("sh", "gitxplorer sandbox").replace(" 8080", " 0").split()
    command = [processes.command[0], *words[1:]]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        process.terminate()
    assert re.fullmatch(r"listening on http://127\.0\.0\.1:\d+\n", line)
    assert process.returncode == 0
