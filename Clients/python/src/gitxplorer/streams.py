"""Byte streams to a server: the pipes of a process, or a socket."""

from __future__ import annotations

import socket
import subprocess
import threading
from collections.abc import Mapping, Sequence
from typing import IO, Any, Optional, Protocol, Union

from .address import Address, UnixAddress
from .errors import ConnectError
from .peer import check_peer

#: How long a server is waited for that is ending, in seconds; it stops within five.
ENDING_TIME = 6


class Stream(Protocol):
    """The transport of a client. All calls block."""

    def read(self) -> bytes:
        """Reads some bytes; empty once the other side has ended."""

    def write(self, data: bytes) -> None:
        """Writes all of the bytes; raises OSError if the other side has ended."""

    def end_output(self) -> None:
        """Tells the other side that nothing more will be sent."""

    def close(self) -> None:
        """Closes everything, by force if necessary."""

    def ending(self) -> str:
        """How the other side ended, as the rest of a sentence; empty if it is not known."""


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
        self._input, self._output = _pipe(self.process.stdin), _pipe(self.process.stdout)
        self._writing, self._reading = _Use(self._input), _Use(self._output)

    def read(self) -> bytes:
        """Reads some bytes; empty once the process has closed its stdout."""
        with self._reading:
            return self._output.read(65536)

    def write(self, data: bytes) -> None:
        """Writes all of the bytes; an unbuffered pipe may accept only a part at a time."""
        rest = memoryview(data)
        with self._writing:
            while rest:
                rest = rest[self._input.write(rest) :]

    def end_output(self) -> None:
        """Closes the process's stdin; it answers all accepted requests and ends."""
        self._writing.close()

    def close(self) -> None:
        """Waits for the process, whose input has ended, and stops it if it takes too long."""
        for force in (self.process.terminate, self.process.kill):
            try:
                self.process.wait(timeout=ENDING_TIME)
                break
            except subprocess.TimeoutExpired:
                force()
        self.process.wait()
        self._writing.close()
        self._reading.close()

    def ending(self) -> str:
        """The exit status, once there is one."""
        try:
            return f" (exit status {self.process.wait(timeout=1)})"
        except subprocess.TimeoutExpired:
            return ""


class SocketStream:
    """A connection to a running server."""

    def __init__(self, address: Address, timeout: Optional[float]) -> None:
        try:
            if isinstance(address, UnixAddress):
                self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
                self.socket.settimeout(timeout)
                self.socket.connect(address.path)
                check_peer(self.socket, address.path)
                where = address.path
            else:
                where = f"{address.host} port {address.port}"
                self.socket = socket.create_connection((address.host, address.port), timeout)
                self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        except ConnectError:
            self.socket.close()
            raise
        except OSError as error:
            name = address.path if isinstance(address, UnixAddress) else where
            reason = error.strerror or error
            raise ConnectError(f"no server answers at {name}: {reason}") from None
        self.socket.settimeout(None)
        self._use = _Use(self.socket)

    def read(self) -> bytes:
        """Reads some bytes; empty once the server has closed the connection."""
        with self._use:
            return self.socket.recv(65536)

    def write(self, data: bytes) -> None:
        """Writes all of the bytes."""
        with self._use:
            self.socket.sendall(data)

    def end_output(self) -> None:
        """Closes only the sending side; responses can still arrive."""
        self.socket.shutdown(socket.SHUT_WR)

    def close(self) -> None:
        """Closes the socket, waking a thread that reads from it."""
        try:
            self.socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass  # The server closed first.
        self._use.close()

    def ending(self) -> str:
        """Empty: a socket does not report why it was closed."""
        return ""


class _Use:
    """The use of a file or socket, which is closed by the last thread that uses it.

    If it were closed earlier, another file could get the descriptor's number, and that thread would
    use the other file.
    """

    def __init__(self, file: Union[IO[bytes], socket.socket]) -> None:
        self._file = file
        # A signal handler may close what the same thread is using.
        self._lock = threading.RLock()
        self.users = 0
        self._is_ended = False

    def __enter__(self) -> None:
        with self._lock:
            if self._is_ended:
                raise ValueError("the stream is closed")
            self.users += 1

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self.users -= 1
            self._close_if_unused()

    def close(self) -> None:
        """Ends the use; threads that use the file go on."""
        with self._lock:
            self._is_ended = True
            self._close_if_unused()

    def _close_if_unused(self) -> None:
        if self._is_ended and not self.users:
            self._file.close()


def _pipe(stream: Optional[IO[bytes]]) -> IO[bytes]:
    # Popen types both as optional; they exist because of PIPE.
    if stream is None:
        raise ConnectError("the server's pipes are missing")
    return stream
