"""Sign-in through the binary: by token, by device code, the commands, and the hosts of tokens."""

from __future__ import annotations

import fcntl
import os
import pty
import resource
import shutil
import signal
import stat
import subprocess
import termios
from pathlib import Path
from typing import Any, Dict, List, Set

import pytest

from harness import landlock
from harness.processes import Processes, Serving
from harness.sandbox import Sandbox
from harness.terminal import shown_on
from harness.waiting import until
from harness.wire import Connection, request

ANONYMOUS = {"state": "anonymous", "login": None, "scopes": [], "tokenSource": None}
SCOPES = ["gist", "read:org", "repo"]
TOKEN = "ghp_OneTokenThatIsGood0123456789abcdefgh"


def signed_in(source: str) -> Dict[str, Any]:
    status = {"state": "authenticated", "login": "octocat", "scopes": SCOPES}
    return {**status, "tokenSource": source}


def token_file(processes: Processes, name: str = "token@sandbox") -> Path:
    return Path(processes.environment["XDG_CONFIG_HOME"]) / "gitxplorer" / name


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def changed(connection: Connection) -> Dict[str, Any]:
    """The params of the next ``auth.changed``, which may have arrived already."""
    while True:
        kept = connection.notifications
        message = kept.pop(0) if kept else connection.receive()
        assert message is not None, "the server closed the connection"
        if message.get("method") == "auth.changed":
            return message["params"]
        assert "method" in message, message


def polls(sandbox: Sandbox) -> int:
    return sandbox.stats()["byPath"].get("/login/oauth/access_token", 0)


@pytest.fixture
def quick(processes: Processes) -> Serving:
    """A server on a socket, which polls every second."""
    socket = str(processes.folder / "s")
    serving = processes.serve("--oauth-client-id", "an-app", "--socket", socket)
    serving.sandbox.configure(deviceInterval=1)
    return serving


def test_without_a_token_the_state_is_anonymous_and_logout_changes_nothing(
    processes: Processes,
) -> None:
    server = processes.popen("serve", "--sandbox").stdio()
    assert server.result("auth.status") == ANONYMOUS
    assert server.result("auth.logout") == ANONYMOUS
    assert server.notifications == []


def test_a_token_is_checked_used_and_announced_on_every_connection(quick: Serving) -> None:
    with quick.connect("unix") as one, quick.connect("unix") as other:
        assert other.result("auth.status") == ANONYMOUS
        assert one.result("auth.login", {"token": TOKEN}) == signed_in("session")
        for connection in (one, other):
            assert changed(connection) == {"state": "authenticated", "login": "octocat"}
        assert other.result("auth.status") == signed_in("session")
        assert other.result("rate.status")["authenticated"] is True
        assert one.result("auth.logout") == ANONYMOUS
        for connection in (one, other):
            assert changed(connection) == {"state": "anonymous"}
        assert one.result("rate.status")["authenticated"] is False


def test_null_by_position_means_omitted(processes: Processes) -> None:
    server = processes.popen("serve", "--sandbox").stdio()
    assert server.result("auth.login", [TOKEN, None, None, False]) == signed_in("session")


def test_a_refused_token_leaves_the_former_identity(processes: Processes) -> None:
    server = processes.popen("serve", "--sandbox").stdio()
    server.result("auth.login", {"token": TOKEN})
    error = server.error("auth.login", {"token": "ghp_bad", "store": True})
    assert (error["code"], error["data"]["kind"]) == (1401, "unauthorized")
    assert error["message"].startswith("GitHub does not accept this token; ")
    assert server.result("auth.status") == signed_in("session")
    assert not token_file(processes).exists()


@pytest.mark.parametrize(
    ("params", "path"),
    [
        ({}, "/token"),
        ({"device": False}, "/token"),
        ({"device": True, "token": TOKEN}, "/device"),
        ({"token": "two words"}, "/token"),
        ({"token": ""}, "/token"),
        ({"token": TOKEN, "scopes": ["a b"]}, "/scopes/0"),
    ],
)
def test_contradictory_or_invalid_params_of_login_are_rejected(
    params: Any, path: str, processes: Processes
) -> None:
    server = processes.popen("serve", "--sandbox").stdio()
    error = server.error("auth.login", params)
    assert error["code"] == -32602
    assert [fault["path"] for fault in error["data"]["errors"]] == [path]


