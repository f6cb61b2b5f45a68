"""Inherited sockets: systemd's protocol, and the example units."""

from __future__ import annotations

import configparser
import os
import select
import shlex
import socket
from pathlib import Path
from typing import Any, Iterator, List

import pytest

from harness.files import Arrival
from harness.paths import REPOSITORY
from harness.processes import Processes, Serving
from harness.waiting import until
from harness.wire import SocketConnection, request

SUMMARY = request("user.summary", {"login": "octocat"})
UNITS = REPOSITORY / "Support" / "systemd"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "gitxplorer.sock"


@pytest.fixture
def unix(path: Path) -> Iterator[socket.socket]:
    """A listening Unix socket that no server accepts from yet."""
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(path))
        path.chmod(0o600)
        listener.listen()
        yield listener


@pytest.fixture
def tcp() -> Iterator[socket.socket]:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield listener


def activate(processes: Processes, sockets: List[socket.socket], *arguments: str) -> Serving:
    """Starts a server, and returns it with its addresses."""
    ready = processes.folder / f"ready-{os.urandom(4).hex()}"
    arrival = Arrival(ready)
    server = processes.activate(sockets, "--ready-file", str(ready), *arguments)
    for line in arrival.wait().splitlines():
        server.addresses[line.partition(":")[0]] = line
    return server


def enter(connection: SocketConnection, secret_file: Path) -> None:
    secret = secret_file.read_text().strip()
    assert connection.result("session.authenticate", {"secret": secret}) == {}


def test_the_example_units_start_a_server_on_demand(
    processes: Processes, tmp_path: Path
) -> None:
    unit = configparser.ConfigParser(interpolation=None, strict=False)
    unit.optionxform = str  # type: ignore[assignment, method-assign]
    unit.read([UNITS / "gitxplorer.socket", UNITS / "gitxplorer.service"])
    place = unit["Socket"]["ListenStream"].replace("%t", str(tmp_path))
    command = shlex.split(unit["Service"]["ExecStart"])
    assert unit["Unit"]["Requires"] == "gitxplorer.socket"
    assert Path(command[0]).name == "gitxplorer" and command[1] == "serve"
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(place)
        os.chmod(place, int(unit["Socket"]["SocketMode"], 8))
        listener.listen()
        with SocketConnection(f"unix:{place}") as early:
            early.send(SUMMARY)
            server = processes.activate([listener], *command[2:])
            assert early.receive_answer()["result"]["user"]["login"] == "octocat"
    assert server.log == ""


def test_the_ready_file_lists_the_inherited_sockets(
    processes: Processes, unix: socket.socket, tcp: socket.socket, path: Path
) -> None:
    server = activate(processes, [unix, tcp])
    port = tcp.getsockname()[1]
    assert list(server.addresses) == ["unix", "tcp", "sandbox"]
    assert server.addresses["unix"] == f"unix:{path}"
    assert server.addresses["tcp"] == f"tcp:127.0.0.1:{port}"


def test_inherited_sockets_combine_with_flags(
    processes: Processes, unix: socket.socket, tmp_path: Path
) -> None:
    activate(processes, [unix], "--socket", str(tmp_path / "own"))
    for place in (str(tmp_path / "own"), unix.getsockname()):
        with SocketConnection(f"unix:{place}") as connection:
            assert "result" in connection.call("cache.stats")


def test_an_inherited_tcp_socket_requires_the_secret(
    processes: Processes, tcp: socket.socket, tmp_path: Path
) -> None:
    secret_file = tmp_path / "secret"
    server = activate(processes, [tcp], "--client-secret-file", str(secret_file))
    with server.connect("tcp") as connection:
        assert connection.error("cache.stats")["code"] == 1401
        assert connection.receive() is None
    with server.connect("tcp") as connection:
        enter(connection, secret_file)
        assert "result" in connection.call("cache.stats")


def test_an_inherited_socket_on_all_interfaces_requires_allow_remote(processes: Processes) -> None:
    with socket.create_server(("0.0.0.0", 0)) as listener:
        refused = processes.activate([listener])
        assert refused.wait() == 64
        assert len(refused.log.splitlines()) == 1 and "--allow-remote" in refused.log
        server = activate(processes, [listener], "--allow-remote")
        assert server.addresses["tcp"].startswith("tcp:0.0.0.0:")
        until(lambda: "unencrypted" in server.log)
        assert len(server.log.splitlines()) == 1


def test_the_socket_file_stays_and_a_client_between_two_servers_is_answered(
    processes: Processes, unix: socket.socket, path: Path
) -> None:
    first = activate(processes, [unix])
    with first.connect("unix") as connection:
        assert "result" in connection.call("cache.stats")
    first.process.terminate()
    assert first.wait() == 0
    assert path.exists()
    with SocketConnection(f"unix:{path}") as between:
        between.send(SUMMARY)
        activate(processes, [unix])
        assert "result" in between.receive_answer()


def test_no_client_is_lost_while_idle_servers_end_and_new_ones_start(
    processes: Processes, unix: socket.socket, path: Path
) -> None:
    servers: List[Serving] = []
    answered = 0
    while len(servers) < 5 and answered < 2000:
        with SocketConnection(f"unix:{path}") as connection:
            connection.send(request("cache.stats", id=answered))
            # Like systemd, starts a server when a client waits and none is running.
            while not servers or (answer := receive_or_end(connection, servers[-1])) is None:
                servers.append(processes.activate([unix], "--idle-exit", "0.001"))
            assert answer["id"] == answered and "result" in answer
        answered += 1
    assert all(server.wait() == 0 for server in servers[:-1])


def receive_or_end(connection: SocketConnection, server: Serving) -> Any:
    """The next response, or None if the server ends without accepting the connection."""
    watch = os.pidfd_open(server.process.pid)
    try:
        readable, _, _ = select.select([connection.reader, watch], [], [])
    finally:
        os.close(watch)
    if connection.reader not in readable:
        return None
    answer = connection.receive()
    assert answer is not None, "a connection was let in, and closed without a response"
    return answer


def test_a_socket_that_other_users_may_open_is_served_with_a_warning(
    processes: Processes, unix: socket.socket, path: Path
) -> None:
    path.chmod(0o666)
    server = activate(processes, [unix])
    with server.connect("unix") as connection:
        assert "result" in connection.call("cache.stats")
    until(lambda: "SocketMode=0600" in server.log)


def test_a_descriptor_that_does_not_listen_is_named_in_an_error(processes: Processes) -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs, socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as datagrams:
        for given in (theirs, datagrams):
            server = processes.activate([given])
            assert server.wait() == 1
            assert "descriptor 3" in server.log and len(server.log.splitlines()) == 1


def test_sockets_for_another_process_are_left_alone(
    processes: Processes, unix: socket.socket, path: Path
) -> None:
    server = processes.activate([unix], environment={"LISTEN_PID": "1"})
    assert server.wait() == 0, "it serves its empty stdin"
    with SocketConnection(f"unix:{path}"):
        assert unix.accept()
