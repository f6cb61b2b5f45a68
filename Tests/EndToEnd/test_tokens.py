"""The sources of tokens and their hosts; no other host ever receives one."""

from __future__ import annotations

import json
import os
import stat
import urllib.parse
from pathlib import Path
from typing import Any, Dict, Optional

import pytest

from harness.other_user import OtherUser, give
from harness.processes import Processes
from harness.sandbox import Sandbox
from harness.upstream import Answer, Request, Upstream

TOKEN = "ghp_OneTokenThatIsGood0123456789abcdefgh"
#: No server listens on this port, so a connection fails immediately.
DEAD = "http://127.0.0.1:9"


@pytest.fixture(scope="module")
def enterprise(module_processes: Processes) -> Sandbox:
    """A host other than github.com and the built-in sandbox."""
    return module_processes.start_sandbox()


def stored(processes: Processes, name: str, mode: int = 0o600) -> Path:
    """A token file as `login` writes it."""
    path = Path(processes.environment["XDG_CONFIG_HOME"]) / "gitxplorer" / name
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    path.write_text(f"{TOKEN}\n")
    path.chmod(mode)
    return path


def source(
    processes: Processes, *flags: str, environment: Optional[Dict[str, str]] = None
) -> Optional[str]:
    """The source of the token in use. GitHub itself is never asked."""
    done = processes.run("call", *flags, "auth.status", environment=environment)
    text = done.stdout or done.stderr
    if b'"code":1510' in text:
        return "some"  # It would have been asked about, but for --offline.
    status: Dict[str, Any] = json.loads(text)
    return status["tokenSource"]


GITHUB = ["--offline"]
TENANT = ["--offline", "--api-url", "https://api.acme.ghe.com"]
OTHER = ["--offline", "--api-url", "https://ghe.example.com/api/v3"]
#: For each variable: whether github.com, a tenant of ghe.com, another host and the sandbox get it.
VARIABLES = {
    "GITXPLORER_TOKEN": (True, True, True, False),
    "GH_TOKEN": (True, True, False, False),
    "GITHUB_TOKEN": (True, True, False, False),
    "GH_ENTERPRISE_TOKEN": (False, False, True, False),
    "GITHUB_ENTERPRISE_TOKEN": (False, False, True, False),
}


@pytest.mark.parametrize("variable", VARIABLES)
def test_a_variable_applies_to_its_hosts_only(variable: str, processes: Processes) -> None:
    environment = {variable: TOKEN}
    upstreams = [GITHUB, TENANT, OTHER, ["--sandbox"]]
    used = [source(processes, *flags, environment=environment) for flags in upstreams]
    assert tuple(which is not None for which in used) == VARIABLES[variable]


#: For each stored file: the flags with which it is used.
FILES = {
    "token": GITHUB,
    "token@acme.ghe.com": TENANT,
    "token@ghe.example.com": OTHER,
    "token@sandbox": ["--sandbox"],
    "token@sandbox.": ["--offline", "--api-url", "https://sandbox"],
}


@pytest.mark.parametrize("name", FILES)
def test_a_stored_token_applies_to_its_host_only(name: str, processes: Processes) -> None:
    stored(processes, name)
    used = {other: source(processes, *flags) for other, flags in FILES.items()}
    assert [other for other, which in used.items() if which is not None] == [name]


def test_a_token_comes_from_the_first_available_source(
    enterprise: Sandbox, processes: Processes
) -> None:
    flags = ["--api-url", enterprise.url]
    bad = dict.fromkeys(VARIABLES, "ghp_bad")
    asked = lambda environment: source(processes, *flags, environment=environment)  # noqa: E731
    assert asked({}) is None
    stored(processes, "token@127.0.0.1")
    assert asked({}) == "stored"
    assert asked({"GH_TOKEN": "ghp_bad"}) == "stored"
    assert asked({**bad, "GITXPLORER_TOKEN": TOKEN}) == "environment"
    assert asked({**bad, **processes.token(TOKEN)}) == "flag"


@pytest.mark.parametrize("variable", ["GITXPLORER_TOKEN", "GH_TOKEN"])
def test_a_variable_that_holds_no_token_is_refused(variable: str, processes: Processes) -> None:
    stored(processes, "token")
    for value in ("two words", "a\nb", "\u00e9"):
        done = processes.run("call", *GITHUB, "auth.status", environment={variable: value})
        sentence = f"gitxplorer: {variable} holds no token.\n"
        assert (done.returncode, done.stderr.decode()) == (64, sentence)
    assert source(processes, *GITHUB, environment={variable: " \n"}) == "some"
    assert source(processes, "--sandbox", environment={variable: "two words"}) is None


