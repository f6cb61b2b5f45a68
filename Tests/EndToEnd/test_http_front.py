"""HTTP besides `/rpc` and `/mcp`: documents, pictures, health, sessions."""

from __future__ import annotations

import base64
import http.client
import signal
import time
from pathlib import Path
from typing import Any, Dict

import pytest

from harness.asking import SECRET, Answer, ask, front_of, serve_http
from harness.clock import Clock
from harness.patience import ENDLESS, PATIENT
from harness.processes import Processes, Serving
from harness.relay import Relay
from harness.waiting import until
from harness.web import Front, read_response
from harness.wire import request


@pytest.fixture(scope="module")
def serving(module_processes: Processes) -> Serving:
    path = module_processes.folder / "http.sock"
    return serve_http(module_processes, "--http-socket", str(path))


@pytest.fixture(scope="module")
def front(serving: Serving) -> Front:
    return front_of(serving)


@pytest.fixture(scope="module")
def stranger(serving: Serving) -> Front:
    """The same server for a client without the secret."""
    return front_of(serving, secret=None)


def call(front: Front, method: str, params: Any = None) -> Any:
    return ask(front, "POST", "/rpc", request(method, params)).json["result"]


def check_tag(front: Front, path: str, answer: Answer) -> None:
    """Whether a client that names the tag of ``answer`` gets 304, and no other client."""
    tag = answer.fields["etag"]
    for names in (tag, f"W/{tag}", f'"x", {tag}', "*"):
        same = ask(front, "GET", path, If_None_Match=names)
        assert (same.status, same.body, same.fields["etag"]) == (304, b"", tag), names
    assert ask(front, "GET", path, If_None_Match='"x"').body == answer.body
    wanted = {tag: 200, "*": 200, f'"x", {tag}': 200, '"x"': 412, f"W/{tag}": 412}
    for names, status in wanted.items():
        assert ask(front, "GET", path, If_Match=names).status == status, names
    head = ask(front, "HEAD", path)
    assert (head.status, head.body, head.fields["etag"]) == (200, b"", tag)
    assert head.fields["content-length"] == str(len(answer.body))


def test_the_document_is_that_of_rpc_discover(front: Front, stranger: Front) -> None:
    answer = ask(front, "GET", "/openrpc.json")
    assert answer.status == 200 and answer.fields["content-type"] == "application/json"
    assert answer.json == call(front, "rpc.discover")
    check_tag(front, "/openrpc.json", answer)
    assert ask(stranger, "GET", "/openrpc.json").status == 401


def test_an_avatar_is_the_picture_of_the_method(front: Front, stranger: Front) -> None:
    for path, params in (
        ("/avatars/octocat", {"login": "octocat"}),
        ("/avatars/octocat?size=7&x=1", {"login": "octocat", "size": 7}),
    ):
        answer = ask(front, "GET", path)
        expected = call(front, "user.avatar", params)
        assert answer.status == 200 and answer.body == base64.b64decode(expected["data"])
        assert answer.fields["content-type"] == expected["mimeType"] == "image/png"
        assert answer.fields["cache-control"] == "private"
        assert answer.fields["x-content-type-options"] == "nosniff"
        check_tag(front, path, answer)
    for path, status, word in (
        ("/avatars/no-such-login", 404, "no-such-login"),
        ("/avatars/octo%2Fcat", 400, "login"),
        ("/avatars/%3Cscript%3E", 400, "login"),
        ("/avatars/octocat?size=0", 400, "size"),
        ("/avatars/octocat?size=461", 400, "size"),
        ("/avatars/octocat?size=large", 400, "size"),
        ("/avatars/octocat?size=", 400, "size"),
        ("/avatars/octocat?size=%2B5", 400, "size"),
        ("/avatars/octocat?size=05", 400, "size"),
        ("/avatars/", 404, ""),
        ("/avatars/octocat/x", 404, ""),
    ):
        answer = ask(front, "GET", path)
        assert answer.status == status and word in answer.json["error"], (path, answer)
        assert answer.fields["content-type"] == "application/json"
    assert ask(stranger, "GET", "/avatars/octocat").status == 401


def test_an_avatar_that_cannot_be_fetched_is_an_error_of_its_own(processes: Processes) -> None:
    sandbox = processes.start_sandbox("--rate-limit", "1")
    flags = ["--api-url", sandbox.url, "--cache=:memory:", *PATIENT]
    front = front_of(serve_http(processes, *flags, sandbox=False))
    sandbox.fault("malformed", "/users/octocat", 1)
    assert ask(front, "GET", "/avatars/octocat").status == 502
    limited = ask(front, "GET", "/avatars/octocat")
    assert limited.status == 429 and int(limited.fields["retry-after"]) > 0
    sandbox.reset()


def test_closing_aborts_the_fetch_of_an_avatar(processes: Processes) -> None:
    sandbox = processes.start_sandbox()
    sandbox.configure(latencyMs=ENDLESS)
    front = front_of(serve_http(processes, "--api-url", sandbox.url, *PATIENT, sandbox=False))
    with front.connect() as connection:
        connection.sendall(front.get("/avatars/octocat"))
        sandbox.wait_for(lambda stats: stats["inFlight"] > 0)
    sandbox.wait_for(lambda stats: stats["inFlight"] == 0)


