"""Byte streams to a server: the pipes of a process, or a socket."""

from __future__ import annotations

import socket
import subprocess
from collections.abc import Mapping, Sequence
from typing import IO, Any, Optional, Protocol

from .address import Address, UnixAddress
from .errors import ConnectError


class Stream(Protocol):
    """What a client needs of a transport. All calls block."""

    def read(self) -> bytes:
        """Some bytes, or none once the other side has ended."""

    def write(self, data: bytes) -> None:
        """All of the bytes; raises OSError if the other side is gone."""

    def end_output(self) -> None:
        """Tells the other side that nothing more will be sent."""

    def close(self) -> None:
        """Gives everything back, by force if need be."""

    def ending(self) -> str:
        """How the other side ended, as the rest of a sentence; empty if there is no more to say."""


class ProcessStream:
    """Stdin and stdout of a server that this client started."""

    def __init__(
        self, command: Sequence[str], env: Optional[Mapping[str, str]], stderr: Optional[Any]
    ) -> None:
        try:
            self.process = subprocess.Popen(
                list(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=stderr,
                env=None if env is None else dict(env),
                bufsize=0,
            )
        except OSError as error:
            reason = error.strerror or error
            raise ConnectError(f"{command[0]} cannot be started: {reason}") from None

    def read(self) -> bytes:
        """Some bytes, or none once the process has closed its stdout."""
        return _pipe(self.process.stdout).read(65536)

    def write(self, data: bytes) -> None:
        """All of the bytes; an unbuffered pipe takes as many as it likes at a time."""
        rest = memoryview(data)
        while rest:
            rest = rest[_pipe(self.process.stdin).write(rest) :]

    def end_output(self) -> None:
        """Closes the process's stdin: it answers what it accepted and ends."""
        _pipe(self.process.stdin).close()

    def close(self) -> None:
        """Waits for the process, which had its end of input, and stops it if it lingers."""
        for force in (self.process.terminate, self.process.kill):
            try:
                self.process.wait(timeout=6)
                break
            except subprocess.TimeoutExpired:
                force()
        self.process.wait()
        _pipe(self.process.stdout).close()

    def ending(self) -> str:
        """The exit status, once there is one."""
        try:
            return f" (exit status {self.process.wait(timeout=1)})"
        except subprocess.TimeoutExpired:
            return ""


class SocketStream:
    """A connection to a server that runs by itself."""

    def __init__(self, address: Address, timeout: Optional[float]) -> None:
        try:
            if isinstance(address, UnixAddress):
                self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
                self.socket.settimeout(timeout)
                self.socket.connect(address.path)
                where = address.path
            else:
                where = f"{address.host} port {address.port}"
                self.socket = socket.create_connection((address.host, address.port), timeout)
                self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        except OSError as error:
            name = address.path if isinstance(address, UnixAddress) else where
            reason = error.strerror or error
            raise ConnectError(f"no server answers at {name}: {reason}") from None
        self.socket.settimeout(None)

    def read(self) -> bytes:
        """Some bytes, or none once the server has closed the connection."""
        return self.socket.recv(65536)

    def write(self, data: bytes) -> None:
        """All of the bytes."""
        self.socket.sendall(data)

    def end_output(self) -> None:
        """Closes the sending side only: the answers still come."""
        self.socket.shutdown(socket.SHUT_WR)

    def close(self) -> None:
        """Closes the socket, waking a thread that reads from it."""
        try:
            self.socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass  # The server closed first.
        self.socket.close()

    def ending(self) -> str:
        """Nothing: a socket does not say why it was closed."""
        return ""


def _pipe(stream: Optional[IO[bytes]]) -> IO[bytes]:
    # Popen types both as optional; they are there because PIPE was asked for.
    if stream is None:
        raise ConnectError("the server's pipes are missing")
    return stream
