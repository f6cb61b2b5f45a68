"""Slow and rude peers cost the server little, and other clients nothing."""

from __future__ import annotations

import os
import resource
import select
import socket
import struct
from pathlib import Path
from typing import Any, Callable, Iterator, List

import pytest

from harness.clock import Clock
from harness.patience import ENDLESS, PATIENT
from harness.processes import Processes, Serving
from harness.sandbox import Sandbox
from harness.waiting import until
from harness.wire import Connection, SocketConnection, framed, request, unframed

SUMMARY = request("user.summary", {"login": "octocat"})
STATS = request("cache.stats")


@pytest.fixture(autouse=True)
def many_descriptors() -> Iterator[None]:
    """Raises this process's limit of descriptors for the tests' connections."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@pytest.fixture
def secret_file(tmp_path: Path) -> Path:
    return tmp_path / "client-secret"


@pytest.fixture
def serve(processes: Processes, tmp_path: Path, secret_file: Path) -> Callable[..., Serving]:
    """Starts a server on stdio, a Unix socket and TCP."""

    def serve(*arguments: str, **options: object) -> Serving:
        listeners = ["--stdio", "--socket", str(tmp_path / "socket"), "--listen", "127.0.0.1:0"]
        secret = ["--client-secret-file", str(secret_file)]
        return processes.serve(*listeners, *secret, *arguments, **options)  # type: ignore[arg-type]

    return serve


def open_connection(server: Serving, kind: str, secret_file: Path) -> Connection:
    """An authenticated connection."""
    if kind == "stdio":
        return server.stdio()
    connection = server.connect(kind)
    if kind == "tcp":
        secret = secret_file.read_text().strip()
        assert connection.result("session.authenticate", {"secret": secret}) == {}
    return connection


@pytest.mark.parametrize("kind", ["stdio", "unix", "tcp"])
def test_the_server_stops_reading_from_a_client_that_never_reads(
    kind: str, serve: Callable[..., Serving], secret_file: Path
) -> None:
    server = serve("--max-in-flight", "16")
    deaf = open_connection(server, kind, secret_file)
    if isinstance(deaf, SocketConnection):
        # The kernel's buffers, which the server cannot control, should be small.
        for option in (socket.SO_SNDBUF, socket.SO_RCVBUF):
            deaf.socket.setsockopt(socket.SOL_SOCKET, option, 1 << 15)
    with server.connect("unix") as other:
        assert "result" in other.call("user.summary", {"login": "octocat"})
        before, read = server.facts.memory, server.facts.read
        # Each request is 4 KiB with its white space, and its response is about 50 KiB.
        questions = [framed(request("rpc.discover", id=n))[:-1].ljust(4095) for n in range(1024)]
        data = b"\n".join(questions) + b"\n"
        sent = server.fill(deaf, data)
        assert "result" in other.call("cache.stats")
        grown = server.facts.memory - before
        assert grown < 32 << 10, f"{grown} KiB for one client"
        # The kernel may have buffered all of it.
        assert server.facts.read - read < 1 << 20, "it is read from"
        # Nothing that was accepted is lost: once the client reads, it gets every response.
        found = {deaf.receive_answer()["id"] for _ in range(sent // 4096)}
        deaf.send_bytes(data[sent : -(-sent // 4096) * 4096])
        found |= {deaf.receive_answer()["id"] for _ in range(-(-sent // 4096) - len(found))}
        assert found == set(range(len(found)))
        assert "result" in deaf.call("cache.stats")


HALVES = {
    "a header": b"Content-Length: 50\r\n",
    "a body": b'Content-Length: 50\r\n\r\n{"jsonrpc"',
    "a line": b'{"jsonrpc":"2.0","id":1',
    "a word": b"PO",
}


def test_an_unfinished_frame_holds_no_thread_and_times_out(
    serve: Callable[..., Serving], secret_file: Path
) -> None:
    server = serve("--idle-frame-timeout", "1")
    keeper = open_connection(server, "unix", secret_file)
    assert "result" in keeper.call("user.summary", {"login": "octocat"})
    threads, descriptors = server.facts.threads, server.facts.descriptors
    halves = [server.connect(kind) for kind in ("unix", "tcp") for _ in range(50)]
    for number, connection in enumerate(halves):
        connection.send_bytes(list(HALVES.values())[number % len(HALVES)])
    assert "result" in keeper.call("cache.stats")
    assert server.facts.threads <= threads + 2
    for connection in halves:
        data = b"".join(iter(lambda: connection.socket.recv(65536), b""))
        [answer] = unframed(data, "headers" if data.startswith(b"C") else "lines")
        assert (answer["id"], answer["error"]["code"]) == (None, -32700)
    # They are closed even if the client does not close its side.
    until(lambda: server.facts.descriptors <= descriptors + 2)
    for connection in halves:
        connection.close()
    assert "result" in keeper.call("cache.stats")


@pytest.mark.parametrize("kind", ["stdio", "unix", "tcp"])
def test_a_frame_that_arrives_byte_by_byte_is_not_idle(
    kind: str, serve: Callable[..., Serving], secret_file: Path, tmp_path: Path
) -> None:
    clock = Clock(tmp_path)
    server = serve("--idle-frame-timeout", "1", environment=clock.environment)
    connection, idle = open_connection(server, kind, secret_file), server.connect("unix")
    clock.stop()
    for each in (connection, idle):
        each.send_bytes(b" " * 10 + b'{"jsonrpc":"2.0","id":')
    while not select.select([idle.reader], [], [], 0.01)[0]:
        connection.send_bytes(b" ")
        server.facts.wait_for_rest()
        clock.pass_time(0.1)
    assert idle.receive_answer()["error"]["code"] == -32700
    connection.send_bytes(b'1,"method":"cache.stats"}\n')
    assert "result" in connection.receive_answer()


@pytest.mark.parametrize("kind", ["unix", "tcp"])
def test_a_client_cut_off_while_sending_reads_the_error_and_gets_no_reset(
    kind: str, serve: Callable[..., Serving]
) -> None:
    connection = serve().connect(kind, "headers")
    connection.send_bytes(b"Content-Length: none\r\n\r\n" + b" " * (1 << 20))
    data = b"".join(iter(lambda: connection.socket.recv(65536), b""))
    [answer] = unframed(data, "headers")
    assert answer["error"]["code"] == -32700


def reset(connection: SocketConnection) -> None:
    """Closes like a peer whose machine has crashed: on TCP, with a reset."""
    linger = struct.pack("ii", 1, 0)
    connection.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
    connection.close()


VANISHING = {
    "before anything": b"",
    "in a header": HALVES["a header"],
    "in a body": HALVES["a body"],
    "in a line": HALVES["a line"],
    "with one request": framed(SUMMARY),
    "with many": b"".join(framed(request("users.random", {"seed": n}, n)) for n in range(30)),
    "with a batch": framed([request("users.random", {"seed": n}, n) for n in range(30)]),
    "with more than may run": b"".join(framed({**SUMMARY, "id": n}) for n in range(600)),
    "with half a line after a request": framed(SUMMARY) + HALVES["a line"],
}


def vanish(
    server: Serving,
    kind: str,
    secret_file: Path,
    sandbox: Sandbox,
    sent: bytes,
    leave: Callable[[SocketConnection], None],
) -> None:
    """Disconnects during requests, and waits until no transfer is running."""
    connection = open_connection(server, kind, secret_file)
    assert isinstance(connection, SocketConnection)
    connection.send_bytes(sent)
    if b"user" in sent:
        until(lambda: sandbox.stats()["inFlight"] > 0)
    leave(connection)
    until(lambda: sandbox.stats()["inFlight"] == 0)


@pytest.mark.parametrize("kind", ["unix", "tcp"])
def test_a_disconnect_frees_requests_transfers_and_descriptors(
    kind: str, processes: Processes, serve: Callable[..., Serving], secret_file: Path
) -> None:
    # The sandbox is a separate process, so that its sockets are not counted.
    sandbox = processes.start_sandbox("--latency", str(ENDLESS))
    server = serve("--api-url", sandbox.url, *PATIENT, sandbox=False)
    with server.connect("unix") as keeper:
        assert "result" in keeper.call("cache.stats")
        # The first transfer creates a pair of sockets that stays open.
        vanish(server, kind, secret_file, sandbox, framed(SUMMARY), reset)
        before = server.facts.sockets
        for sent in VANISHING.values():
            # On TCP, a close looks like a half-close, after which responses are still sent.
            leaves = [reset] if kind == "tcp" else [reset, SocketConnection.close]
            for leave in leaves:
                vanish(server, kind, secret_file, sandbox, sent, leave)
                until(lambda: server.facts.sockets <= before)
        assert "result" in keeper.call("cache.stats")


def test_the_end_of_the_parent_aborts_transfers(processes: Processes) -> None:
    sandbox: Sandbox = processes.start_sandbox("--latency", str(ENDLESS))
    server = processes.popen("serve", "--api-url", sandbox.url, *PATIENT)
    server.stdio().send(SUMMARY)
    until(lambda: sandbox.stats()["inFlight"] > 0)
    assert server.process.stdin is not None and server.process.stdout is not None
    server.process.stdout.close()
    server.process.stdin.close()
    assert server.wait() == 0
    until(lambda: sandbox.stats()["inFlight"] == 0)


def test_requests_that_are_answered_leave_nothing_behind(processes: Processes) -> None:
    serving = processes.serve()
    server = serving.stdio()
    batch: List[Any] = [request("auth.status", id=number) for number in range(100)]

    def ask(times: int) -> None:
        for _ in range(times):
            server.send(batch)
            assert len(server.receive()) == len(batch)

    ask(20)
    memory = serving.facts.memory
    ask(200)
    grown = serving.facts.memory - memory
    assert grown < 8 << 10, f"{grown} KiB for what is answered"


def test_five_thousand_connections_leave_nothing_behind(
    serve: Callable[..., Serving], secret_file: Path
) -> None:
    server = serve()
    with server.connect("unix") as keeper:
        assert "result" in keeper.call("user.summary", {"login": "octocat"})
        for _ in range(200):
            one_short_connection(server)
        descriptors, threads = server.facts.descriptors, server.facts.threads
        memory = server.facts.memory
        for _ in range(4800):
            one_short_connection(server)
        assert "result" in keeper.call("cache.stats")
        until(lambda: server.facts.descriptors <= descriptors)
        assert server.facts.threads <= threads + 2
        grown = server.facts.memory - memory
        assert grown < 16 << 10, f"{grown} KiB for what is gone"


def one_short_connection(server: Serving) -> None:
    with server.connect("unix") as connection:
        connection.send(STATS)
        connection.end_input()
        assert len(connection.rest()) == 1


def test_two_thousand_idle_connections_cost_little(serve: Callable[..., Serving]) -> None:
    server = serve()
    with server.connect("unix") as keeper:
        assert "result" in keeper.call("user.summary", {"login": "octocat"})
        before, threads = server.facts.memory, server.facts.threads
        idle: List[SocketConnection] = [server.connect("unix") for _ in range(2000)]
        for connection in (idle[0], idle[-1]):
            assert "result" in connection.call("cache.stats")
        assert server.facts.threads <= threads + 2
        grown = server.facts.memory - before
        assert grown < 64 << 10, f"{grown} KiB"
        sockets = server.facts.sockets
        for connection in idle:
            connection.close()
        until(lambda: server.facts.sockets <= sockets - 2000)
        assert "result" in keeper.call("cache.stats")


def limit_descriptors(soft: int, hard: int) -> Callable[[], None]:
    return lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_the_soft_descriptor_limit_is_raised_to_the_hard_limit(
    serve: Callable[..., Serving],
) -> None:
    server = serve(preexec_fn=limit_descriptors(200, 1000))
    assert server.facts.descriptor_limit == 1000


def test_connections_are_limited_to_leave_descriptors_and_wait_their_turn(
    serve: Callable[..., Serving],
) -> None:
    server = serve(preexec_fn=limit_descriptors(256, 256))
    crowd = [server.connect("unix") for _ in range(250)]
    for number, connection in enumerate(crowd):
        connection.send(request("user.summary", {"login": "octocat", "maxAge": 0}, number))
    for number, connection in enumerate(crowd[:128]):
        answer = connection.receive_answer()
        assert answer["id"] == number and "result" in answer
    assert server.facts.descriptors < 250 and "cannot accept" not in server.log
    for connection in crowd[:128]:
        connection.close()
    for number, connection in enumerate(crowd[128:], 128):
        answer = connection.receive_answer()
        assert answer["id"] == number and "result" in answer
        connection.close()


def test_a_server_out_of_descriptors_continues_and_later_accepts_waiting_clients(
    serve: Callable[..., Serving],
) -> None:
    server = serve()
    with server.connect("unix") as keeper:
        assert "result" in keeper.call("user.summary", {"login": "octocat"})
        left = server.facts.descriptors + 5
        hard = resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE)[1]
        resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, (left, hard))
        crowd = [server.connect("unix") for _ in range(20)]
        for connection in crowd:
            connection.send(STATS)
        assert "result" in crowd[0].receive_answer()
        until(lambda: server.log.count("cannot accept") >= 3)
        assert "result" in keeper.call("cache.stats")
        resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, (hard, hard))
        for connection in crowd[1:]:
            assert "result" in connection.receive_answer()
            connection.close()
        # Accepting is retried once per second, not in a busy loop.
        tries = [line.split()[0] for line in server.log.splitlines() if "cannot accept" in line]
        assert len(set(tries)) == len(tries)
