"""Runs the examples of README.md, and of the pages that need no more than the built binary, as written."""

from __future__ import annotations

import json
import re
import subprocess
import urllib.request
from pathlib import Path
from typing import Dict, List

import pytest

from harness.documents import block, blocks, page
from harness.engines import free_port
from harness.paths import REPOSITORY
from harness.processes import Processes
from harness.wire import request

README = "README.md"


def run(script: str, environment: Dict[str, str]) -> str:
    """The output of a shell script that ends well and writes nothing to stderr."""
    done = subprocess.run(
        ["bash", "-c", script], cwd=REPOSITORY, env=environment, stdin=subprocess.DEVNULL,
        capture_output=True, text=True,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, ""), script
    return done.stdout


@pytest.fixture
def environment(processes: Processes, tmp_path: Path) -> Dict[str, str]:
    """An environment in which `gitxplorer` is the built binary, on the sandbox."""
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "gitxplorer").symlink_to(processes.command[0])
    path = f"{tmp_path / 'bin'}:{processes.environment['PATH']}"
    own = {"PATH": path, "GITXPLORER_SANDBOX": "true", "XDG_RUNTIME_DIR": str(tmp_path)}
    return {**processes.environment, **own}


def test_the_first_example_prints_what_is_shown(environment: Dict[str, str]) -> None:
    command, shown = block(README, "console", "$ ").removeprefix("$ ").split("\n", 1)
    assert run(command, environment) == shown


@pytest.mark.parametrize("document", [README, page("command-line")])
def test_each_question_works_as_written(document: str, environment: Dict[str, str]) -> None:
    lines = [line for each in blocks(document, "sh") for line in each.splitlines()]
    questions = [line for line in lines if re.match("gitxplorer (?!serve|mcp|login|sandbox|web|proxy)", line)]
    assert len(questions) > 1
    for line in questions:
        assert json.loads(run(line, environment))["freshness"]


def test_the_programs_of_readme_print_a_result(environment: Dict[str, str]) -> None:
    answer = json.loads(run(block(README, "sh", "printf"), environment))
    environment["PYTHONPATH"] = str(REPOSITORY / "Clients" / "python" / "src")
    script = block(README, "python", "from gitxplorer")
    assert int(run(f"python3 <<'EOF'\n{script}EOF", environment)) == answer["result"]["totalStars"]


@pytest.mark.parametrize("document", [README, page("sign-in")])
def test_a_token_of_gh_is_stored_as_written(
    document: str, environment: Dict[str, str], tmp_path: Path
) -> None:
    (tmp_path / "bin" / "gh").write_text("#!/bin/sh\necho ghp_OneTokenThatIsGood0123456789abcdefgh\n")
    (tmp_path / "bin" / "gh").chmod(0o755)
    run(block(document, "sh", "gh auth token"), environment)
    status = run("gitxplorer call auth.status", environment)
    assert json.loads(status)["tokenSource"] == "stored"


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
    # `kill %1` needs the job control that an interactive shell has.
    printed = run("set -meuo pipefail\n" + block(page("programs"), "sh", opening), environment)
    answers = [json.loads(line) for line in printed.splitlines() if line.startswith(("{", "["))]
    found = [each[0] if isinstance(each, list) else each.get("id") for each in answers]
    # The rest of the lines are the header of a frame.
    assert sorted(map(str, found)) == sorted(map(str, ids))
    assert not [each for each in answers if "error" in each]


def test_the_clients_examples_work_as_written(environment: Dict[str, str]) -> None:
    # Without the fixture's flag for the sandbox, so that the example's own takes effect.
    del environment["GITXPLORER_SANDBOX"]
    example = block(page("programs"), "sh", "export GITXPLORER_SERVER")
    random, user = map(json.loads, run("set -eu\n" + example, environment).splitlines())
    assert len(random["users"]) == 5 and user["user"]["login"] == "octocat"


def test_neovim_gets_its_result_as_from_a_language_server(
    environment: Dict[str, str], tmp_path: Path
) -> None:
    example = block(page("editors"), "lua", "vim.lsp.start")
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
    printed = run(block(page("mcp"), "sh", "gitxplorer mcp"), environment)
    assert re.match(r'User "octocat" \(by name "The Octocat"\): \d+ stars over ', printed)


def test_a_tool_works_over_http_as_shown(environment: Dict[str, str]) -> None:
    # `kill %1` needs the job control that an interactive shell has.
    printed = run("set -meuo pipefail\n" + block(page("mcp"), "sh", 'cd "$('), environment)
    assert re.match(r'User "octocat" \(by name "The Octocat"\): \d+ stars over ', printed)


def test_an_agent_finds_the_server_as_written(
    processes: Processes, environment: Dict[str, str], tmp_path: Path
) -> None:
    (start,) = re.findall("`gitxplorer serve (--http .*?)`", (REPOSITORY / README).read_text())
    flags = start.split()
    port = start.rpartition(":")[2]
    # Where the secret is if no variable says so.
    environment.update(HOME=str(tmp_path), XDG_STATE_HOME=str(tmp_path / ".local" / "state"))
    serving = processes.serve(
        *[flag.replace(port, "0") for flag in flags], environment=environment
    )
    script = block(README, "sh", "secret=").replace(
        f"http://127.0.0.1:{port}", serving.addresses["http"].partition(":")[2]
    )
    (tmp_path / "bin" / "claude").write_text('#!/bin/sh\nprintf "%s\\n" "$@"\n')
    (tmp_path / "bin" / "claude").chmod(0o755)
    *_, url, option, field = run("set -eu\n" + script, environment).splitlines()
    name, _, secret = field.partition(": ")
    assert (option, name) == ("--header", "Authorization")
    fields = {
        name: secret, "Content-Type": "application/json",
        "Accept": "application/json, text/event-stream",
    }  # fmt: skip
    message = json.dumps(request("tools/list")).encode()
    with urllib.request.urlopen(urllib.request.Request(url, message, fields)) as answer:
        assert json.load(answer)["result"]["tools"]


@pytest.mark.parametrize("document", [README, page("mcp")])
def test_the_configurations_start_the_server(document: str) -> None:
    for example in blocks(document, "json"):
        (servers,) = json.loads(example).values()
        assert servers["gitxplorer"]["command"] == "gitxplorer"
        assert servers["gitxplorer"]["args"] == ["mcp"]


def test_two_servers_that_share_a_cache_send_four_requests_in_all(
    environment: Dict[str, str],
) -> None:
    script = block(page("shared-cache"), "sh", 'cd "$(mktemp -d)"')
    script = script.replace("7379", str(free_port())).replace("7380", str(free_port()))
    del environment["GITXPLORER_SANDBOX"]
    assert run("set -euo pipefail\n" + script, environment).split() == ["250", "250", "4"]