def test_the_sandbox_gets_a_token_from_a_file(processes: Processes) -> None:
    environment = {**dict.fromkeys(VARIABLES, "ghp_bad"), **processes.token(TOKEN)}
    assert source(processes, "--sandbox", environment=environment) == "flag"


def test_the_sandbox_is_reached_without_a_proxy_and_without_real_tokens(
    processes: Processes,
) -> None:
    with Upstream(lambda request: (200, {}, "{}")) as proxy:
        stored(processes, "token")
        environment = dict.fromkeys(["http_proxy", "https_proxy", "all_proxy"], proxy.url)
        environment.update(dict.fromkeys(VARIABLES, TOKEN))
        done = processes.run("call", "--sandbox", "rate.status", environment=environment)
        assert json.loads(done.stdout)["authenticated"] is False
        assert proxy.requests == []


def test_signing_in_to_the_sandbox_leaves_the_real_token_alone(processes: Processes) -> None:
    real = stored(processes, "token")
    server = processes.popen("serve", "--sandbox").stdio()
    server.result("auth.login", {"token": f"{TOKEN}2", "store": True})
    assert (real.parent / "token@sandbox").read_text() == f"{TOKEN}2\n"
    server.result("auth.logout")
    assert sorted(os.listdir(real.parent)) == ["token"] and real.read_text() == f"{TOKEN}\n"
    login = processes.run("login", "--sandbox", "--with-token", input=b"ghp_OfTheSimulator")
    assert login.returncode == 0 and b"token@sandbox" in login.stdout
    assert processes.run("logout", "--sandbox").returncode == 0
    assert sorted(os.listdir(real.parent)) == ["token"] and real.read_text() == f"{TOKEN}\n"


def test_the_commands_store_and_remove_the_hosts_token(
    enterprise: Sandbox, processes: Processes
) -> None:
    real = stored(processes, "token")
    flags = ["--api-url", f"{enterprise.url}/api/v3"]
    login = processes.run("login", *flags, "--with-token", input=f"{TOKEN}2".encode())
    path = real.with_name("token@127.0.0.1")
    assert (login.returncode, login.stderr) == (0, b"")
    assert login.stdout.decode() == f"Signed in as octocat. The token is in {path}.\n"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert processes.run("logout", *flags).stdout == b"Signed out: the stored token is removed.\n"
    assert not path.exists() and real.read_text() == f"{TOKEN}\n"
    assert processes.run("logout").returncode == 0
    assert not real.exists()


@pytest.mark.parametrize("host", ["ghe.example", "10.0.0.1:8080", "localhost.example"])
def test_a_token_over_plain_http_is_refused(host: str, processes: Processes) -> None:
    flags = ["--api-url", f"http://{host}/api/v3"]
    for environment in ({"GITXPLORER_TOKEN": TOKEN}, processes.token(TOKEN)):
        done = processes.run("serve", *flags, environment=environment)
        assert (done.returncode, done.stdout) == (64, b"")
        assert done.stderr.count(b"\n") == 1 and b"https" in done.stderr
    login = processes.run("login", *flags, "--with-token", input=TOKEN.encode())
    assert (login.returncode, login.stderr.count(b"\n")) == (64, 1)
    assert login.stderr.startswith(f"gitxplorer: {flags[0]} {flags[1]} is plain http".encode())
    server = processes.popen("serve", *flags, "--oauth-client-id", "an-app").stdio()
    for params, path in (({"token": TOKEN}, "/token"), ({"device": True}, "/device")):
        error = server.error("auth.login", params)
        assert error["code"] == -32602
        assert [fault["path"] for fault in error["data"]["errors"]] == [path]


def test_no_device_code_is_requested_from_a_host_other_than_the_apis(
    enterprise: Sandbox, processes: Processes
) -> None:
    flags = ["--api-url", enterprise.url, "--oauth-client-id", "an-app"]
    server = processes.popen("serve", *flags).stdio()
    error = server.error("auth.login", {"device": True})
    assert error["code"] == 1401 and "the web pages that belong to its API" in error["message"]


