"""Starts ``gitxplorer proxy`` and sends requests through it, over TCP and over its Unix socket."""

from __future__ import annotations

import itertools
import socket
from typing import Dict, Optional, Union

from .http_bytes import Client, Message
from .processes import Processes, Serving
from .sandbox import Sandbox


class Asker:
    """Something that is asked as GitHub's API is."""

    def connect(self) -> Client:
        raise NotImplementedError

    def send(
        self, target: str, *fields: str, token: Optional[str] = None, method: str = "GET",
        body: bytes = b"",
    ) -> Client:  # fmt: skip
        """Sends a request on a connection of its own, whose ``response`` is to be read."""
        client = self.connect()
        own = ["User-Agent: tests"] + ([f"Authorization: token {token}"] if token else [])
        client.send(client.request(method, target, *own, *fields, body=body))
        return client

    def ask(
        self, target: str, *fields: str, token: Optional[str] = None, method: str = "GET",
        body: bytes = b"",
    ) -> Message:  # fmt: skip
        """The whole response to one request."""
        with self.send(target, *fields, token=token, method=method, body=body) as client:
            return client.response(method)


class Direct(Asker):
    """A server at a base URL, asked without the proxy."""

    def __init__(self, url: str) -> None:
        self.authority, _, _ = url.partition("://")[2].partition("/")

    def connect(self) -> Client:
        host, _, port = self.authority.partition(":")
        return Client(socket.create_connection((host, int(port))), self.authority)


class Proxy(Asker):
    """A running proxy with both listeners. ``ask`` uses TCP, ``unix.ask`` the Unix socket."""

    def __init__(self, serving: Serving, upstream: str, url: str, path: str) -> None:
        self.serving = serving
        #: Its ``--api-url``.
        self.upstream = upstream
        #: The address of its TCP listener, without a slash at the end.
        self.url = url
        #: The path of its Unix socket.
        self.socket = path
        self.unix = OverUnixSocket(self)

    @property
    def port(self) -> int:
        return int(self.url.rpartition(":")[2])

    @property
    def sandbox(self) -> Sandbox:
        """What it asks, if that is a sandbox without a path prefix."""
        return Sandbox(self.upstream)

    @property
    def log(self) -> str:
        return self.serving.log

    def connect(self) -> Client:
        connection = socket.create_connection(("127.0.0.1", self.port))
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return Client(connection, f"127.0.0.1:{self.port}")

    def end(self) -> int:
        """Asks it to end, as a service manager does, and returns its exit status."""
        self.serving.process.terminate()
        return self.serving.wait()


class OverUnixSocket(Asker):
    """A proxy's Unix socket, where ``Host`` is the API's."""

    def __init__(self, proxy: Proxy) -> None:
        self.proxy = proxy

    def connect(self) -> Client:
        connection = socket.socket(socket.AF_UNIX)
        connection.connect(self.proxy.socket)
        return Client(connection, Direct(self.proxy.upstream).authority)


_numbers = itertools.count()


def start_proxy(
    processes: Processes,
    upstream: Union[Sandbox, str],
    *flags: str,
    cache: str = ":memory:",
    environment: Optional[Dict[str, str]] = None,
) -> Proxy:
    """Starts a proxy for the sandbox or the base URL, and returns when both listeners accept.

    It ends with ``processes``, or with ``end``.
    """
    address = upstream if isinstance(upstream, str) else upstream.url
    # The path of a Unix socket has at most 107 bytes.
    path = processes.folder / f"p{next(_numbers)}"
    serving = processes.popen(
        *["proxy", "--api-url", address, "--cache", cache],
        *["--listen", "127.0.0.1:0", "--socket", str(path), *flags],
        environment=environment,
    )
    stdout = serving.process.stdout
    assert stdout is not None
    lines = [stdout.readline().decode(), stdout.readline().decode()]
    found = dict(line.strip().removeprefix("listening on ").split(":", 1) for line in lines if line)
    assert found.keys() == {"http", "unix"} and found["unix"] == str(path), (lines, serving.log)
    return Proxy(serving, address, f"http:{found['http']}", str(path))
