"""The shell client on the built server. Needs GITXPLORER, the binary's path."""

import json
import subprocess
from pathlib import Path

import pytest

SCRIPT = str(Path(__file__).parents[2] / "gitxplorer-sh")

COMMANDS = [
    "random --count 5",
    "repos octocat",
    "user octocat",
    "search octocat --per-page 3",
    "stargazers octocat/Hello-World",
    "starred octocat",
    "followers octocat --per-page 3",
    "following octocat --per-page 3",
    "repo octocat/Hello-World",
    "readme octocat/Hello-World",
    "history octocat/Hello-World --points 4",
    "search --repositories user:octocat hello",
    "avatar octocat",
    "rate",
    "auth-status",
    "logout",
    "cache-stats",
    "cache-clear",
    "call users.random {}",
]


def run(line: str, environment: dict[str, str]) -> "subprocess.CompletedProcess[str]":
    """Runs one command."""
    return subprocess.run(
        [SCRIPT, *line.split()],
        capture_output=True,
        text=True,
        env=environment,
        stdin=subprocess.DEVNULL,
    )


def test_a_spawned_server_answers(environment: dict[str, str], real_binary: str) -> None:
    environment.update(GITXPLORER_BIN=real_binary, GITXPLORER_FLAGS="--sandbox")
    done = run("user octocat", environment)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["user"]["login"] == "octocat"


@pytest.mark.parametrize("line", COMMANDS)
def test_a_listening_server_answers(
    line: str, environment: dict[str, str], real_listening: dict[str, str]
) -> None:
    done = run(f"{line} --connect {real_listening['unix']}", environment)
    assert done.returncode == 0, done.stderr
    assert isinstance(json.loads(done.stdout), dict)
    table = run(f"{line} --table --connect {real_listening['unix']}", environment)
    assert table.returncode == 0 and table.stdout.strip(), table.stderr


def test_errors_exit_1(environment: dict[str, str], real_listening: dict[str, str]) -> None:
    done = run(f"user no-such-user-zzzz --connect {real_listening['unix']}", environment)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("gitxplorer-sh: ")
    done = run(f"random --count 101 --connect {real_listening['unix']}", environment)
    assert done.returncode == 1 and "--count: " in done.stderr
