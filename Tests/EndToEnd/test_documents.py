"""Runs the examples of documents other than README.md, and README's that need fixed ports."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Iterator, List

import pytest

from harness.engines import ENGINES, Engines
from harness.machine import Machine
from harness.paths import REPOSITORY
from harness.processes import Processes
from harness.waiting import until


def blocks(document: str, language: str = "") -> List[str]:
    """The contents of a document's fenced blocks in one language."""
    text = (REPOSITORY / document).read_text()
    fenced = re.findall(r"^```(\w*)\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    return [content for found, content in fenced if found == language]


def one(found: List[str], opening: str) -> str:
    (block,) = [each for each in found if each.startswith(opening)]
    return block


@pytest.fixture
def machine(processes: Processes, tmp_path: Path) -> Iterator[Machine]:
    folder = tmp_path / "machine"
    folder.mkdir()
    machine = Machine(folder, {"gitxplorer": processes.binary})
    yield machine
    machine.end()


@pytest.mark.parametrize("name", sorted(ENGINES))
def test_the_check_accepts_the_documented_engine_configuration(
    name: str, engines: Engines, processes: Processes, tmp_path: Path
) -> None:
    file = tmp_path / "engine.conf"
    file.write_text(one(blocks("Documentation/shared-cache.md"), "maxmemory"))
    words = [word for line in file.read_text().splitlines() for word in shlex.split(line)]
    names = {"maxmemory", "maxmemory-policy", "save", "appendonly"}
    settings = [f"--{word}" if word in names else word for word in words]
    engine = engines.start(*settings, name=name)
    done = processes.run("cache", "check", "--shared-cache", engine.url)
    assert done.returncode == 0, done.stderr.decode()


def test_the_python_clients_examples_work_as_written(
    processes: Processes, tmp_path: Path
) -> None:
    binaries = tmp_path / "bin"
    binaries.mkdir()
    (binaries / "gitxplorer").symlink_to(processes.binary)
    (binaries / "python").symlink_to(sys.executable)
    (tmp_path / "token.txt").write_text("ghp_documentsdocumentsdocumentsdocum01\n")
    environment = {
        **processes.environment, "GITXPLORER_SANDBOX": "true", "XDG_RUNTIME_DIR": str(tmp_path),
        "PATH": f"{binaries}:{processes.environment['PATH']}",
        "PYTHONPATH": str(REPOSITORY / "Clients" / "python" / "src"),
    }  # fmt: skip
    processes.serve("--socket", str(tmp_path / "gitxplorer.sock"))
    document = "Clients/python/README.md"
    example = one(blocks(document, "python"), "from gitxplorer import Client")
    commands = one(blocks(document), "python -m gitxplorer random")
    for words in ([sys.executable, "-c", example], ["bash", "-euc", commands]):
        done = subprocess.run(
            words, env=environment, cwd=tmp_path, stdin=subprocess.DEVNULL, capture_output=True,
            text=True,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
    assert list(tmp_path.glob("octocat*"))


def test_the_clients_in_readme_work_with_the_sandbox(
    machine: Machine, tmp_path: Path
) -> None:
    log = tmp_path / "sandbox.log"
    shell = blocks("README.md", "sh")
    machine.start(shlex.split(one(shell, "gitxplorer sandbox --port 8080")), log)
    until(lambda: "listening on http://127.0.0.1:8080" in log.read_text())
    python = blocks("README.md", "python")
    path = f"{Path(sys.executable).parent}:/usr/bin:/bin"
    environment = {"PATH": path, "HOME": str(tmp_path)}
    followers = {machine.run(one(shell, "export GH_HOST"), environment=environment)}
    for script in (one(python, "from github import"), one(python, "from githubkit import")):
        followers.add(machine.run(f"{shlex.quote(sys.executable)} -c {shlex.quote(script)}"))
    assert len(followers) == 1
    machine.run(one(shell, "curl -H"), environment=environment)
    status = "curl -s -o /dev/null -w '%{http_code} ' http://127.0.0.1:8080/users/octocat"
    assert machine.run(f"for _ in 1 2 3; do {status}; done") == "503 503 200 "
