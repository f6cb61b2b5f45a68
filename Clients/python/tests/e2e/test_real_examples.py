"""The examples on the built server. Needs GITXPLORER, the binary's path."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture
def with_server(environment: dict[str, str], real_binary: str, tmp_path: Path) -> dict[str, str]:
    """An environment in which the built server is on the PATH under its own name."""
    (tmp_path / "gitxplorer").symlink_to(real_binary)
    return {**environment, "PATH": f"{tmp_path}{os.pathsep}{environment['PATH']}"}


def run(environment: dict[str, str], name: str, *arguments: str) -> list[str]:
    """The lines that an example prints."""
    command = [sys.executable, str(EXAMPLES / name), *arguments]
    done = subprocess.run(
        command, env=environment, capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines()


def test_summaries_side_by_side(with_server: dict[str, str]) -> None:
    lines = run(with_server, "side_by_side.py", "octocat", "no-such-user-zzzz")
    assert lines[0].startswith("octocat: ") and "stars" in lines[0]
    assert lines[1] == "no-such-user-zzzz: nobody; see https://github.com/no-such-user-zzzz"


def test_all_stargazers_oldest_first(with_server: dict[str, str]) -> None:
    lines = run(with_server, "all_stargazers.py", "octocat/Hello-World")
    assert len(lines) == len(set(lines)) > 1000 and lines == sorted(lines, key=lambda x: x[:20])
