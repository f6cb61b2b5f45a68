"""The explorer in a browser on this machine, through textual-serve."""

from __future__ import annotations

import argparse
import secrets
import shlex
import socket
import sys
from hmac import compare_digest
from typing import Awaitable, Callable

from aiohttp import web
from textual_serve.server import Server

from ..errors import ConnectError
from ..target import Target

_HOST = "127.0.0.1"
_POLICY = (
    "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline';"
    " img-src 'self' data:; font-src 'self' data:; connect-src 'self' ws://127.0.0.1:{}"
)
_Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


def serve(options: argparse.Namespace, target: Target) -> int:
    """Serves until a signal; each opened page has its own explorer."""
    if not 0 <= options.web < 65536:
        raise ValueError(f"--web expects a port, 0 to 65535, found {options.web}")
    listener = socket.socket()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((_HOST, options.web))
        listener.listen()  # Before the address is printed.
    except OSError as error:
        raise ConnectError(f"port {options.web} cannot be used: {error.strerror}") from None
    port = listener.getsockname()[1]
    server = _Served(_command(options, target), port, secrets.token_urlsafe(24))
    server.run(listener)
    return 0


def _command(options: argparse.Namespace, target: Target) -> str:
    words = [sys.executable, "-m", "gitxplorer", "browse", "--pictures", options.pictures]
    if target.address is None:
        words += ["--server", shlex.join(target.command)]
    else:
        words += ["--connect", target.address]
        words += ["--secret-file", target.secret_file] if target.secret_file else []
    # exec replaces the shell that textual-serve starts, so that signals reach the explorer.
    return "exec " + shlex.join([*words, "--", *options.start])


class _Served(Server):
    """A server for clients that know the token, which is the first part of each path."""

    def __init__(self, command: str, port: int, token: str) -> None:
        super().__init__(command, host=_HOST, port=port, title="GitXplorer")
        self._token = token

    @property
    def address(self) -> str:
        """The address to open."""
        return f"{self.public_url}/{self._token}/"

    def run(self, listener: socket.socket) -> None:
        """Serves until SIGINT or SIGTERM."""
        web.run_app(
            self._guarded(), sock=listener, print=None, access_log=None, shutdown_timeout=2
        )

    async def _guarded(self) -> web.Application:
        outer = web.Application(middlewares=[self._check])
        outer.add_subapp(f"/{self._token}/", await self._make_app())
        return outer

    @web.middleware
    async def _check(self, request: web.Request, handler: _Handler) -> web.StreamResponse:
        given = request.path.partition("/")[2].partition("/")[0]
        origin = request.headers.get("Origin")
        local = request.host == f"{_HOST}:{self.port}"
        if not compare_digest(given.encode(), self._token.encode()) or not local:
            raise web.HTTPForbidden(text="The address needs the token that browse printed.\n")
        if origin not in (None, f"http://{request.host}"):
            raise web.HTTPForbidden(text="Other pages may not connect.\n")
        response = await handler(request)
        if not response.prepared:
            response.headers["Referrer-Policy"] = "no-referrer"
            response.headers["Cache-Control"] = "no-store"
            # textual-serve's page requests a font from another host, which could track the user.
            response.headers["Content-Security-Policy"] = _POLICY.format(self.port)
        return response

    async def on_startup(self, app: web.Application) -> None:
        """Prints only the address."""
        print(f"Open {self.address}", flush=True)
        print("Whoever has this address sees what you browse. Ctrl+C ends it.", flush=True)
