"""An engine that signs clients in, and then answers as a test wants."""

from __future__ import annotations

import socket
import threading
from typing import List, Optional, Tuple

HELLO = b"%4\r\n+server\r\n+redis\r\n+version\r\n+7.0.15\r\n+mode\r\n+standalone\r\n+role\r\n+master\r\n"
MESSAGE = b">3\r\n$7\r\nmessage\r\n$8\r\ngx1:done\r\n$2\r\nhi\r\n"


def number(value: int) -> bytes:
    text = str(value).encode()
    return b"$%d\r\n%s\r\n" % (len(text), text)


class ScriptedEngine:
    """Listens on a port of 127.0.0.1.

    ``time`` is what ``TIME`` replies, and the first number is the time in scripts' replies, which
    grant everything, or with ``busy`` nothing. With ``pushes`` nothing is answered after the sign-in: messages arrive.
    """

    def __init__(
        self,
        time: Tuple[int, int] = (1_700_000_000, 1_700_000_000_000_000),
        pushes: bool = False,
        busy: bool = False,
    ) -> None:
        self._time = time
        self._pushes = pushes
        self._word = b"busy" if busy else b"leased"
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._threads: List[threading.Thread] = []
        self._connections: List[socket.socket] = []
        self._start(self._accept)

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self._listener.getsockname()[1]}"

    def __enter__(self) -> "ScriptedEngine":
        return self

    def __exit__(self, *_: object) -> None:
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        for connection in self._connections:
            try:
                connection.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
        for thread in self._threads:
            thread.join()

    def _start(self, work: object, *arguments: object) -> None:
        thread = threading.Thread(target=work, args=arguments)  # type: ignore[arg-type]
        self._threads.append(thread)
        thread.start()

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            self._connections.append(connection)
            self._start(self._serve, connection)

    def _serve(self, connection: socket.socket) -> None:
        try:
            with connection, connection.makefile("rb") as lines:
                while (command := self._read(lines)) is not None:
                    if self._pushes and command[0] not in (b"HELLO", b"EVAL", b"SUBSCRIBE"):
                        self._push(connection)
                    connection.sendall(self._reply(command))
        except OSError:
            return

    @staticmethod
    def _push(connection: socket.socket) -> None:
        """Sends pushes until the client disconnects."""
        while True:
            connection.sendall(MESSAGE)
            threading.Event().wait(0.02)

    @staticmethod
    def _read(lines: object) -> Optional[List[bytes]]:
        line = lines.readline()  # type: ignore[attr-defined]
        if not line:
            return None
        words = []
        for _ in range(int(line[1:])):
            length = int(lines.readline()[1:])  # type: ignore[attr-defined]
            words.append(lines.read(length + 2)[:-2])  # type: ignore[attr-defined]
        return words

    def _reply(self, command: List[bytes]) -> bytes:
        seconds, rest = self._time
        name = command[0]
        if name == b"HELLO":
            return HELLO
        if name == b"SUBSCRIBE":
            return b"".join(
                b">3\r\n$9\r\nsubscribe\r\n$%d\r\n%s\r\n:1\r\n" % (len(channel), channel)
                for channel in command[1:]
            )
        if name == b"TIME":
            return b"*2\r\n" + number(seconds) + number(rest)
        if name == b"HMGET":
            return b"*3\r\n_\r\n_\r\n_\r\n"
        if name == b"EVAL":
            return b"*2\r\n" + number(rest) + b"+%s\r\n" % self._word
        return b":1\r\n"