@pytest.mark.parametrize("flags", [[], ["--api-url", "https://github.example/api/v3"]])
def test_without_a_client_id_the_page_that_makes_tokens_is_named_if_it_is_the_apis(
    flags: List[str], processes: Processes
) -> None:
    server = processes.popen("serve", "--offline", *flags).stdio()
    error = server.error("auth.login", {"device": True})
    assert error["code"] == 1401 and "no OAuth client id" in error["message"]
    page = None if flags else "https://github.com/settings/tokens"
    assert error["data"].get("tokenUrl") == page
    assert ("github.com" in error["message"]) == (page is not None)
    name = "github.example" if flags else "GitHub"
    upstream = server.result("initialize")["upstream"]
    assert upstream == {"name": name, "url": "https://github.com"}


@pytest.mark.parametrize(
    ("token", "status"),
    [
        (TOKEN, signed_in("flag")),
        ("ghp_bad", {**ANONYMOUS, "state": "invalid", "tokenSource": "flag"}),
    ],
)
def test_github_is_asked_once_about_the_initial_token(
    token: str, status: Dict[str, Any], processes: Processes
) -> None:
    serving = processes.serve(environment=processes.token(token))
    server = serving.stdio()
    assert [server.result("auth.status") for _ in range(3)] == [status] * 3
    assert serving.sandbox.stats()["byPath"]["/user"] == 1


def test_a_status_that_cannot_be_determined_is_an_error(processes: Processes) -> None:
    serving = processes.serve(environment=processes.token(TOKEN))
    serving.sandbox.fault("http500", "/user", 1)
    server = serving.stdio()
    assert server.error("auth.status")["code"] == 1503
    assert server.result("auth.status") == signed_in("flag")


def test_a_stored_token_is_private_and_used_by_the_next_server(processes: Processes) -> None:
    server = processes.popen("serve", "--sandbox").stdio()
    server.result("auth.login", {"token": TOKEN, "store": True})
    path = token_file(processes)
    assert path.read_text() == f"{TOKEN}\n"
    assert (mode(path), mode(path.parent)) == (0o600, 0o700)
    assert [entry.name for entry in path.parent.iterdir()] == ["token@sandbox"]
    next_server = processes.popen("serve", "--sandbox").stdio()
    assert next_server.result("auth.status") == signed_in("stored")
    assert next_server.result("auth.logout") == ANONYMOUS
    assert not path.exists()


def test_a_token_is_stored_in_a_folder_created_at_the_start(processes: Processes) -> None:
    serving = processes.popen("serve", "--api-url", processes.start_sandbox().url)
    server = serving.stdio()
    path = token_file(processes, "token@127.0.0.1")
    server.result("auth.login", {"token": TOKEN, "store": True})
    assert path.read_text() == f"{TOKEN}\n" and mode(path.parent) == 0o700
    shutil.rmtree(path.parent)
    if landlock.version() == 0:
        server.result("auth.login", {"token": TOKEN, "store": True})
        assert path.exists()
    else:
        assert server.error("auth.login", {"token": TOKEN, "store": True})["code"] == -32603
        until(lambda: "if the folder was deleted, restart the server" in serving.log)


def test_a_stored_token_replaces_a_file_that_others_could_read(processes: Processes) -> None:
    path = token_file(processes)
    path.parent.mkdir(parents=True)
    path.write_text("ghp_former\n")
    path.chmod(0o644)
    processes.run("login", "--sandbox", "--with-token", input=f" {TOKEN}\r\n".encode())
    assert (path.read_text(), mode(path)) == (f"{TOKEN}\n", 0o600)


