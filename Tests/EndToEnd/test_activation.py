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
from harness.http_bytes import Client
from harness.paths import REPOSITORY
from harness.processes import Processes, Serving
from harness.sandbox import Sandbox
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


def units(name: str) -> configparser.ConfigParser:
    """The settings of a socket and of the service that it starts."""
    unit = configparser.ConfigParser(interpolation=None, strict=False)
    unit.optionxform = str  # type: ignore[assignment, method-assign]
    unit.read([UNITS / f"{name}.socket", UNITS / f"{name}.service"])
    return unit


def test_the_example_units_start_a_server_on_demand(
    processes: Processes, tmp_path: Path
) -> None:
    unit = units("gitxplorer")
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


# The proxy.


def ask(listener: socket.socket, sandbox: Sandbox) -> Client:
    """Asks for a user on a connection of its own, whether or not a proxy runs."""
    connection = socket.socket(listener.family)
    connection.connect(listener.getsockname())
    is_tcp = listener.family == socket.AF_INET
    client = Client(connection, f"127.0.0.1:{listener.getsockname()[1] if is_tcp else sandbox.port}")
    client.send(client.request("GET", "/users/octocat", "User-Agent: tests"))
    return client


def activate_proxy(
    processes: Processes, sandbox: Sandbox, sockets: List[socket.socket], *flags: str,
    names: str = "http",
) -> Serving:  # fmt: skip
    return processes.activate(
        sockets, *flags, command=["proxy", "--api-url", sandbox.url],
        environment={"LISTEN_FDNAMES": names},
    )  # fmt: skip


def shown(server: Serving) -> str:
    assert server.process.stdout is not None
    return server.process.stdout.readline().decode()


def test_the_proxys_units_start_it_on_demand(processes: Processes, tmp_path: Path) -> None:
    unit = units("gitxplorer-proxy")
    sandbox = processes.start_sandbox()
    place = unit["Socket"]["ListenStream"].replace("%t", str(tmp_path))
    command = shlex.split(unit["Service"]["ExecStart"])
    assert unit["Unit"]["Requires"] == "gitxplorer-proxy.socket"
    assert Path(command[0]).name == "gitxplorer" and command[1] == "proxy"
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(place)
        os.chmod(place, int(unit["Socket"]["SocketMode"], 8))
        listener.listen()
        with ask(listener, sandbox) as early:
            name = unit["Socket"]["FileDescriptorName"]
            server = activate_proxy(processes, sandbox, [listener], *command[2:], names=name)
            assert early.response().json["login"] == "octocat"
        assert shown(server) == f"listening on unix:{place}\n"
        with ask(listener, sandbox) as later:
            assert (later.response().get("cache-status") or "").startswith("gitxplorer; hit")
    assert server.log == "" and sandbox.requests == 1


def test_a_proxy_refuses_sockets_that_are_not_for_http(
    processes: Processes, unix: socket.socket, tcp: socket.socket
) -> None:
    sandbox = processes.start_sandbox()
    for names in ("gitxplorer-proxy.socket:http", "http:unknown"):
        refused = activate_proxy(processes, sandbox, [unix, tcp], names=names)
        assert refused.wait() == 64
        assert len(refused.log.splitlines()) == 1 and "FileDescriptorName=http" in refused.log


def test_a_proxy_combines_inherited_sockets_with_flags(
    processes: Processes, unix: socket.socket, tcp: socket.socket, tmp_path: Path
) -> None:
    sandbox = processes.start_sandbox()
    flags = ["--socket", str(tmp_path / "own")]
    server = activate_proxy(processes, sandbox, [unix, tcp], *flags, names="http:http")
    lines = {shown(server) for _ in range(3)}
    port = tcp.getsockname()[1]
    places = [f"http://127.0.0.1:{port}", f"unix:{unix.getsockname()}", f"unix:{tmp_path / 'own'}"]
    assert lines == {f"listening on {place}\n" for place in places}
    for listener in (unix, tcp):
        with ask(listener, sandbox) as client:
            assert client.response().status == 200


def test_an_inherited_socket_of_a_proxy_must_be_on_a_loopback_address(processes: Processes) -> None:
    with socket.create_server(("0.0.0.0", 0)) as listener:
        refused = activate_proxy(processes, processes.start_sandbox(), [listener])
        assert refused.wait() == 64
        assert len(refused.log.splitlines()) == 1 and "loopback" in refused.log


def test_pages_may_not_ask_on_an_inherited_tcp_socket(
    processes: Processes, tcp: socket.socket
) -> None:
    sandbox = processes.start_sandbox()
    activate_proxy(processes, sandbox, [tcp])
    host = f"127.0.0.1:{tcp.getsockname()[1]}"
    with Client(socket.create_connection(tcp.getsockname()), host) as client:
        assert client.get("/users/octocat", f"Origin: http://{host}").status == 403
    assert sandbox.requests == 0


def test_a_client_between_two_proxies_is_answered(
    processes: Processes, unix: socket.socket, path: Path
) -> None:
    sandbox = processes.start_sandbox()
    first = activate_proxy(processes, sandbox, [unix])
    with ask(unix, sandbox) as client:
        assert client.response().status == 200
    first.process.terminate()
    assert first.wait() == 0
    assert path.exists()
    with ask(unix, sandbox) as between:
        activate_proxy(processes, sandbox, [unix])
        assert between.response().status == 200
    assert sandbox.requests == 1, "the second proxy has the first one's cache"


def test_a_proxys_socket_that_other_users_may_open_is_served_with_a_warning(
    processes: Processes, unix: socket.socket, path: Path
) -> None:
    path.chmod(0o666)
    sandbox = processes.start_sandbox()
    server = activate_proxy(processes, sandbox, [unix])
    with ask(unix, sandbox) as client:
        assert client.response().status == 200
    until(lambda: "SocketMode=0600" in server.log)
