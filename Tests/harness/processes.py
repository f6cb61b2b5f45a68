"""Starts gitxplorer, and ends every process that was started."""

from __future__ import annotations

import os
import select
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Dict, List, Optional, Sequence

from .clock import Clock
from .facts import Facts
from .files import Arrival
from .other_user import OtherUser
from .patience import PATIENCE
from .sandbox import Sandbox
from .wire import Connection, SocketConnection, StreamConnection


class Serving:
    """A running server: its process and its addresses."""

    def __init__(self, process: "subprocess.Popen[bytes]", errors: Path) -> None:
        self.process = process
        self.errors = errors
        self.addresses: Dict[str, str] = {}

    @property
    def log(self) -> str:
        """Its output to stderr so far."""
        return self.errors.read_text()

    @property
    def sandbox(self) -> Sandbox:
        return Sandbox(self.addresses["sandbox"].partition(":")[2])

    @property
    def facts(self) -> Facts:
        return Facts(self.process.pid)

    def stdio(self, framing: str = "lines") -> Connection:
        return StreamConnection(self.process, framing)

    def connect(self, kind: str, framing: str = "lines") -> SocketConnection:
        return SocketConnection(self.addresses[kind], framing)

    def fill(self, connection: Connection, data: bytes) -> int:
        """Sends data until the server rests and accepts no more; returns the accepted number."""
        os.set_blocking(connection.writer, False)
        sent = 0
        try:
            while sent < len(data) and self._takes_more(connection):
                sent += os.write(connection.writer, data[sent : sent + (1 << 16)])
        except (BrokenPipeError, ConnectionResetError):
            pass
        finally:
            os.set_blocking(connection.writer, True)
        return sent

    def _takes_more(self, connection: Connection) -> bool:
        if not select.select([], [connection.writer], [], 0)[1]:
            self.facts.wait_for_rest()
        return bool(select.select([], [connection.writer], [], 0)[1])

    def wait(self) -> int:
        return self.process.wait()


class Processes:
    """Starts commands for one test, and ends them when the test ends."""

    def __init__(self, command: Sequence[str], environment: Dict[str, str], folder: Path) -> None:
        self.binary = command[0]
        self.command = list(command)
        self.environment = environment
        self.folder = folder
        self._started: List["subprocess.Popen[bytes]"] = []
        self._clocks: Dict[int, Dict[str, str]] = {}
        self._sandboxes: Dict[str, Serving] = {}

    def token(self, text: str) -> Dict[str, str]:
        """An environment with a token for any upstream, including the built-in sandbox."""
        path = self.folder / f"token-{len(list(self.folder.glob('token-*')))}"
        path.touch(mode=0o600)
        path.write_text(f"{text}\n")
        return {"GITXPLORER_TOKEN_FILE": str(path)}

    def run(
        self, *arguments: str, input: bytes = b"", environment: Optional[Dict[str, str]] = None
    ) -> "subprocess.CompletedProcess[bytes]":
        """Runs a command of gitxplorer until it ends."""
        return subprocess.run(
            [self.binary, *arguments],
            input=input,
            capture_output=True,
            env={**self.environment, **(environment or {})},
        )

    def popen(
        self,
        *arguments: str,
        environment: Optional[Dict[str, str]] = None,
        user: Optional[OtherUser] = None,
        **options: object,
    ) -> Serving:
        """Starts a command of gitxplorer. Its stdin and stdout are pipes by default."""
        program = user.command(user.program) if user else [self.binary]
        errors = self.folder / f"stderr-{len(self._started)}.txt"
        with errors.open("wb") as stderr:
            streams: Dict[str, object] = {
                "stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": stderr
            }  # fmt: skip
            process = subprocess.Popen(
                [*program, *arguments],
                env={**self.environment, **(environment or {})},
                **{**streams, **options},  # type: ignore[arg-type]
            )
        self._started.append(process)
        self._clocks[process.pid] = environment or {}
        return Serving(process, errors)

    def serve(
        self,
        *arguments: str,
        sandbox: bool = True,
        environment: Optional[Dict[str, str]] = None,
        **options: object,
    ) -> Serving:
        """Starts ``gitxplorer serve`` and returns when its listeners accept connections."""
        path = self.folder / f"ready-{len(self._started)}"
        arrival = Arrival(path)
        upstream = ["--sandbox"] if sandbox else []
        serving = self.popen(
            "serve", *upstream, "--ready-file", str(path), *arguments,
            environment=environment, **options,
        )  # fmt: skip
        for line in arrival.wait().splitlines():
            serving.addresses[line.partition(":")[0]] = line
        return serving

    def activate(
        self,
        sockets: Sequence[socket.socket],
        *arguments: str,
        command: Sequence[str] = ("serve", "--sandbox"),
        environment: Optional[Dict[str, str]] = None,
    ) -> Serving:
        """Starts a command of gitxplorer as systemd does, with sockets that already listen."""
        descriptors = [listener.fileno() for listener in sockets]
        errors = self.folder / f"stderr-{len(self._started)}.txt"
        with errors.open("wb") as stderr:
            process = subprocess.Popen(
                [
                    *[sys.executable, str(Path(__file__).with_name("activate.py"))],
                    *[",".join(map(str, descriptors)), self.binary],
                    *command, *arguments,
                ],
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=stderr,
                env={**self.environment, **(environment or {})}, pass_fds=descriptors,
            )  # fmt: skip
        self._started.append(process)
        return Serving(process, errors)

    def start_sandbox(self, *arguments: str) -> Sandbox:
        """Starts ``gitxplorer sandbox`` and returns when it prints its address."""
        serving = self.popen("sandbox", *arguments)
        assert serving.process.stdout is not None
        line = serving.process.stdout.readline().decode()
        assert line.startswith("listening on http://127.0.0.1:"), line
        sandbox = Sandbox(line.split()[-1])
        self._sandboxes[sandbox.url] = serving
        return sandbox

    def stop_sandbox(self, sandbox: Sandbox) -> None:
        """Ends a sandbox, so that nobody listens on its port."""
        serving = self._sandboxes.pop(sandbox.url)
        serving.process.kill()
        serving.wait()

    def end_sandbox(self, sandbox: Sandbox) -> int:
        """Asks a sandbox to end, as a service manager does, and returns its exit status."""
        serving = self._sandboxes.pop(sandbox.url)
        serving.process.terminate()
        return serving.wait()

    def end(self) -> None:
        """Ends all processes that still run, with SIGTERM. Fails if one does not end by it.

        A process that is stopped, or whose clock is, cannot: it is killed.
        """
        for process in self._started:
            if process.poll() is None:
                clock = self._clocks.get(process.pid, {})
                if Clock.is_stopped(clock) or Facts(process.pid).is_stopped:
                    process.kill()
                process.terminate()
        vain = end_all(self._started)
        for process in self._started:
            for stream in (process.stdin, process.stdout):
                if stream is not None and not stream.closed:
                    try:
                        stream.close()
                    except BrokenPipeError:
                        pass
        assert vain == [], f"not ended by SIGTERM: {vain}"


def end_all(processes: Sequence["subprocess.Popen[bytes]"]) -> List[object]:
    """Waits until all have ended. Kills those that do not, and returns their commands."""
    vain: List[object] = []
    # Shorter than the bound of the test that waits here.
    deadline = time.monotonic() + PATIENCE / 2
    for process in processes:
        try:
            process.wait(max(0, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            vain.append(process.args)
    return vain