def test_a_token_that_cannot_be_stored_is_not_used(processes: Processes) -> None:
    path = token_file(processes)
    path.parent.parent.mkdir(parents=True)
    path.parent.write_text("a file where the directory should be")
    server = processes.popen("serve", "--sandbox").stdio()
    error = server.error("auth.login", {"token": TOKEN, "store": True})
    assert error["code"] == -32603
    assert server.result("auth.status") == ANONYMOUS


def test_other_requests_are_answered_while_a_device_code_is_polled(
    quick: Serving, processes: Processes
) -> None:
    with quick.connect("unix") as one, quick.connect("unix") as other:
        params = {"device": True, "scopes": ["repo", "gist"], "store": True}
        pending = one.result("auth.login", params)
        assert pending["state"] == "pending" and pending["interval"] == 1
        assert pending["verificationUri"] == f"{quick.sandbox.url}/login/device"
        assert one.result("auth.status") == {**ANONYMOUS, "state": "pending"}
        assert other.result("user.summary", {"login": "octocat"})["freshness"]
        quick.sandbox.authorize(pending["userCode"])
        for connection in (one, other):
            assert changed(connection) == {"state": "authenticated", "login": "octocat"}
        status = other.result("auth.status")
        assert status == {**signed_in("session"), "scopes": ["gist", "repo"]}
        path = token_file(processes)
        assert path.read_text().startswith("gho_") and mode(path) == 0o600


def test_a_denied_device_code_changes_nothing(quick: Serving) -> None:
    with quick.connect("unix") as server:
        pending = server.result("auth.login", {"device": True})
        quick.sandbox.authorize(pending["userCode"], deny=True)
        assert changed(server) == {"state": "anonymous"}
        assert server.result("auth.status") == ANONYMOUS


@pytest.mark.parametrize("last", ["logout", "token"])
def test_logging_out_or_in_again_stops_polling(quick: Serving, last: str) -> None:
    with quick.connect("unix") as server:
        first = server.result("auth.login", {"device": True})
        if last == "logout":
            server.result("auth.logout")
            assert changed(server) == {"state": "anonymous"}
        else:
            server.result("auth.login", {"token": TOKEN})
            assert changed(server)["state"] == "authenticated"
        # If the first login had continued, its poll would have preceded the second one's.
        quick.sandbox.authorize(first["userCode"])
        second = server.result("auth.login", {"device": True})
        quick.sandbox.authorize(second["userCode"])
        assert changed(server)["state"] == "authenticated"
        assert polls(quick.sandbox) == 1


def test_a_server_ends_while_polling(processes: Processes) -> None:
    serving = processes.serve("--oauth-client-id", "an-app")
    server = serving.stdio()
    assert server.result("auth.login", {"device": True})["interval"] == 5
    server.end_input()
    assert serving.wait() == 0


def test_an_invalid_device_code_response_gives_1502(processes: Processes) -> None:
    upstream = processes.start_sandbox()
    upstream.fault("malformed", "/login/device/code", 1)
    server = processes.popen(
        "serve", "--api-url", upstream.url, "--web-url", upstream.url,
        "--oauth-client-id", "an-app",
    ).stdio()  # fmt: skip
    assert server.error("auth.login", {"device": True})["code"] == 1502
    assert server.result("auth.status") == ANONYMOUS
    assert server.result("auth.login", {"device": True})["state"] == "pending"


def test_no_sign_in_starts_offline(processes: Processes) -> None:
    server = processes.popen("serve", "--offline", "--oauth-client-id", "an-app").stdio()
    assert server.error("auth.login", {"device": True})["code"] == 1510
    assert server.error("auth.login", {"token": TOKEN})["code"] == 1510


def test_responses_of_one_identity_are_confirmed_before_they_are_served_to_another(
    processes: Processes,
) -> None:
    server = processes.popen("serve", "--sandbox").stdio()

    def sources() -> List[str]:
        params = {"login": "octocat"}
        return [server.result("user.summary", params)["freshness"]["source"] for _ in range(2)]

    assert sources() == ["network", "cache"]
    server.result("auth.login", {"token": TOKEN})
    assert sources() == ["revalidated", "cache"]
    server.result("auth.login", {"token": TOKEN + "2"})
    assert sources() == ["revalidated", "cache"]
    server.result("auth.logout")
    # These responses were stored for anonymous clients before.
    assert sources() == ["cache", "cache"]


