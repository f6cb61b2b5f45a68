"""`gitxplorer proxy`, compared with nginx' `proxy_cache` and with no cache, all on the same sandbox."""

from __future__ import annotations

import os
import socket
import time
from statistics import median
from typing import Dict, List, Tuple

from .figures import Figures
from .serving import (
    WebServing, pinned, processor_seconds, program, serve_nginx, wrk,
)  # fmt: skip
from .workplace import Workplace

# Workplace has put Tests on the path.
from harness.http_bytes import Client  # isort: skip
from harness.sandbox import Sandbox  # isort: skip
from harness.web import Front  # isort: skip

PROXY, NGINX = "GitXplorer", "nginx"

#: What is asked again and again. The sandbox refuses requests without a user agent, as GitHub does.
PAGE = "/users/octocat"
AGENT = "User-Agent: bench"

#: Connections of wrk.
BUSY = 16


class ProxyMeasures:
    """The measures of the proxy; each takes one value of every subject, once per round."""

    def __init__(
        self, workplace: Workplace, figures: Figures, cpu: int, other_cpu: int, scale: int
    ) -> None:
        self.workplace = workplace
        self.figures = figures
        self.cpu = cpu
        self.other_cpu = other_cpu
        self.scale = scale
        self.sandbox = workplace.processes.start_sandbox("--rate-limit", "1000000")
        self.missing = [
            f"{name}: it is not installed" for name in (NGINX, "wrk") if not program(name)
        ]
        self.servers: Dict[str, WebServing] = {PROXY: serve_proxy(workplace, self.sandbox, cpu)}
        if not self.missing:
            folder = workplace.files / "nginx-cache"
            self.servers[NGINX] = serve_nginx(
                workplace, folder, cpu,
                f"location / {{ proxy_pass {self.sandbox.url}; proxy_cache github; }}",
                f"proxy_cache_path {folder}/cache keys_zone=github:10m;",
            )  # fmt: skip
        #: Accounts below have been asked for.
        self.asked = 0

    def round(self) -> None:
        for name, server in self.servers.items():
            self._hits_one_at_a_time(name, server)
        if not self.missing:
            for name, server in self.servers.items():
                self._hits_of_many_connections(name, server)
        self._misses()

    def _hits_one_at_a_time(self, name: str, server: WebServing) -> None:
        """Microseconds of a round trip, client and server on one processor."""
        body = self._fill(server)
        head = self.workplace.files / "proxy-head"
        head.write_bytes(server.tcp.head("GET", PAGE, AGENT))
        requests = self.sandbox.requests
        measured = self.workplace.load(
            # Only the head is sent, and no response has an id.
            self.workplace.requests("get.txt", {}), framing="http", head=head, errors=True,
            tcp=server.tcp.port, requests=20_000 // self.scale, warmup=1000, cpu=self.cpu,
            server_pid=server.pid,
        )  # fmt: skip
        assert measured["answerBytes"] == len(body), measured
        self._check_hits(requests)
        self.figures.add(f"{name}, hit", measured["microseconds"]["p50"])
        self.figures.add(f"{name}, hit CPU", measured["serverMicroseconds"])

    def _hits_of_many_connections(self, name: str, server: WebServing) -> None:
        """Requests per second, and per second of the server's processor time."""
        self._fill(server)
        url = f"http://{server.tcp.authority}{PAGE}"
        command = pinned(self.other_cpu, ["wrk", "-t1", f"-c{BUSY}", "-H", AGENT, url])
        wrk([*command, "-d1s"])
        requests = self.sandbox.requests
        before = processor_seconds(server.pid)
        answered, per_second = wrk([*command, f"-d{max(1, 2 // self.scale)}s"])
        used = processor_seconds(server.pid) - before
        self._check_hits(requests)
        self.figures.add(f"{name}, {BUSY} connections", per_second)
        self.figures.add(f"{name}, {BUSY} connections, a processor second", answered / used)

    def _misses(self) -> None:
        """Milliseconds that an account takes that nobody has asked for, directly and by the proxy."""
        authorities = {
            "direct": self.sandbox.url.partition("://")[2],
            PROXY: self.servers[PROXY].tcp.authority,
        }
        times: Dict[str, List[float]] = {name: [] for name in authorities}
        clients = {name: connect(authority) for name, authority in authorities.items()}
        allowed = os.sched_getaffinity(0)
        os.sched_setaffinity(0, {self.cpu})
        for number in range(2 * (500 // self.scale)):
            # In turns, so that the machine's other work affects both.
            name = list(authorities)[number % 2]
            self.asked += 1
            taken, status = timed(clients[name], f"/user/{self.asked}")
            # Some ids are those of accounts that are gone.
            if status == 200:
                times[name].append(taken)
        os.sched_setaffinity(0, allowed)
        for client in clients.values():
            client.close()
        for name in authorities:
            self.figures.add(f"{name}, miss", median(times[name]))
        added = median(times[PROXY]) - median(times["direct"])
        self.figures.add("added by a miss", added)

    def _fill(self, server: WebServing) -> bytes:
        """Has the page stored, and returns it."""
        status, body = server.tcp.ask(server.tcp.get(PAGE, AGENT))
        assert status == 200, body
        return body

    def _check_hits(self, before: int) -> None:
        """The page expires after a minute, so that some requests may have been no hits."""
        asked = self.sandbox.requests - before
        assert asked <= BUSY, f"{asked} of the hits were none"


def serve_proxy(workplace: Workplace, sandbox: Sandbox, cpu: int) -> WebServing:
    path = str(workplace.files / "proxy.sock")
    process = workplace.start(
        *pinned(
            cpu,
            [
                *[workplace.server, "proxy", "--api-url", sandbox.url],
                *["--cache", str(workplace.files / "proxy.sqlite")],
                *["--listen", "127.0.0.1:0", "--socket", path],
            ],
        )
    )
    assert process.stdout is not None
    lines = [process.stdout.readline(), process.stdout.readline()]
    (url,) = [line.split()[-1] for line in lines if "http://" in line]
    return WebServing(process, path, Front(f"http:{url}"), Front(f"http-socket:{path}"))


def connect(authority: str) -> Client:
    host, _, port = authority.partition(":")
    connection = socket.create_connection((host, int(port)))
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return Client(connection, authority)


def timed(client: Client, path: str) -> Tuple[float, int]:
    """Milliseconds of a request, and the status of its response."""
    begin = time.perf_counter()
    status = client.get(path, AGENT).status
    return (time.perf_counter() - begin) * 1000, status
