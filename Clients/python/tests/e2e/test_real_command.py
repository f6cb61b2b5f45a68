"""``python -m gitxplorer`` on the built server. Needs GITXPLORER, the binary's path."""

import json
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from gitxplorer.cli.text import width


def run(
    arguments: list[str], environment: dict[str, str], binary: str, place: Path
) -> "subprocess.CompletedProcess[str]":
    """Runs the command, which starts its own server.

    The variable names it: hints repeat a flag, and would be as wide as the path is long.
    """
    return subprocess.run(
        [sys.executable, "-m", "gitxplorer", *arguments],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**environment, "GITXPLORER_SERVER": f"{shlex.quote(binary)} serve --sandbox"},
        cwd=place,
    )


COMMANDS = [
    "random --count 5",
    "repos octocat",
    "repos github --kind organization --limit 5",
    "user octocat",
    "search octocat --per-page 3",
    "search --repositories hello --per-page 3",
    "repo octocat/Hello-World",
    "readme octocat/Hello-World",
    "history octocat/Hello-World --points 5",
    "starred octocat",
    "followers octocat",
    "following octocat",
    "stargazers octocat/Hello-World",
    "avatar octocat --save a.png",
    "rate",
    "auth-status",
    "logout",
    "cache-stats",
    "cache-clear",
]


@pytest.mark.parametrize("line", COMMANDS)
def test_a_table_fits_the_screen(
    line: str, environment: dict[str, str], real_binary: str, tmp_path: Path
) -> None:
    done = run([*line.split(), "--table"], environment, real_binary, tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()
    assert all(width(text) <= 100 for text in done.stdout.splitlines())


def test_an_avatar_is_saved_as_an_image(
    environment: dict[str, str], real_binary: str, tmp_path: Path
) -> None:
    run(["avatar", "octocat", "--save", "a.png"], environment, real_binary, tmp_path)
    begins = (tmp_path / "a.png").read_bytes()[:4]
    assert begins == b"\x89PNG" or begins[:2] == b"\xff\xd8"


def test_errors_exit_1(environment: dict[str, str], real_binary: str, tmp_path: Path) -> None:
    done = run(["user", "no-such-user-zzzz"], environment, real_binary, tmp_path)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("gitxplorer: ") and done.stderr.count("\n") == 1


def test_any_method_can_be_called(
    environment: dict[str, str], real_binary: str, tmp_path: Path
) -> None:
    params = '{"count": 2, "seed": 1}'
    done = run(["call", "users.random", params], environment, real_binary, tmp_path)
    assert len(json.loads(done.stdout)["users"]) == 2


def test_the_tour_ends_with_cached_results(
    environment: dict[str, str], real_binary: str, tmp_path: Path
) -> None:
    done = run(["demo"], environment, real_binary, tmp_path)
    assert done.returncode == 0, done.stderr
    last = done.stdout[done.stdout.index("without asking GitHub") :]
    assert last.count('source "cache"') == 2
    assert "network" not in last
