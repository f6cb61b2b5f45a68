"""What the tests share: how the fake server is started, over each transport."""

from __future__ import annotations

import os
import pty
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Callable

import pytest
from harness.patience import PATIENCE
from peer import Peer

pytest_plugins = ["harness.bound"]

CLIENTS = Path(__file__).parent
TESTS = CLIENTS / "python" / "tests"
SOURCES = CLIENTS / "python" / "src"


@pytest.fixture(scope="session")
def fake_command() -> list[str]:
    """Starts the fake server on stdio."""
    return [sys.executable, str(TESTS / "fake_server.py"), "serve"]


@pytest.fixture(scope="session")
def fake_binary(fake_command: list[str], tmp_path_factory: pytest.TempPathFactory) -> str:
    """The fake server as one executable file, with a space in its path."""
    path = tmp_path_factory.mktemp("fake binary") / "gitxplorer"
    path.write_text(f'#!/bin/sh\nexec {shlex.join(fake_command[:-1])} "$@"\n')
    path.chmod(0o755)
    return str(path)


@pytest.fixture(scope="session")
def real_binary() -> str:
    """The built server, as the environment names it."""
    path = os.environ.get("GITXPLORER", "")
    assert os.access(path, os.X_OK), "set GITXPLORER to the path of the built gitxplorer"
    return os.path.abspath(path)


@pytest.fixture(scope="session")
def listening(
    fake_command: list[str], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[dict[str, str]]:
    """A fake server that listens: ``unix``, ``tcp``, ``secret`` and ``secret_file``."""
    place = tmp_path_factory.mktemp("fake")
    secret = "5e" * 32
    (place / "secret").write_text(f" {secret}\n")
    os.mkfifo(place / "ready.part")
    command = [*fake_command, "--socket", str(place / "socket"), "--listen", "127.0.0.1:0"]
    command += ["--client-secret-file", str(place / "secret")]
    command += ["--ready-file", str(place / "ready")]
    with subprocess.Popen(command, stdin=subprocess.PIPE) as process:
        # Opening the pipe waits for the server to open its end: no polling.
        lines = (place / "ready.part").read_text().split()
        found = dict(line.split(":", 1) for line in lines)
        yield {
            "unix": f"unix:{found['unix']}",
            "tcp": f"tcp:{found['tcp']}",
            "secret": secret,
            "secret_file": str(place / "secret"),
        }
        assert process.stdin is not None
        process.stdin.close()


@pytest.fixture(scope="session")
def real_listening(
    real_binary: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[dict[str, str]]:
    """The built server on its sandbox, listening: ``unix``, ``tcp`` and ``secret_file``."""
    place = tmp_path_factory.mktemp("real")
    ready, secret = place / "ready", place / "secret"
    command = [real_binary, "serve", "--sandbox", "--socket", str(place / "socket")]
    command += ["--listen", "127.0.0.1:0", "--client-secret-file", str(secret)]
    command += ["--ready-file", str(ready), "--parent-pid", str(os.getpid())]
    with subprocess.Popen(command, stdin=subprocess.DEVNULL) as process:
        # The server has no other way to say that it listens than this file.
        while not (ready.exists() and ready.read_text().endswith("\n")):
            assert process.poll() is None, "the server ended before it listened"
            time.sleep(0.005)
        lines = dict(line.split(":", 1) for line in ready.read_text().split())
        yield {
            "unix": f"unix:{lines['unix']}",
            "tcp": f"tcp:{lines['tcp']}",
            "secret_file": str(secret),
        }
        process.terminate()
        assert process.wait(PATIENCE) == 0


@pytest.fixture(scope="session")
def wheel_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python package's wheel, built of a copy without asking any registry."""
    place = tmp_path_factory.mktemp("wheel")
    source = place / "source"
    # Other tests write compiled files while this one copies.
    shutil.copytree(CLIENTS / "python", source, ignore=shutil.ignore_patterns("__pycache__"))
    build = "import sys, setuptools.build_meta as build; print(build.build_wheel(sys.argv[1]))"
    done = subprocess.run(
        [sys.executable, "-c", build, str(place)], cwd=source, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return place / done.stdout.splitlines()[-1]


def on_terminal(
    command: Sequence[str], environment: dict[str, str], answers: Sequence[tuple[str, str]] = ()
) -> str:
    """Runs a command on a terminal of 60 columns; gives all that the terminal gets to see.

    Each of the answers is a prompt and what is typed when it has come.
    """
    child, terminal = pty.fork()
    if child == 0:
        settings = {**environment, "COLUMNS": "60", "TERM": "xterm"}
        os.execvpe(command[0], list(command), settings)
    seen, answered, waiting = b"", 0, list(answers)
    try:
        while True:
            data = os.read(terminal, 65536)
            if not data:
                break
            seen += data
            if waiting and waiting[0][0].encode() in seen[answered:]:
                answered = len(seen)
                os.write(terminal, waiting.pop(0)[1].encode())
    except OSError:
        pass  # Linux says EIO when the other side of a terminal is closed.
    os.close(terminal)
    os.waitpid(child, 0)
    return seen.decode()


@pytest.fixture(name="on_terminal")
def on_terminal_fixture() -> Callable[..., str]:
    """See ``on_terminal``."""
    return on_terminal


@pytest.fixture
def place() -> Iterator[Path]:
    """A directory with a path that is short enough for sockets."""
    with tempfile.TemporaryDirectory(prefix="gx", ignore_cleanup_errors=True) as path:
        yield Path(path)


@pytest.fixture
def peer(place: Path) -> Iterator[Peer]:
    """The server of an editor, played by the test."""
    peer = Peer(place / "server")
    yield peer
    peer.close()


@pytest.fixture
def relay(peer: Peer) -> list[str]:
    """The command that is the server that the test plays."""
    return [sys.executable, "-S", "-E", str(CLIENTS / "vim/tests/relay.py"), peer.path]


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """An environment for commands, without what the developer has set or stored."""
    unset = ("GITXPLORER", "NO_COLOR", "BROWSER", "GH_TOKEN", "GITHUB_TOKEN", "XDG_")
    kept = {k: v for k, v in os.environ.items() if not k.startswith(unset)}
    for name in ("CACHE", "CONFIG", "STATE"):
        kept[f"XDG_{name}_HOME"] = str(tmp_path / name.lower())
    return {**kept, "PYTHONPATH": str(SOURCES), "COLUMNS": "100", "PYTHONIOENCODING": "utf-8"}
