"""A TCP relay that records HTTP: who asked for what, and with which status it was answered."""

from __future__ import annotations

import re
import socket
import threading
from dataclasses import dataclass, field
from typing import Dict, List, Optional

# Not at the start of a line: the body before it need not end one.
REQUEST = re.compile(rb"([A-Z]{3,7}) (/\S*) HTTP/1\.1\r\n((?:[^\r\n]+\r\n)*)\r\n")
STATUS = re.compile(rb"HTTP/1\.1 (\d{3}) ")


@dataclass
class Exchange:
    """One request. Its fields have names in lower case."""

    method: str
    path: str
    fields: Dict[str, str]
    #: Of the response; 0 without one.
    status: int

    @property
    def origin(self) -> str:
        """Whose page has sent it, by ``Origin`` or ``Referer``."""
        address = self.fields.get("origin") or self.fields.get("referer", "")
        return "/".join(address.split("/")[:3])


@dataclass
class Traffic:
    """What went over one connection, in both directions."""

    sent: bytes = b""
    received: bytes = b""

    def exchanges(self) -> List[Exchange]:
        """The requests, in order."""
        requests = REQUEST.findall(self.sent)
        statuses = [int(status) for status in STATUS.findall(self.received)]
        statuses += [0] * (len(requests) - len(statuses))
        return [
            Exchange(method.decode(), path.decode(), fields_of(head), status)
            for (method, path, head), status in zip(requests, statuses)
        ]


def fields_of(head: bytes) -> Dict[str, str]:
    lines = head.decode().splitlines()
    return {line.partition(":")[0].lower(): line.partition(":")[2].strip() for line in lines}


@dataclass
class Recorder:
    """Listens on a port of 127.0.0.1, and leads to the port ``target``.

    As long as ``page`` is set, it is answered instead: the name that leads here does not yet lead to
    the target.
    """

    target: int
    page: Optional[bytes] = None
    traffic: List[Traffic] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def exchanges(self) -> List[Exchange]:
        return [one for traffic in list(self.traffic) for one in traffic.exchanges()]

    def close(self) -> None:
        # Otherwise accept() goes on.
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        # A browser connects before it has a request.
        first = client.recv(1 << 16)
        if not first or self.page is not None:
            with client:
                client.sendall(self.page or b"")
            return
        server = socket.create_connection(("127.0.0.1", self.target))
        server.sendall(first)
        traffic = Traffic(first)
        self.traffic.append(traffic)
        back = threading.Thread(target=self._pass, args=(server, client, traffic, "received"))
        back.start()
        self._pass(client, server, traffic, "sent")
        back.join()
        client.close()
        server.close()

    def _pass(self, source: socket.socket, to: socket.socket, traffic: Traffic, kind: str) -> None:
        try:
            while data := source.recv(1 << 16):
                setattr(traffic, kind, getattr(traffic, kind) + data)
                to.sendall(data)
            to.shutdown(socket.SHUT_WR)
        except OSError:
            # One side is gone, so the other has nobody to talk to.
            for one in (source, to):
                try:
                    one.shutdown(socket.SHUT_RDWR)
                except OSError:
                    pass
