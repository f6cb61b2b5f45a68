"""Runs the examples of documents that need an engine, fixed ports or a client of their own."""

from __future__ import annotations

import shlex
import subprocess
import sys
from pathlib import Path
from typing import Iterator

import pytest

from harness.documents import block, page
from harness.engines import ENGINES, Engines
from harness.machine import Machine
from harness.paths import REPOSITORY
from harness.processes import Processes
from harness.waiting import until


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
    file.write_text(block(page("shared-cache"), "", "maxmemory"))
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
    example = block(document, "python", "from gitxplorer import Client")
    commands = block(document, "", "python -m gitxplorer random")
    for words in ([sys.executable, "-c", example], ["bash", "-euc", commands]):
        done = subprocess.run(
            words, env=environment, cwd=tmp_path, stdin=subprocess.DEVNULL, capture_output=True,
            text=True,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
    assert list(tmp_path.glob("octocat*"))


def test_the_clients_of_github_work_with_the_sandbox_as_written(
    machine: Machine, tmp_path: Path
) -> None:
    log = tmp_path / "sandbox.log"
    document = page("sandbox")
    machine.start(shlex.split(block(document, "sh", "gitxplorer sandbox --port 8080")), log)
    until(lambda: "listening on http://127.0.0.1:8080" in log.read_text())
    path = f"{Path(sys.executable).parent}:/usr/bin:/bin"
    environment = {"PATH": path, "HOME": str(tmp_path)}
    followers = {machine.run(block(document, "sh", "export GH_HOST"), environment=environment)}
    for opening in ("from github import", "from githubkit import"):
        script = block(document, "python", opening)
        followers.add(machine.run(f"{shlex.quote(sys.executable)} -c {shlex.quote(script)}"))
    assert len(followers) == 1
    machine.run(block(document, "sh", "curl -H"), environment=environment)
    status = "curl -s -o /dev/null -w '%{http_code} ' http://127.0.0.1:8080/users/octocat"
    assert machine.run(f"for _ in 1 2 3; do {status}; done") == "503 503 200 "


def test_http_and_websocket_work_as_written(machine: Machine, tmp_path: Path) -> None:
    path = f"{Path(sys.executable).parent}:/usr/local/bin:/usr/bin:/bin"
    home = {"PATH": path, "HOME": str(tmp_path)}
    log = tmp_path / "server.log"
    server = block(page("operating"), "sh", "gitxplorer serve --http 127.0.0.1:7080\n").strip()
    variables = [f"{name}={value}" for name, value in home.items()]
    machine.start(["env", *variables, *shlex.split(server), "--sandbox"], log)
    ready = block(page("operating"), "sh", "curl -fsS http://127.0.0.1:7080/readyz")
    until(lambda: machine.run(f"{ready.strip()} || true", environment=home) != "")
    metrics = block(page("operating"), "sh", "curl -fsS -H")
    assert "gitxplorer_build_info" in machine.run(metrics, environment=home)
    answer = machine.run(block(page("protocol"), "sh", "export SECRET"), environment=home)
    assert '"login":"octocat"' in answer.replace(" ", "")
    script = block(page("protocol"), "python", "import json\nfrom pathlib")
    printed = machine.run(f"python -c {shlex.quote(script)}", environment=home)
    assert "'login': 'octocat'" in printed
