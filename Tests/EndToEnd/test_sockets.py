"""Unix sockets and TCP: who may connect, and how connections end."""

from __future__ import annotations

import os
import select
import socket
import stat
import subprocess
from pathlib import Path
from typing import Any, List

import pytest

from harness.clock import Clock
from harness.processes import Processes, Serving
from harness.waiting import until
from harness.wire import Connection, framed, request, unframed

SUMMARY = request("user.summary", {"login": "octocat"})


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "gitxplorer.sock"


@pytest.fixture
def unix(processes: Processes, path: Path) -> Serving:
    return processes.serve("--socket", str(path))


@pytest.fixture
def secret_file(tmp_path: Path) -> Path:
    return tmp_path / "client-secret"


@pytest.fixture
def tcp(processes: Processes, secret_file: Path) -> Serving:
    return processes.serve("--listen", "127.0.0.1:0", "--client-secret-file", str(secret_file))


def enter(connection: Connection, secret_file: Path) -> None:
    secret = secret_file.read_text().strip()
    assert connection.result("session.authenticate", {"secret": secret}) == {}


@pytest.mark.parametrize("framing", ["lines", "headers"])
def test_a_half_closed_socket_gets_all_its_responses(framing: str, unix: Serving) -> None:
    with unix.connect("unix", framing) as connection:
        requests = [request("users.random", {"count": 2, "seed": n}, n) for n in range(20)]
        connection.send(*requests)
        connection.end_input()
        assert sorted(answer["id"] for answer in connection.rest()) == list(range(20))


def test_each_connection_has_its_own_framing(unix: Serving) -> None:
    with unix.connect("unix", "lines") as one, unix.connect("unix", "headers") as other:
        for connection in (other, one, other):
            assert "result" in connection.call("cache.stats")


def test_the_socket_is_private_and_removed_with_the_server(
    unix: Serving, path: Path
) -> None:
    mode = path.stat().st_mode
    assert stat.S_ISSOCK(mode) and stat.S_IMODE(mode) == 0o600
    unix.process.terminate()
    assert unix.wait() == 0
    assert not path.exists()