def test_the_commands_store_and_remove_a_token(processes: Processes) -> None:
    path = token_file(processes)
    done = processes.run("login", "--sandbox", "--with-token", input=TOKEN.encode())
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode() == f"Signed in as octocat. The token is in {path}.\n"
    assert path.read_text() == f"{TOKEN}\n"
    refused = processes.run("login", "--sandbox", "--with-token", input=b"ghp_bad")
    assert (refused.returncode, refused.stdout) == (1, b"")
    assert refused.stderr.decode().count("\n") == 1
    assert path.read_text() == f"{TOKEN}\n"
    done = processes.run("logout", "--sandbox")
    assert (done.returncode, done.stdout) == (0, b"Signed out: the stored token is removed.\n")
    assert not path.exists()
    done = processes.run("logout", "--sandbox")
    assert (done.returncode, done.stdout) == (0, b"No token was stored.\n")


@pytest.mark.parametrize(
    "arguments",
    [["login"], ["login", "--with-token"], ["login", "--offline"], ["login", "--scope", "repo"]],
)
def test_login_without_its_requirements_is_a_usage_error(
    arguments: List[str], processes: Processes
) -> None:
    done = processes.run(*arguments)
    assert (done.returncode, done.stdout) == (64, b"")
    assert done.stderr.decode().count("\n") == 1


@pytest.mark.parametrize("end", ["paste", "nothing", signal.SIGTERM, signal.SIGINT])
def test_the_login_command_asks_for_a_token_that_the_terminal_does_not_show(
    processes: Processes, end: Any
) -> None:
    upstream = processes.start_sandbox()
    master, terminal = pty.openpty()
    process = subprocess.Popen(
        [processes.binary, "login", "--api-url", upstream.url, "--web-url", upstream.url],
        stdin=terminal, stdout=terminal, stderr=terminal, env=processes.environment,
    )  # fmt: skip
    seen = ""
    while not seen.endswith("Token (not shown): "):
        seen += os.read(master, 65536).decode()
    path = token_file(processes, "token@127.0.0.1")
    assert f"{upstream.url}/settings/tokens" in seen and str(path) in seen
    # The upstream is not GitHub.
    assert "gh auth token" not in seen
    assert not termios.tcgetattr(terminal)[3] & termios.ECHO
    if isinstance(end, signal.Signals):
        process.send_signal(end)
        assert process.wait() == -end
    else:
        os.write(master, f"{TOKEN}\ntouch more\n".encode() if end == "paste" else b"\n")
        assert process.wait() == (0 if end == "paste" else 64)
    assert termios.tcgetattr(terminal)[3] & termios.ECHO
    unread = fcntl.ioctl(terminal, termios.FIONREAD, bytes(4))
    assert unread == bytes(4), "the shell would run it"
    os.close(terminal)
    seen += shown_on(master)
    assert TOKEN[4:] not in seen and "touch" not in seen
    assert path.exists() == (end == "paste")


@pytest.mark.parametrize("deny", [False, True])
def test_the_login_command_waits_for_the_person(processes: Processes, deny: bool) -> None:
    upstream = processes.start_sandbox()
    upstream.configure(deviceInterval=1)
    serving = processes.popen(
        "login", "--api-url", upstream.url, "--web-url", upstream.url,
        "--oauth-client-id", "an-app", "--scope", "repo",
    )  # fmt: skip
    assert serving.process.stdout is not None
    line = serving.process.stdout.readline().decode()
    assert line.startswith(f"Open {upstream.url}/login/device and type in the code "), line
    upstream.authorize(line.split()[-1].rstrip("."), deny)
    rest = serving.process.stdout.read().decode()
    assert serving.wait() == (1 if deny else 0)
    path = token_file(processes, "token@127.0.0.1")
    if deny:
        assert (rest, serving.log.count("\n"), path.exists()) == ("", 1, False)
    else:
        assert rest == f"Signed in as octocat. The token is in {path}.\n"
        assert path.read_text().startswith("gho_") and mode(path) == 0o600