@pytest.mark.parametrize("mode", [0o622, 0o602, 0o620, 0o666])
def test_a_token_file_that_others_may_write_is_refused(mode: int, processes: Processes) -> None:
    path = stored(processes, "token@sandbox", mode)
    for flags in ([], ["--token-file", str(path)]):
        done = processes.run("call", "--sandbox", *flags, "rate.status")
        assert (done.returncode, done.stdout) == (64, b"")
        text = done.stderr.decode()
        assert str(path) in text and text.count("\n") == 1 and TOKEN not in text
    # `login` can replace it.
    done = processes.run("login", "--sandbox", "--with-token", input=TOKEN.encode())
    assert done.returncode == 0 and stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_token_file_of_another_user_is_refused(processes: Processes) -> None:
    # An ordinary user may read it, too.
    path = stored(processes, "token@sandbox", 0o644)
    give(path, 12345)
    done = processes.run("call", "--sandbox", "rate.status")
    assert done.returncode == 64 and b"belongs to another user" in done.stderr


@pytest.mark.parametrize("mode", [0o644, 0o640, 0o604])
def test_a_token_file_that_others_may_read_is_used_with_a_warning(
    mode: int, processes: Processes
) -> None:
    path = stored(processes, "token@sandbox", mode)
    for flags in ([], ["--token-file", str(path)]):
        done = processes.run("call", "--sandbox", *flags, "rate.status")
        assert json.loads(done.stdout)["authenticated"] is True
        text = done.stderr.decode()
        assert "may be read by others" in text and text.count("\n") == 1 and TOKEN not in text


def test_a_token_may_be_read_from_a_pipe(processes: Processes) -> None:
    reader, writer = os.pipe()
    os.write(writer, TOKEN.encode())
    os.close(writer)
    server = processes.popen(
        "serve", "--sandbox", "--token-file", f"/dev/fd/{reader}", pass_fds=[reader]
    )
    os.close(reader)
    assert server.stdio().result("rate.status")["authenticated"] is True


@pytest.mark.parametrize("status", [301, 302, 307, 308])
def test_a_redirect_to_another_host_does_not_carry_the_token(
    status: int, processes: Processes
) -> None:
    def elsewhere(request: Request) -> Answer:
        return 404, {}, "{}"

    with Upstream(elsewhere) as other:

        def redirect(request: Request) -> Answer:
            return status, {"Location": f"http://localhost:{other.port}/users/x"}, "{}"

        with Upstream(redirect) as first:
            environment = {"GITXPLORER_TOKEN": TOKEN}
            flags = ["--api-url", first.url]
            processes.run("call", *flags, "user.summary", '["x"]', environment=environment)
            assert {request.token for request in first.requests} == {TOKEN}
        assert other.requests and {request.token for request in other.requests} == {None}


def test_a_token_is_erased_from_the_environment_of_the_process(processes: Processes) -> None:
    serving = processes.popen("serve", "--api-url", DEAD, environment={"GITXPLORER_TOKEN": TOKEN})
    assert serving.stdio().result("cache.stats")
    environment = Path(f"/proc/{serving.process.pid}/environ").read_bytes()
    assert b"GITXPLORER_TOKEN=\0" in environment and TOKEN.encode() not in environment


@pytest.mark.parametrize("command", ["serve", "mcp", "sandbox"])
def test_processes_of_the_same_user_cannot_inspect_the_server(
    command: str, processes: Processes, other_user: OtherUser
) -> None:
    processes.environment.pop("GITXPLORER_DEBUGGABLE", None)
    flags = [] if command == "sandbox" else ["--sandbox"]
    # Processes of root always belong to root.
    user = other_user if os.geteuid() == 0 else None
    serving = processes.popen(command, *flags, cwd="/", user=user)
    if command == "sandbox":
        assert serving.process.stdout is not None and serving.process.stdout.readline()
    else:
        serving.stdio().call("ping" if command == "mcp" else "cache.stats")
    owner = os.stat(f"/proc/{serving.process.pid}/mem").st_uid
    assert owner == 0, "others of its user may look into it"
    assert serving.facts.core_limits == [0, 0]


#: One text that looks like a token, and one that is a known token but does not look like one.
REPEATED = [TOKEN, "an-enterprise/token+of\\another\"kind"]


