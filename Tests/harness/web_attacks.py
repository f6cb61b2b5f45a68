"""Attacks on a server's HTTP and WebSocket, for Scripts/attack.

Each returns how many inputs it has sent, and fails by an assertion if the server took what it must
refuse. All reads and writes have a time limit.
"""

from __future__ import annotations

import select
import socket
import struct
import time
from contextlib import contextmanager, suppress
from typing import Callable, Dict, Iterator, List, NamedTuple

from .web import BINARY, CLOSE, CONTINUATION, PING, TEXT, Front, WebSocket, frame, read_response
from .wire import request

MEBIBYTE = 1 << 20
#: Of one call to the system, in seconds: what takes longer is a failure.
LIMIT = 60
#: Flags of the attacked server: small enough that the attacks exceed them.
FLAGS = ["--max-memory", str(64 * MEBIBYTE), "--idle-frame-timeout", "5"]


class WebAttack(NamedTuple):
    run: Callable[[Front], int]
    #: The most memory that the server may have had, in MiB.
    most: int


WEB_ATTACKS: Dict[str, WebAttack] = {}


def web_attack(name: str, most: int = 160) -> Callable[[Callable[[Front], int]], object]:
    def register(function: Callable[[Front], int]) -> object:
        WEB_ATTACKS[name] = WebAttack(function, most)
        return function

    return register


def is_served(front: Front) -> bool:
    """Whether a new client gets answers, over HTTP and over a WebSocket."""
    message = request("user.summary", {"login": "octocat"})
    status, body = front.ask(front.post(message))
    if status != 200 or b'"result"' not in body:
        return False
    with front.websocket() as client:
        client.socket.settimeout(LIMIT)
        return "result" in client.call("user.summary", {"login": "octocat"})


@contextmanager
def crowd(front: Front, count: int) -> Iterator[List[socket.socket]]:
    """So many connections, all open at once."""
    made: List[socket.socket] = []
    try:
        for _ in range(count):
            made.append(front.connect())
            made[-1].settimeout(LIMIT)
        yield made
    finally:
        for one in made:
            one.close()


def pour(connection: socket.socket, data: bytes, most: int) -> int:
    """Sends the data repeatedly, until `most` bytes are sent or the server takes no more."""
    sent = 0
    connection.settimeout(0.5)
    try:
        while sent < most:
            sent += connection.send(data[sent % len(data) :])
    except OSError:
        pass
    connection.settimeout(LIMIT)
    return sent


def wait_for_ends(connections: List[socket.socket], seconds: float) -> int:
    """Reads until the connections end, for at most so long; returns how many have not ended."""
    deadline = time.monotonic() + seconds
    poll = select.poll()
    open_ones = {one.fileno(): one for one in connections}
    for one in open_ones:
        poll.register(one, select.POLLIN)
    while open_ones and time.monotonic() < deadline:
        for number, _ in poll.poll(200):
            try:
                data = open_ones[number].recv(MEBIBYTE)
            except OSError:
                data = b""
            if not data:
                poll.unregister(number)
                del open_ones[number]
    return len(open_ones)


def trickle(connections: List[socket.socket], data: bytes, seconds: float) -> None:
    """Sends each connection one byte every half second, until the server has closed them all."""
    deadline = time.monotonic() + seconds
    sent = 0
    open_ones = list(connections)
    while open_ones:
        assert time.monotonic() < deadline, f"{len(open_ones)} connections are still open"
        for one in list(open_ones):
            try:
                one.sendall(data[sent % len(data) :][:1])
                if select.select([one], [], [], 0)[0] and not one.recv(65536):
                    raise ConnectionError
            except OSError:
                open_ones.remove(one)
        sent += 1
        time.sleep(0.5)


@web_attack("500 requests whose header comes byte by byte")
def slow_headers(front: Front) -> int:
    with crowd(front, 500) as connections:
        for one in connections:
            one.sendall(b"POST /rpc HTTP/1.1\r\nHost: " + front.authority.encode())
        trickle(connections, b"\r\nX: " + b"y" * 1000, 40)
    return 500