def test_health_is_for_everyone(stranger: Front) -> None:
    for path in ("/healthz", "/readyz"):
        assert ask(stranger, "GET", path)[::2] == (200, b"ok\n")
        assert ask(stranger, "HEAD", path)[::2] == (200, b"")
        assert ask(stranger, "GET", path, Host="evil.example").status == 421
        assert ask(stranger, "POST", path, {}).status in (401, 405)


def test_a_server_that_ends_is_healthy_and_not_ready(
    processes: Processes, tmp_path: Path, held_github: Relay
) -> None:
    clock = Clock(tmp_path)
    flags, environment = held_github.upstream, clock.environment
    serving = serve_http(processes, *flags, sandbox=False, environment=environment)
    front = front_of(serving)
    with front.connect() as connection:
        connection.sendall(front.post(request("user.summary", {"login": "octocat"})))
        until(lambda: held_github.connections > 0)
        serving.facts.wait_for_rest()
        clock.stop()
        serving.process.send_signal(signal.SIGTERM)
        # A connection that is made before the signal arrives would be closed as an idle one.
        serving.facts.wait_for_rest()
        assert ask(front, "GET", "/readyz").status == 503
        assert ask(front, "GET", "/healthz").status == 200
        assert ask(front, "GET", "/avatars/octocat").status == 503
        held_github.holds = False
        assert read_response(connection)[0] == 200
    assert serving.wait() == 0


def cookie_of(answer: Answer) -> str:
    value, *attributes = answer.fields["set-cookie"].split("; ")
    assert {"HttpOnly", "SameSite=Strict", "Path=/"} <= set(attributes)
    return value


def begin(front: Front, body: Any, **fields: str) -> Answer:
    return ask(front, "PUT", "/session", body, **fields)


def test_a_session_stands_for_the_secret(stranger: Front) -> None:
    answer = begin(stranger, {"secret": SECRET})
    assert (answer.status, answer.body) == (204, b"")
    cookie = cookie_of(answer)
    name, _, id = cookie.partition("=")
    assert name == f"gitxplorer-{stranger.port}" and len(id) == 64 and id != SECRET

    def status(cookie: str, method: str = "GET", path: str = "/openrpc.json") -> int:
        return ask(stranger, method, path, Cookie=cookie).status

    assert status(cookie) == status(f"a=b; {cookie}; c=d") == 200
    other = cookie_of(begin(stranger, {"secret": SECRET}))
    assert other != cookie
    for wrong in (f"{name}={id[:-1]}", f"{name}={SECRET}", f"x{cookie}", f"gitxplorer-1={id}"):
        assert status(wrong) == 401, wrong
    told = ask(stranger, "POST", "/rpc", request(id), Cookie=cookie).json["error"]["message"]
    assert "<secret>" in told and id not in told
    assert status("", "DELETE", "/session") == 401
    assert status(cookie, "DELETE", "/session") == 204
    assert (status(cookie), status(other)) == (401, 200)


def test_a_wrong_session_counts_as_a_wrong_secret(stranger: Front) -> None:
    wrong = f"gitxplorer-{stranger.port}={'0' * 64}"
    begun = time.monotonic()
    for _ in range(4):
        assert ask(stranger, "GET", "/openrpc.json", Cookie=wrong).status == 401
    # Three wrong ones are free.
    assert time.monotonic() - begun >= 0.25
    assert begin(stranger, {"secret": SECRET}).status == 204


def test_sessions_are_bounded(front: Front, stranger: Front) -> None:
    first, second, *_ = [cookie_of(begin(front, {"secret": SECRET})) for _ in range(65)]
    for cookie, status in ((first, 401), (second, 200)):
        assert ask(stranger, "GET", "/openrpc.json", Cookie=cookie).status == status


def test_a_session_needs_the_secret(stranger: Front) -> None:
    cases: Dict[int, Any] = {
        401: [{"secret": "0" * 64}, {"secret": ""}, {"launch": SECRET}, {"launch": "x"}],
        400: [{}, [], {"secret": 1}, b"{"],
    }
    for status, bodies in cases.items():
        for body in bodies:
            answer = begin(stranger, body)
            assert answer.status == status and "set-cookie" not in answer.fields, body
            assert answer.json["error"].endswith(".") and SECRET not in answer.json["error"]
            assert ("www-authenticate" in answer.fields) == (status == 401)
    right = {"secret": SECRET}
    assert begin(stranger, right, Content_Type="text/plain").status == 415
    assert begin(stranger, right, Origin="http://evil.example").status == 403
    assert begin(stranger, right, Host="evil.example").status == 421
    assert begin(stranger, {**right, "x": "x" * 2000}).status == 413
    refused = ask(stranger, "GET", "/session")
    assert refused.status in (401, 405)


def test_a_unix_socket_needs_no_session(serving: Serving) -> None:
    unix = Front(serving.addresses["http-socket"])
    for path in ("/openrpc.json", "/avatars/octocat", "/readyz"):
        with unix.connect() as connection:
            connection.sendall(unix.get(path))
            response = http.client.HTTPResponse(connection)
            response.begin()
            assert response.status == 200