@pytest.mark.parametrize("begins", [True, False])
def test_a_server_leaves_no_core_file_with_or_without_a_token(
    begins: bool, processes: Processes, tmp_path: Path
) -> None:
    folder = tmp_path / "working"
    folder.mkdir()
    unlimited = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
    environment = processes.token(TOKEN) if begins else {}
    processes.environment.pop("GITXPLORER_DEBUGGABLE", None)
    serving = processes.serve(
        environment={"SWIFT_BACKTRACE": "enable=no", **environment}, cwd=folder,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CORE, unlimited),
    )  # fmt: skip
    server = serving.stdio()
    if begins:
        assert server.result("rate.status")["authenticated"] is True
    assert serving.facts.core_limits == [0, 0]
    serving.process.send_signal(signal.SIGABRT)
    assert serving.wait() == -signal.SIGABRT
    assert list(folder.iterdir()) == [] and TOKEN not in serving.log


@pytest.mark.parametrize("format", ["text", "json"])
def test_no_token_is_in_any_log_error_result_or_cache_file(
    processes: Processes, tmp_path: Path, format: str
) -> None:
    begun, given, refused = f"{TOKEN}begun", f"{TOKEN}given", "ghp_bad_ButStillSecret0123456789"
    secrets: Set[str] = {begun, given, refused}
    cache = tmp_path / "cache.sqlite"
    serving = processes.serve(
        "--cache", str(cache), "--log-level", "trace", "--log-http", "--log-format", format,
        "--oauth-client-id", "an-app",
        environment=processes.token(begun),
    )  # fmt: skip
    serving.sandbox.configure(deviceInterval=1)
    server = serving.stdio()
    seen: List[Any] = []

    def call(method: str, params: Any = None) -> Any:
        seen.append(server.call(method, params))
        return seen[-1].get("result")

    def ask() -> None:
        for method in ("auth.status", "rate.status", "cache.stats"):
            call(method)
        for login in ("octocat", "no-such-user-anywhere-at-all-0"):
            call("user.summary", {"login": login})
        call("repos.list", {"login": "github", "refresh": True})

    ask()
    for kind in ("reset", "http500", "secondaryLimit", "malformed"):
        serving.sandbox.fault(kind, "/users/github*", 1)
        call("user.summary", {"login": "github", "refresh": True})
    call("auth.login", {"token": refused})
    for wrong in ([refused], {"a": refused}, refused + "\n", refused + " "):
        call("auth.login", {"token": wrong})
    call("auth.login", {"token": refused, "device": True})
    call("auth.login", {"tokn": refused})
    call("auth.login", {"token": given, "store": True})
    ask()
    seen.append(changed(server))
    pending = call("auth.login", {"device": True, "store": True})
    serving.sandbox.authorize(pending["userCode"])
    seen.append(changed(server))
    secrets.add(token_file(processes).read_text().strip())
    ask()
    server.send(request("auth.logout"))
    seen.append(server.receive_answer())
    files = [path for path in tmp_path.glob("cache.sqlite*")]
    assert cache in files and cache.with_name("cache.sqlite-wal") in files
    stored = [path.read_bytes() for path in files]
    server.end_input()
    assert serving.wait() == 0
    texts = [repr(seen), repr(server.notifications), serving.log]
    assert "GET" in serving.log and "/login/oauth/access_token" in serving.log
    assert len(secrets) == 4 and all(len(secret) > 30 for secret in secrets)
    for secret in secrets:
        assert not [text[:200] for text in texts if secret in text]
        for data in [*stored, *(p.read_bytes() for p in tmp_path.glob("cache.sqlite*"))]:
            assert secret.encode() not in data