@pytest.mark.parametrize("token", REPEATED)
@pytest.mark.parametrize("status", [403, 451, 422, 404, 401])
def test_a_token_repeated_by_upstream_is_redacted(
    status: int, token: str, processes: Processes
) -> None:
    wrong = {"resource": token, "field": token, "code": "custom", "message": f"no {token}"}
    body = json.dumps({"message": f"forbidden for {token}", "errors": [wrong]})
    fields = {"X-RateLimit-Resource": token, "Content-Type": "application/json"}
    login = ("auth.login", {"token": token})
    calls = [login, ("search.users", {"query": "x"}), ("user.summary", {"login": "x"}), login]
    with Upstream(lambda request: (status, fields, body)) as upstream:
        flags = ["--api-url", upstream.url, "--log-level", "trace", "--log-http"]
        server = processes.popen("serve", *flags)
        connection = server.stdio()
        # The refused token is not used afterwards, but is still redacted.
        answers = [connection.error(*call) for call in calls]
        assert token in {request.token for request in upstream.requests}
        connection.end_input()
        assert server.wait() == 0
    shown = json.dumps(answers) + server.log
    for form in (token, json.dumps(token)[1:-1], urllib.parse.quote(token, safe="")):
        assert form not in shown
    if status in (403, 451):
        assert "forbidden for <secret>" in shown


@pytest.mark.parametrize("form", ["JSON", "text"])
@pytest.mark.parametrize("status", [403, 422])
def test_a_token_at_the_cut_of_a_long_message_is_redacted(
    status: int, form: str, processes: Processes
) -> None:
    # The token does not look like one, and messages are cut to 300 characters.
    token = "0123456789abcdef" * 2 + "01234567"
    message = "." * 265 + token
    body = json.dumps({"message": message, "errors": [message]}) if form == "JSON" else message
    with Upstream(lambda request: (status, {}, body)) as upstream:
        environment = {"GITXPLORER_TOKEN": token}
        flags = ["--api-url", upstream.url]
        done = processes.run("call", *flags, "user.summary", '["x"]', environment=environment)
        assert {request.token for request in upstream.requests} == {token}
    assert done.returncode == 1 and b"...<secret>" in done.stderr
    assert token[:8].encode() not in done.stderr


@pytest.mark.parametrize("format", ["text", "json"])
@pytest.mark.parametrize("query", [f"x={TOKEN}", f"x=%67hp_{TOKEN[4:]}", "token=AAB7C"])
def test_a_token_in_a_redirect_is_not_in_the_request_log(
    query: str, format: str, processes: Processes
) -> None:
    def answer(request: Request) -> Answer:
        if "?x=" in request.path or "?token=" in request.path:
            return 404, {}, "{}"
        return 302, {"Location": f"/elsewhere?{query}"}, ""

    with Upstream(answer) as upstream:
        flags = ["--api-url", upstream.url, "--log-http", "--log-format", format]
        done = processes.run("call", *flags, "user.summary", '["x"]')
    log = done.stderr.decode()
    assert "/elsewhere?" in log and "<secret>" in log
    assert query.partition("=")[2] not in log and TOKEN[4:] not in log


def test_a_token_repeated_by_upstream_is_redacted_in_results(processes: Processes) -> None:
    world = processes.start_sandbox()
    user = {**world.get("/users/octocat"), "bio": f"mine: {TOKEN}", "name": "known-secret-of-20-letters"}

    def answer(request: Request) -> Answer:
        return 200, {}, json.dumps(user) if request.path == "/users/octocat" else "[]"

    with Upstream(answer) as upstream:
        flags = ["--api-url", upstream.url]
        environment = {"GITXPLORER_TOKEN": "known-secret-of-20-letters"}
        # First from GitHub, then from the cache.
        for _ in range(2):
            done = processes.run(
                "call", *flags, "user.summary", '["octocat"]', environment=environment
            )
            profile = json.loads(done.stdout)["user"]
            assert (profile["bio"], profile["name"]) == ("mine: <secret>", "<secret>")
        params = {"name": "user_summary", "arguments": {"login": "octocat"}}
        server = processes.popen("mcp", *flags, environment=environment).stdio()
        server.call("initialize", {"protocolVersion": "2025-11-25"})
        text = json.dumps(server.result("tools/call", params))
        assert "mine: <secret>" in text and TOKEN not in text and "known-secret-of-20-letters" not in text


def test_a_token_in_a_flag_is_redacted_in_the_error(processes: Processes) -> None:
    done = processes.run("serve", "--api-url", f"https://{TOKEN}@ghe.example.com")
    assert done.returncode == 64 and TOKEN.encode() not in done.stderr
