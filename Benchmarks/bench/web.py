"""HTTP and WebSocket, compared with a Unix socket and with nginx, which sends a file."""

from __future__ import annotations

import json
import resource
from pathlib import Path
from typing import Any, Dict, List, Optional

from .figures import Figures
from .serving import (
    Serving, WebServing, pinned, processor_seconds, program, resident_bytes, serve_nginx,
    serve_web, wrk,
)  # fmt: skip
from .workplace import Workplace

# Workplace has put Tests on the path.
from harness.web import Front, WebSocket  # isort: skip

#: The idle WebSockets whose memory is measured.
IDLE = 2000

#: What is asked one at a time, in the order of the report.
ROUND_TRIPS = [
    "Unix socket", "WebSocket, Unix socket", "POST, Unix socket", "nginx, Unix socket",
    "WebSocket, TCP", "POST, TCP", "nginx, TCP",
]  # fmt: skip

NGINX = "nginx"

#: What wrk asks.
BUSY = ["POST", NGINX]

WRK = """\
wrk.method = "POST"
wrk.body = {body}
wrk.headers["Content-Type"] = "application/json"
wrk.headers["Authorization"] = "Bearer {secret}"
"""


class WebMeasures:
    """The measures of the web; each takes one value of every subject, once per round."""

    def __init__(
        self,
        workplace: Workplace,
        served: List[str],
        requests: str,
        figures: Figures,
        cpu: int,
        other_cpu: int,
        scale: int,
    ) -> None:
        self.workplace = workplace
        self.served = served
        self.requests = requests
        self.figures = figures
        self.cpu = cpu
        self.other_cpu = other_cpu
        self.scale = scale
        self.missing = [
            f"{name}: it is not installed" for name in (NGINX, "wrk") if not program(name)
        ]
        line = Path(requests).read_text().splitlines()[0]
        self.message = json.loads(line.replace("@", "1"))
        self.server = serve_web(workplace, served, cpu)
        self.nginx: Optional[WebServing] = None
        if not self.missing:
            status, body = self.server.unix.ask(self.server.unix.post(self.message))
            assert status == 200, body
            folder = workplace.files / "nginx"
            self.nginx = serve_nginx(workplace, folder, cpu, f"root {folder};")
            (folder / "result.json").write_bytes(body)

    def round(self) -> None:
        self.one_at_a_time()
        self.many_connections()

    def one_at_a_time(self) -> None:
        """Microseconds of a round trip, client and server on one processor."""
        self._round_trips("Unix socket", self.server, framing="lines", unix=self.server.path)
        for place in ("Unix socket", "TCP"):
            front = self.server.unix if place == "Unix socket" else self.server.tcp
            upgrade = front.head("GET", "/rpc", *WebSocket.HANDSHAKE)
            post = front.head("POST", "/rpc", "Content-Type: application/json")
            self._ask(f"WebSocket, {place}", self.server, front, "websocket", upgrade)
            self._ask(f"POST, {place}", self.server, front, "http", post)
            if self.nginx:
                front = self.nginx.unix if place == "Unix socket" else self.nginx.tcp
                get = front.head("GET", "/result.json")
                self._ask(f"nginx, {place}", self.nginx, front, "http", get)

    def many_connections(self) -> None:
        """Requests of 64 connections per second, and per second of the server's processor time."""
        if self.nginx:
            post = WRK.format(
                body=json.dumps(json.dumps(self.message)), secret=self.server.tcp.secret
            )
            self._wrk(BUSY[0], self.server, "/rpc", post)
            self._wrk(NGINX, self.nginx, "/result.json", "")

    def memory_of_idle(self) -> None:
        """Bytes that each of many idle WebSockets has resident, after a request."""
        serving = serve_web(self.workplace, self.served, self.cpu)
        self._idle(serving, 100)
        self.figures.add("bytes of an idle WebSocket", self._idle(serving, IDLE))
        self.workplace.stop(serving.process)

    def _idle(self, serving: WebServing, count: int) -> float:
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        before = resident_bytes(serving.pid)
        clients = [serving.tcp.websocket() for _ in range(count)]
        for client in clients:
            client.send(self.message)
        for client in clients:
            assert "result" in client.receive()
        grown = resident_bytes(serving.pid) - before
        for client in clients:
            client.close()
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        return grown / count

    def _ask(self, name: str, serving: Serving, front: Front, framing: str, head: bytes) -> None:
        path = self.workplace.files / "head"
        path.write_bytes(head)
        place = {"unix": front.place} if front.is_unix else {"tcp": front.port}
        self._round_trips(name, serving, framing=framing, head=path, **place)

    def _round_trips(self, name: str, serving: Serving, **options: Any) -> None:
        measured = self.workplace.load(
            self.requests, requests=40_000 // self.scale, warmup=1000, cpu=self.cpu,
            server_pid=serving.pid, **options,
        )  # fmt: skip
        self.figures.add(f"{name}, web", measured["microseconds"]["p50"])
        self.figures.add(f"{name}, web CPU", measured["serverMicroseconds"])

    def _wrk(self, name: str, serving: WebServing, path: str, script: str) -> None:
        url = f"http://{serving.tcp.authority}{path}"
        seconds = max(1, 5 // self.scale)
        command = ["wrk", "-t1", "-c64", "-s", self.workplace.write("wrk.lua", script), url]
        command = pinned(self.other_cpu, command)
        wrk([*command, "-d1s"])
        before = processor_seconds(serving.pid)
        answered, per_second = wrk([*command, f"-d{seconds}s"])
        used = processor_seconds(serving.pid) - before
        self.figures.add(f"{name}, 64 connections", per_second)
        self.figures.add(f"{name}, 64 connections, a processor second", answered / used)
