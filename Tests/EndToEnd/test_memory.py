"""`--max-memory` bounds the memory that clients and upstream can use; others are served."""

from __future__ import annotations

import json
import select
from pathlib import Path
from typing import Any, Dict, Iterator, List

import pytest

from harness.clock import Clock
from harness.patience import PATIENT
from harness.processes import Processes, Serving
from harness.upstream import Answer, Request, Upstream
from harness.wire import framed, request

MIB = 1 << 20
MAXIMUM = 64 * MIB
#: Memory that is not counted: the server itself, allocators, one result being computed.
BASE = 110 * MIB


@pytest.fixture
def clock(tmp_path: Path) -> Clock:
    return Clock(tmp_path)


@pytest.fixture
def server(processes: Processes, clock: Clock) -> Serving:
    """A server for which no time passes unless the test advances the clock."""
    server = serve(processes, "--sandbox", environment=clock.environment)
    clock.stop()
    return server


def serve(
    processes: Processes, *arguments: str, maximum: int = MAXIMUM, **options: Any
) -> Serving:
    return processes.serve(
        *["--socket", str(processes.folder / "socket"), "--max-memory", str(maximum)],
        *["--idle-frame-timeout", "2", *PATIENT, *arguments],
        sandbox=False,
        **options,
    )


def check_peak(server: Serving, maximum: int = MAXIMUM) -> None:
    peak = server.facts.peak << 10
    assert peak < maximum + BASE, f"{peak / MIB:.0f} MiB"


def check_alive(server: Serving) -> None:
    with server.connect("unix") as client:
        assert client.result("users.random", {"count": 3})["users"]


def test_unfinished_messages_of_many_clients_are_bounded(server: Serving) -> None:
    part = b'{"jsonrpc":"2.0","id":1,"method":"' + b"x" * (15 * MIB)
    clients = [server.connect("unix") for _ in range(16)]
    for client in clients:
        server.fill(client, part)
    check_alive(server)
    check_peak(server)
    told = [client for client in clients if select.select([client.reader], [], [], 0)[0]]
    refused = [answer for answer in (client.receive() for client in told) if answer]
    assert refused and all(answer["error"]["code"] in (-32600, -32700) for answer in refused)
    assert any("memory" in answer["error"]["message"] for answer in refused)
    for client in clients:
        client.close()
    # There is room again for a long message of a new client.
    with server.connect("unix") as client:
        client.send(request("cache.stats", {"x" * (8 * MIB): 1}))
        assert client.receive_answer()["error"]["code"] == -32602


def test_an_occasional_byte_keeps_a_short_frame_open_but_not_a_long_one(
    server: Serving, clock: Clock
) -> None:
    message = framed(request("cache.stats"))
    with server.connect("unix") as short, server.connect("unix") as long:
        short.send_bytes(message[:1])
        part = b'"' + b"x" * MIB
        assert server.fill(long, part) == len(part)
        while not select.select([long.reader], [], [], 0.05)[0]:
            for client, byte in ((short, b" "), (long, b"x")):
                client.send_bytes(byte)
            server.facts.wait_for_rest()
            clock.pass_time(0.5)
        assert long.receive_answer()["error"]["code"] == -32700
        short.send_bytes(message[1:])
        assert short.receive_answer()["id"] == 1


def test_unread_results_of_many_clients_are_bounded(processes: Processes) -> None:
    server = serve(processes, "--sandbox", maximum=16 * MIB)
    question = {"count": 100, "seed": 7}
    batch = b"".join(framed(request("users.random", question, id)) for id in range(256))
    clients = [server.connect("unix") for _ in range(10)]
    for client in clients:
        server.fill(client, batch)
    check_alive(server)
    check_peak(server, 16 * MIB)
    # No client is disconnected: each gets all responses when it reads.
    for client in clients[:2]:
        client.end_input()
        assert len(client.rest()) == 256


def repository(number: int) -> Dict[str, Any]:
    return {
        "id": number, "name": "r", "full_name": "o/r", "owner": {"login": "o"}, "fork": False,
        "stargazers_count": 1, "forks_count": 0, "html_url": "https://github.com/o/r",
        "url": "https://api.github.com/repos/o/r", "created_at": "2020-01-01T00:00:00Z",
    }  # fmt: skip


def user(number: int, base: str) -> Dict[str, Any]:
    return {
        "id": number, "login": f"u{number}", "type": "User",
        "avatar_url": f"{base}/avatar/{number}", "html_url": f"https://github.com/u{number}",
        "url": f"https://api.github.com/users/u{number}",
    }  # fmt: skip


class Liar:
    """A GitHub with long pages: 20,000 items each, and pictures of 3 MiB."""

    def __init__(self) -> None:
        self.base = ""
        self.page = json.dumps([repository(number) for number in range(20_000)])
        self.items: List[str] = []

    def answer(self, request: Request) -> Answer:
        fields = {"Content-Type": "application/json"}
        if "/repos" in request.path:
            link = f'<{self.base}/users/o/repos?per_page=100&page=10>; rel="last"'
            return 200, {**fields, "Link": link}, self.page
        if "/avatar/" in request.path:
            return 200, {"Content-Type": "image/gif"}, "GIF89a" + "a" * (3 * MIB) + ";"
        if "/search/" in request.path:
            if not self.items:
                self.items = [json.dumps(user(number, self.base)) for number in range(20_000)]
            items = ",".join(self.items)
            return 200, fields, f'{{"total_count":20000,"items":[{items}]}}'
        if request.path.startswith("/users?"):
            users = [user(number, self.base) for number in range(1, 21)]
            return 200, fields, json.dumps(users)
        return 200, fields, json.dumps({**user(1, self.base), "login": "o", "public_repos": 9})


@pytest.fixture
def liar() -> Iterator[Upstream]:
    github = Liar()
    with Upstream(github.answer) as upstream:
        github.base = upstream.url
        yield upstream


def test_long_pages_are_bounded(processes: Processes, liar: Upstream) -> None:
    server = serve(processes, "--api-url", liar.url)
    with server.connect("unix") as client:
        found = client.result("search.users", {"query": "x", "perPage": 30})
        assert len(found["users"]) == 30
        answer = client.call("user.summary", {"login": "o"})
        assert "result" in answer or answer["error"]["code"] == 1502, answer
    check_alive(server)
    check_peak(server)


def test_large_pictures_are_bounded(processes: Processes, liar: Upstream) -> None:
    server = serve(processes, "--api-url", liar.url)
    with server.connect("unix") as client:
        drawn = client.result("users.random", {"count": 20, "avatars": "inline"})
        pictures = [user["avatar"] for user in drawn["users"] if user["avatar"]]
        assert len(pictures) == 5
        assert sum(len(picture["data"]) for picture in pictures) <= 16 * MIB * 4 / 3 + 400
    check_alive(server)
    check_peak(server)
