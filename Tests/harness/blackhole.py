"""A port where nobody answers: connections to it are neither accepted nor refused."""

from __future__ import annotations

import socket
from typing import List


class Blackhole:
    """Replaces a server that listened on ``port`` of 127.0.0.1."""

    def __init__(self, port: int) -> None:
        self._listener = socket.socket()
        self._listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self._listener.bind(("127.0.0.1", port))
        self._listener.listen(0)
        # Linux drops connection attempts while the accept queue is full.
        self._waiting: List[socket.socket] = []
        for _ in range(4):
            client = socket.socket()
            client.setblocking(False)
            client.connect_ex(("127.0.0.1", port))
            self._waiting.append(client)

    def close(self) -> None:
        for one in [*self._waiting, self._listener]:
            one.close()