def test_a_stale_socket_file_is_replaced(processes: Processes, path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as dead:
        dead.bind(str(path))
    with processes.serve("--socket", str(path)).connect("unix") as connection:
        assert "result" in connection.call("cache.stats")


def test_a_socket_left_by_a_killed_server_is_replaced(processes: Processes, path: Path) -> None:
    first = processes.serve("--socket", str(path))
    first.process.kill()
    first.wait()
    assert path.exists()
    with processes.serve("--socket", str(path)).connect("unix") as connection:
        assert "result" in connection.call("cache.stats")


def test_a_socket_in_use_gives_an_error_and_stays(
    processes: Processes, unix: Serving, path: Path
) -> None:
    done = processes.run("serve", "--sandbox", "--socket", str(path))
    assert done.returncode not in (0, 64)
    assert len(done.stderr.splitlines()) == 1 and str(path).encode() in done.stderr
    with unix.connect("unix") as connection:
        assert "result" in connection.call("cache.stats")


def test_a_file_that_is_not_a_socket_is_left_alone(processes: Processes, path: Path) -> None:
    path.write_text("precious")
    done = processes.run("serve", "--sandbox", "--socket", str(path))
    assert done.returncode != 0 and path.read_text() == "precious"


def test_netcat_gets_its_response(unix: Serving, path: Path) -> None:
    done = subprocess.run(
        ["nc", "-N", "-U", str(path)], input=framed(SUMMARY), capture_output=True
    )
    [answer] = unframed(done.stdout)
    assert answer["result"]["user"]["login"] == "octocat"


def test_a_disconnect_does_not_affect_other_clients(processes: Processes, path: Path) -> None:
    server = processes.serve("--socket", str(path), "--sandbox-option", "latency=300")
    with server.connect("unix") as gone, server.connect("unix") as other:
        other.send(request("user.summary", {"login": "github"}, "other"))
        gone.send(SUMMARY)
        gone.close()
        assert "result" in other.receive_answer()


def test_exit_ends_the_connection_and_not_the_server(unix: Serving) -> None:
    with unix.connect("unix") as connection:
        connection.send({"jsonrpc": "2.0", "method": "exit"})
        assert connection.receive() is None
    with unix.connect("unix") as connection:
        assert connection.result("shutdown") is None
        assert connection.error("cache.stats")["code"] == -32600
    with unix.connect("unix") as connection:
        assert "result" in connection.call("cache.stats")


def test_many_concurrent_connections_are_served(unix: Serving) -> None:
    connections = [unix.connect("unix") for _ in range(40)]
    for number, connection in enumerate(connections):
        connection.send(request("users.random", {"count": 1, "seed": number}, number))
    for number, connection in enumerate(connections):
        assert connection.receive_answer()["id"] == number
        connection.close()


def test_listeners_combine(processes: Processes, path: Path, secret_file: Path) -> None:
    server = processes.serve(
        *["--stdio", "--socket", str(path), "--listen", "127.0.0.1:0"],
        *["--client-secret-file", str(secret_file)],
    )
    assert list(server.addresses) == ["stdio", "unix", "tcp", "sandbox"]
    assert server.addresses["unix"] == f"unix:{path}"
    with server.connect("unix") as unix, server.connect("tcp") as tcp:
        enter(tcp, secret_file)
        for connection in (server.stdio(), unix, tcp):
            assert "result" in connection.call("user.summary", {"login": "octocat"})


def test_the_secret_is_created_for_its_owner_only(tcp: Serving, secret_file: Path) -> None:
    text = secret_file.read_text()
    assert len(text.strip()) == 64 and int(text, 16) > 0 and text.count("\n") <= 1
    assert stat.S_IMODE(secret_file.stat().st_mode) == 0o600


def test_the_secret_is_in_the_state_directory_by_default(processes: Processes) -> None:
    processes.serve("--listen", "127.0.0.1:0")
    path = Path(processes.environment["XDG_STATE_HOME"]) / "gitxplorer" / "client-secret"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.parametrize("framing", ["lines", "headers"])
def test_a_client_with_the_secret_is_served(framing: str, tcp: Serving, secret_file: Path) -> None:
    with tcp.connect("tcp", framing) as connection:
        enter(connection, secret_file)
        connection.send(SUMMARY)
        connection.end_input()
        [answer] = connection.rest()
        assert answer["result"]["user"]["login"] == "octocat"


def test_white_space_around_the_secret_is_ignored(
    processes: Processes, secret_file: Path
) -> None:
    secret_file.write_text(f"\n  {'5e' * 32} \n\n")
    secret_file.chmod(0o600)
    server = processes.serve("--listen", "127.0.0.1:0", "--client-secret-file", str(secret_file))
    with server.connect("tcp") as connection:
        enter(connection, secret_file)


WRONG: Any = {
    "another secret": request("session.authenticate", {"secret": "0" * 64}),
    "half of it": request("session.authenticate", {"secret": "0" * 32}),
    "no secret": request("session.authenticate"),
    "another method": SUMMARY,
    "a batch": [request("session.authenticate", {"secret": "0" * 64})],
    "a notification": {"jsonrpc": "2.0", "method": "initialized"},
    "no JSON": "{nonsense",
}


@pytest.mark.parametrize("first", WRONG.values(), ids=WRONG)
def test_a_client_that_does_not_start_with_the_secret_is_rejected(first: Any, tcp: Serving) -> None:
    with tcp.connect("tcp") as connection:
        connection.send(first, request("cache.stats", None, "next"))
        messages = connection.rest()
        assert len(messages) <= 1 and "result" not in str(messages)
        if isinstance(first, dict) and "id" in first:
            assert messages[0]["id"] == 1
            assert messages[0]["error"]["code"] == 1401
            assert messages[0]["error"]["data"]["kind"] == "unauthorized"


def test_a_batch_with_the_right_secret_is_rejected_too(tcp: Serving, secret_file: Path) -> None:
    secret = secret_file.read_text().strip()
    with tcp.connect("tcp") as connection:
        connection.send([request("session.authenticate", {"secret": secret}), SUMMARY])
        assert "result" not in str(connection.rest())


def enter_wrongly(connection: Connection) -> None:
    connection.send(request("session.authenticate", {"secret": "0" * 64}))


def test_wrong_secrets_delay_later_ones_but_not_authenticated_clients(
    processes: Processes, secret_file: Path, tmp_path: Path
) -> None:
    clock = Clock(tmp_path)
    tcp = processes.serve(
        *["--listen", "127.0.0.1:0", "--client-secret-file", str(secret_file)],
        environment=clock.environment,
    )
    with tcp.connect("tcp") as inside:
        enter(inside, secret_file)
        # The fourth and later ones wait concurrently, and cause a long wait for the next one.
        guesses = [tcp.connect("tcp") for _ in range(12)]
        for guess in guesses:
            enter_wrongly(guess)
        for guess in guesses:
            assert guess.receive_answer()["error"]["code"] == 1401
            assert guess.receive() is None
            guess.close()
        clock.stop()
        with tcp.connect("tcp") as late:
            secret = secret_file.read_text().strip()
            late.send(request("session.authenticate", {"secret": secret}))
            assert "result" in inside.call("cache.stats")
            tcp.facts.wait_for_rest()
            assert select.select([late.socket], [], [], 0)[0] == [], "it did not wait"
            clock.pass_time(2)
            assert late.receive_answer()["result"] == {}


def test_clients_that_leave_while_their_secret_waits_delay_nothing(
    tcp: Serving,
) -> None:
    sockets = tcp.facts.sockets
    guesses = [tcp.connect("tcp") for _ in range(40)]
    for guess in guesses:
        enter_wrongly(guess)
    for guess in guesses:
        guess.close()
    until(lambda: tcp.facts.sockets <= sockets)
    tcp.process.terminate()
    assert tcp.wait() == 0


@pytest.mark.parametrize("framing", ["auto", "headers", "lines"])
@pytest.mark.parametrize("kind", ["unix", "tcp"])
@pytest.mark.parametrize("verb", ["GET", "POST", "OPTIONS"])
def test_a_browsers_request_gets_no_response(
    verb: str, kind: str, framing: str, processes: Processes, path: Path
) -> None:
    listener = ["--socket", str(path)] if kind == "unix" else ["--listen", "127.0.0.1:0"]
    server = processes.serve(*listener, "--framing", framing)
    body = framed(request("shutdown"))
    head = f"{verb} / HTTP/1.1\r\nHost: x\r\nContent-Length: {len(body)}\r\n\r\n".encode()
    with server.connect(kind) as connection:
        connection.send_bytes(head + body)
        assert connection.rest() == []


def test_the_socket_is_private_whatever_the_umask(
    processes: Processes, path: Path
) -> None:
    processes.serve("--socket", str(path), umask=0)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_directory_in_which_everybody_may_replace_the_socket_is_refused(
    processes: Processes, tmp_path: Path
) -> None:
    folder = tmp_path / "open"
    folder.mkdir()
    folder.chmod(0o777)
    done = processes.run("serve", "--sandbox", "--socket", str(folder / "socket"))
    assert done.returncode == 1 and os.listdir(folder) == []
    assert len(done.stderr.splitlines()) == 1 and str(folder).encode() in done.stderr
    folder.chmod(0o1777)
    with processes.serve("--socket", str(folder / "socket")).connect("unix") as connection:
        assert "result" in connection.call("cache.stats")


@pytest.mark.parametrize("host", ["0.0.0.0:0", "[::]:0"])
def test_a_host_that_is_not_loopback_is_refused(host: str, processes: Processes) -> None:
    done = processes.run("serve", "--sandbox", "--listen", host)
    assert done.returncode == 64
    assert len(done.stderr.splitlines()) == 1 and b"--allow-remote" in done.stderr


def test_a_remote_host_is_served_if_allowed(processes: Processes) -> None:
    server = processes.serve("--listen", "0.0.0.0:0", "--allow-remote")
    port = server.addresses["tcp"].rpartition(":")[2]
    with socket.create_connection(("127.0.0.1", int(port))):
        pass
    until(lambda: "unencrypted" in server.log)
    assert len(server.log.splitlines()) == 1
    assert " warning " in server.log and "tunnel" in server.log


@pytest.mark.parametrize("flags", [["--listen", "127.0.0.1:0"], ["--socket"]])
def test_there_is_no_warning_if_no_other_machine_can_connect(
    flags: List[str], processes: Processes, tmp_path: Path
) -> None:
    paths = [str(tmp_path / "s")] if flags == ["--socket"] else []
    server = processes.serve(*flags, *paths, "--allow-remote")
    assert server.log == ""


def test_a_port_in_use_is_an_error(processes: Processes) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        address = f"127.0.0.1:{other.getsockname()[1]}"
        done = processes.run("serve", "--sandbox", "--listen", address)
    assert done.returncode not in (0, 64) and address.encode() in done.stderr


def test_connections_leave_no_descriptors_behind(unix: Serving) -> None:
    def count() -> int:
        return len(os.listdir(f"/proc/{unix.process.pid}/fd"))

    with unix.connect("unix") as keeper:
        keeper.result("user.summary", {"login": "octocat"})
        before = count()
        for _ in range(50):
            with unix.connect("unix") as connection:
                connection.send(SUMMARY)
                connection.end_input()
                assert len(connection.rest()) == 1
        keeper.result("cache.stats")
        assert count() <= before + 2


def test_call_sends_nothing_to_a_server_of_another_user(
    processes: Processes, tmp_path: Path
) -> None:
    path = tmp_path / "socket"
    own = os.geteuid()
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(path))
        # Only root can listen as another user; otherwise the user's own server gets the request.
        os.seteuid(65534 if own == 0 else own)
        listener.listen()
        os.seteuid(own)
        calling = processes.popen("call", "--connect", f"unix:{path}", "cache.stats")
        client, _ = listener.accept()
        received = client.recv(1000)
        client.close()
    assert calling.wait() == 3
    if own == 0:
        assert received == b"" and "another user (65534)" in calling.log
    else:
        assert b"cache.stats" in received
