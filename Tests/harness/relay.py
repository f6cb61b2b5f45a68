"""A TCP relay that can delay bytes, hold them back, discard them, and cut connections."""

from __future__ import annotations

import heapq
import selectors
import socket
import threading
import time
from typing import Dict, List, Optional, Set, Tuple

from .patience import PATIENT


class Relay:
    """Listens on a port of 127.0.0.1 and passes bytes to ``target`` and back.

    With ``path`` it listens on a Unix socket instead.
    """

    def __init__(self, target: int, path: Optional[str] = None) -> None:
        self.target = target
        #: Seconds by which each chunk is delayed, in each direction.
        self.delay = 0.0
        #: Whether all bytes are read and none are passed on.
        self.swallows = False
        #: Whether what comes from the target is held back for as long as this is true.
        self.holds = False
        self.connections = 0
        self._listener = socket.socket(socket.AF_UNIX if path else socket.AF_INET)
        self._listener.bind(path or ("127.0.0.1", 0))
        self._listener.listen()
        self._listener.setblocking(False)
        self.port: int = 0 if path else self._listener.getsockname()[1]
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._listener, selectors.EVENT_READ)
        self._peers: Dict[socket.socket, socket.socket] = {}
        self._clients: Set[socket.socket] = set()
        self._due: List[Tuple[float, int, socket.socket, bytes]] = []
        self._number = 0
        self._cut = False
        self._ended = False
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}"

    @property
    def upstream(self) -> List[str]:
        """Flags of a server that asks GitHub through this relay."""
        return ["--api-url", f"http://127.0.0.1:{self.port}", *PATIENT]

    def cut(self) -> None:
        """Closes all connections; new ones are accepted."""
        self._cut = True
        while self._cut:
            time.sleep(0.005)

    def close(self) -> None:
        self._ended = True
        self._thread.join()

    def _run(self) -> None:
        while not self._ended:
            for key, _ in self._selector.select(timeout=0.005):
                if key.fileobj is self._listener:
                    self._accept()
                else:
                    assert isinstance(key.fileobj, socket.socket)
                    self._read(key.fileobj)
            self._write()
            if self._cut:
                for one in list(self._peers):
                    self._end(one)
                self._cut = False
        for one in list(self._peers):
            self._end(one)
        self._listener.close()
        self._selector.close()

    def _accept(self) -> None:
        client, _ = self._listener.accept()
        self.connections += 1
        server = socket.socket()
        try:
            server.connect(("127.0.0.1", self.target))
        except OSError:
            server.close()
            client.close()
            return
        self._clients.add(client)
        for one, other in ((client, server), (server, client)):
            if one.family == socket.AF_INET:
                one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self._peers[one] = other
            self._selector.register(one, selectors.EVENT_READ)

    def _read(self, one: socket.socket) -> None:
        if one not in self._peers:
            return
        try:
            data = one.recv(1 << 16)
        except OSError:
            data = b""
        if not data:
            return self._end(one)
        if not self.swallows:
            self._number += 1
            heapq.heappush(
                self._due, (time.monotonic() + self.delay, self._number, self._peers[one], data)
            )

    def _write(self) -> None:
        held = []
        while self._due and self._due[0][0] <= time.monotonic():
            chunk = heapq.heappop(self._due)
            _, _, to, data = chunk
            if self.holds and to in self._clients:
                held.append(chunk)
            elif to in self._peers and not self.swallows:
                try:
                    to.sendall(data)
                except OSError:
                    self._end(to)
        for chunk in held:
            heapq.heappush(self._due, chunk)

    def _end(self, one: Optional[socket.socket]) -> None:
        other = self._peers.pop(one, None) if one else None
        for each in (one, other):
            if each is not None and each.fileno() >= 0:
                self._peers.pop(each, None)
                self._clients.discard(each)
                self._selector.unregister(each)
                each.close()
