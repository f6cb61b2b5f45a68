"""Runs the examples of README.md as written."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from typing import Dict, List

import pytest

from harness.engines import free_port
from harness.paths import REPOSITORY
from harness.processes import Processes

README = (REPOSITORY / "README.md").read_text()


def blocks(language: str) -> List[str]:
    return re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)


@pytest.fixture
def environment(processes: Processes, tmp_path: Path) -> Dict[str, str]:
    """An environment in which `gitxplorer` is the built binary, on the sandbox."""
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "gitxplorer").symlink_to(processes.command[0])
    path = f"{tmp_path / 'bin'}:{processes.environment['PATH']}"
    own = {"PATH": path, "GITXPLORER_SANDBOX": "true", "XDG_RUNTIME_DIR": str(tmp_path)}
    return {**processes.environment, **own}


def test_the_first_example_prints_what_is_shown(environment: Dict[str, str]) -> None:
    (block,) = blocks("console")
    command, shown = block.removeprefix("$ ").split("\n", 1)
    done = subprocess.run(["bash", "-c", command], env=environment, capture_output=True, text=True)
    assert (done.stdout, done.stderr) == (shown, "")


@pytest.mark.parametrize(
    ("opening", "ids"),
    [
        ("printf '{", [1]),
        ("gitxplorer serve --sandbox <<", ["random", "repos", "search"]),
        ("message='", [1]),
        ("socket=", [1, None]),
    ],
)
def test_the_tour_over_stdio_works_as_written(
    opening: str, ids: List[object], environment: Dict[str, str]
) -> None:
    (block,) = [block for block in blocks("sh") if block.startswith(opening)]
    # `kill %1` needs the job control that an interactive shell has.
    script = "set -meuo pipefail\n" + block
    done = subprocess.run(["bash", "-c", script], env=environment, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    answers = [json.loads(line) for line in done.stdout.splitlines() if line.startswith(("{", "["))]
    found = [each[0] if isinstance(each, list) else each.get("id") for each in answers]
    # The rest of the lines are the header of a frame.
    assert sorted(map(str, found)) == sorted(map(str, ids))
    assert not [each for each in answers if "error" in each]


def test_the_clients_examples_work_as_written(
    environment: Dict[str, str],
) -> None:
    (block,) = [block for block in blocks("sh") if "Clients/shell/gitxplorer" in block]
    # Without the fixture's flag for the sandbox, so that the example's own takes effect.
    own = {k: v for k, v in environment.items() if k != "GITXPLORER_SANDBOX"}
    done = subprocess.run(
        ["bash", "-euc", block], cwd=REPOSITORY, env=own, capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (0, "")
    random, summary = map(json.loads, done.stdout.splitlines())
    assert len(random["users"]) == 5 and summary["user"]["login"] == "octocat"


def test_neovim_gets_its_result_as_from_a_language_server(
    environment: Dict[str, str], tmp_path: Path
) -> None:
    (example,) = [block for block in blocks("lua") if "vim.lsp.start" in block]
    script = tmp_path / "example.lua"
    # Debian's Neovim may lack `vim.lsp.start`, which has the arguments of `start_client`.
    before = "vim.lsp.start = vim.lsp.start or vim.lsp.start_client\nlocal say = print\n"
    after = "print = function(text) say(text) vim.cmd('qall!') end\n"
    script.write_text(before + after + example)
    nvim = ["nvim", "--headless", "-u", "NONE", "-i", "NONE", "-S", str(script)]
    done = subprocess.run(
        nvim, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True
    )
    assert re.fullmatch(r"The Octocat: \d+ stars", (done.stdout + done.stderr).strip())


def test_a_language_models_tool_works_as_shown(environment: Dict[str, str]) -> None:
    (block,) = [block for block in blocks("sh") if block.startswith("gitxplorer mcp")]
    done = subprocess.run(["bash", "-c", block], env=environment, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert re.match(r'User "octocat" \(by name "The Octocat"\): \d+ stars over ', done.stdout)


def test_the_configurations_start_the_server() -> None:
    for block in blocks("json"):
        (servers,) = json.loads(block).values()
        assert servers["gitxplorer"]["command"] == "gitxplorer"
        assert servers["gitxplorer"]["args"] == ["mcp"]


def test_two_servers_that_share_a_cache_send_four_requests_in_all(
    environment: Dict[str, str],
) -> None:
    (block,) = [block for block in blocks("sh") if "--shared-cache" in block]
    script = block.replace("7379", str(free_port())).replace("7380", str(free_port()))
    del environment["GITXPLORER_SANDBOX"]
    done = subprocess.run(
        ["bash", "-c", "set -euo pipefail\n" + script],
        env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.split() == ["250", "250", "4"]