@web_attack("500 bodies that pause after their first bytes")
def paused_bodies(front: Front) -> int:
    head = front.head("POST", "/rpc", "Content-Type: application/json", "Content-Length: 100000")
    with crowd(front, 500) as connections:
        for one in connections:
            one.sendall(head + b"\r\n[")
        assert is_served(front)
        assert wait_for_ends(connections, 60) == 0, "a body may pause for ever"
    return 500


@web_attack("500 bodies of 128 KiB each that do not end")
def half_bodies(front: Front) -> int:
    head = front.head("POST", "/rpc", "Content-Type: application/json", "Content-Length: 16777216")
    with crowd(front, 500) as connections:
        for one in connections:
            one.sendall(head + b"\r\n[")
            pour(one, b"1" * (MEBIBYTE // 8), MEBIBYTE // 8)
        assert is_served(front)
    return 500


@web_attack("5,000 connections that send nothing", most=300)
def silent(front: Front) -> int:
    with crowd(front, 5000):
        assert is_served(front)
    return 5000


@web_attack("5,000 connections kept after a request with the secret", most=300)
def kept(front: Front) -> int:
    connections: List[socket.socket] = []
    for _ in range(5000):
        # One after the other: few connections may wait without having shown the secret.
        connections.append(front.connect())
        connections[-1].sendall(front.get("/healthz"))
        assert read_response(connections[-1])[0] == 200
    assert is_served(front)
    for one in connections:
        one.close()
    return 5000


@web_attack("5,000 WebSockets", most=300)
def many_websockets(front: Front) -> int:
    clients = [front.websocket() for _ in range(5000)]
    assert is_served(front)
    for client in clients:
        client.close()
    return 5000


@web_attack("5,000 requests whose clients reset their connection at once")
def resets(front: Front) -> int:
    for number in range(5000):
        with front.connect() as one:
            one.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            one.sendall(front.post(request("users.random", {"seed": number})))
    return 5000


@web_attack("100 clients that pipeline requests and never read")
def deaf(front: Front) -> int:
    data = front.post(request("rpc.discover")) * 1000 + front.get("/openrpc.json") * 1000
    with crowd(front, 100) as connections:
        for one in connections:
            pour(one, data, len(data))
        assert is_served(front)
    return 100


@web_attack("100 WebSockets that ask and never read", most=200)
def deaf_websockets(front: Front) -> int:
    data = b"".join(frame(b'{"jsonrpc":"2.0","id":%d,"method":"rpc.discover"}' % n) for n in range(5000))
    clients = [front.websocket() for _ in range(100)]
    for client in clients:
        pour(client.socket, data, len(data))
    assert is_served(front)
    for client in clients:
        client.close()
    return 100


@web_attack("50 WebSockets that send 400,000 pings each and never read")
def pings(front: Front) -> int:
    data = frame(b"p" * 125, PING) * 1000
    clients = [front.websocket() for _ in range(50)]
    for client in clients:
        pour(client.socket, data, 400 * len(data))
    assert is_served(front)
    for client in clients:
        client.close()
    return 50


@web_attack("messages in fragments without end: empty, of a byte, of 64 KiB")
def endless_fragments(front: Front) -> int:
    for size, count in ((0, 500_000), (1, 500_000), (1 << 16, 1024)):
        with front.websocket() as client:
            client.socket.sendall(frame(b"[", TEXT, first=0))
            # A whole number of fragments each time, of which the server may refuse the later ones.
            some = frame(b"1" * size, CONTINUATION, first=0) * (count // 500 if size < 2 else 1)
            pour(client.socket, some, len(some) * (500 if size < 2 else count))
            assert is_served(front)
    return 3


@web_attack("lengths of gigabytes and beyond, in heads, chunks and frames")
def long_lengths(front: Front) -> int:
    head = front.head("POST", "/rpc", "Content-Type: application/json")
    chunked = head + b"Transfer-Encoding: chunked\r\n\r\n"
    requests = [
        *[head + b"Content-Length: %s\r\n\r\n[" % n for n in (b"17000000000", b"9" * 19, b"9" * 40)],
        *[chunked + b"%s\r\n[" % n for n in (b"400000000", b"7fffffffffffffff", b"f" * 17, b"f" * 4000)],
    ]  # fmt: skip
    for data in requests:
        # A long chunk is refused when its bytes come, and this one pauses.
        assert front.ask(data)[0] in (400, 413, 0 if chunked in data else 413), data
    for opcode in (TEXT, BINARY):
        for length in (1 << 30, 1 << 40, (1 << 63) - 1, 1 << 63, (1 << 64) - 1):
            with front.websocket() as client:
                client.socket.settimeout(LIMIT)
                client.socket.sendall(frame(b"[", opcode, length=length))
                assert client.receive_frame()[0] == CLOSE, length
    return len(requests) + 10


@web_attack("heads, chunk extensions and trailers without end")
def endless_heads(front: Front) -> int:
    head = front.head("POST", "/rpc", "Content-Type: application/json", "Transfer-Encoding: chunked")
    starts = [
        (b"", b"A" * 65536), (b"GET /", b"a" * 65536), (b"GET / HTTP/1.1\r\nX: ", b"y" * 65536),
        (b"GET / HTTP/1.1\r\n", b"X: y\r\n" * 10_000), (b"", b"\r\n" * 32768),
        (head + b"\r\n1;", b"x" * 65536), (head + b"\r\n1\r\n[\r\n0\r\n", b"X: y\r\n" * 10_000),
        (head + b"\r\n", b"1\r\n \r\n" * 10_000),
    ]  # fmt: skip
    for start, more in starts:
        with front.connect() as one:
            one.sendall(start)
            # Chunks of a byte are a body like others until they pause; a debug build takes 40 µs for each.
            pour(one, more, MEBIBYTE if more.startswith(b"1") else 64 * MEBIBYTE)
            one.settimeout(LIMIT)
            assert wait_for_ends([one], LIMIT) == 0, start[:40]
    return len(starts)


@web_attack("5,000 requests pipelined on each of 5 connections")
def pipelined(front: Front) -> int:
    count = 5000
    data = front.post(request("user.summary", {"login": "octocat"}))
    with crowd(front, 5) as connections:
        left = {one: len(data) * count for one in connections}
        answered = {one: 0 for one in connections}
        last = {one: b"" for one in connections}
        deadline = time.monotonic() + 5 * LIMIT
        while any(found < count for found in answered.values()):
            assert time.monotonic() < deadline, list(answered.values())
            writers = [one for one in connections if left[one]]
            readable, writable, _ = select.select(connections, writers, [], 1)
            for one in writable:
                start = -left[one] % len(data)
                left[one] -= one.send((data[start:] + data * 50)[: left[one]])
            for one in readable:
                got = last[one] + one.recv(MEBIBYTE)
                assert got != last[one], "the connection ended"
                answered[one] += got.count(b'"result"')
                # What a later part may complete, and what is not counted twice.
                last[one] = got[got.rfind(b'"result"') + 8 :][-7:] if b'"result"' in got else got[-7:]
    return 5 * count


@web_attack("200 wrong secrets on as many connections")
def wrong_secrets(front: Front) -> int:
    wrong = Front(f"http:http://{front.authority}", "0" * 64)
    with crowd(wrong, 200) as connections:
        for one in connections:
            # The oldest are closed for the sake of the others.
            with suppress(OSError):
                one.sendall(wrong.post(request("cache.stats")))
        for one in connections:
            with suppress(OSError):
                assert read_response(one)[0] in (0, 401)
    assert is_served(front)
    return 200
