"""The sandbox resists web pages and absurd requests."""

from __future__ import annotations

import http.client
import re
import urllib.parse
import urllib.request
from typing import Dict, Optional

import pytest

from harness.processes import Processes
from harness.sandbox import Sandbox

JSON = {"Content-Type": "application/json"}


@pytest.fixture(scope="module")
def sandbox(module_processes: Processes) -> Sandbox:
    return module_processes.start_sandbox()


def status(
    sandbox: Sandbox, method: str, target: str, headers: Dict[str, Optional[str]], body: str = "{}"
) -> int:
    """The status of one request. ``headers`` replace the usual ones, or drop them if None."""
    connection = http.client.HTTPConnection("127.0.0.1", sandbox.port)
    connection.putrequest(method, target, skip_host=True, skip_accept_encoding=True)
    usual = {"Host": f"127.0.0.1:{sandbox.port}", "Content-Length": str(len(body)), **JSON}
    for name, value in {**usual, **headers}.items():
        if value is not None:
            connection.putheader(name, value)
    connection.endheaders(body.encode())
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return answer.status


@pytest.mark.parametrize("path", ["config", "mutate", "reset", "authorize", "stats"])
def test_no_web_page_can_reach_the_control_endpoints(sandbox: Sandbox, path: str) -> None:
    method = "GET" if path == "stats" else "POST"
    target = f"/_sandbox/{path}"
    assert status(sandbox, method, target, {"Origin": "http://evil.example"}) == 403
    assert status(sandbox, method, target, {"Host": "evil.example"}) == 403
    assert status(sandbox, method, target, {"Host": None}) in (400, 403)
    assert status(sandbox, method, f"http://evil.example{target}", {}) == 403
    own = f"http://127.0.0.1:{sandbox.port}{target}"
    assert status(sandbox, method, own, {"Host": "evil.example"}) == 403
    if method == "POST":
        assert status(sandbox, method, target, {"Content-Type": "text/plain"}) == 415
        assert status(sandbox, method, target, {"Content-Type": None}) == 415
    else:
        assert status(sandbox, method, target, {"Content-Type": None}, "") == 200
        assert status(sandbox, method, own, {"Host": f"localhost:{sandbox.port}"}, "") == 200


def test_a_glob_that_makes_others_backtrack_delays_nothing(processes: Processes) -> None:
    sandbox = processes.start_sandbox()
    for glob in ("*a*a*a*a*a*a*a*a*b", f"*{'a' * 4000}b*", "*" * 500_000 + "b"):
        sandbox.fault("http500", glob)
        assert status(sandbox, "GET", "/users/" + "a" * 8000 + "!", {}, "") == 403
        assert sandbox.stats()["inFlight"] == 0
    assert processes.end_sandbox(sandbox) == 0


def test_the_sandbox_logs_requests_and_names_those_that_it_does_not_simulate(
    processes: Processes,
) -> None:
    serving = processes.popen("sandbox", "--log-http")
    assert serving.process.stdout is not None
    sandbox = Sandbox(serving.process.stdout.readline().decode().split()[-1])
    for target in ("/users?since=3&access_token=ghp_hidden", "/repos/octocat/Hello-World/issues"):
        status(sandbox, "GET", target, {"User-Agent": "tests", "Authorization": "Bearer ghp_hidden"})
    sandbox.stats()
    serving.process.terminate()
    assert serving.wait() == 0
    lines = [re.sub(r"^20\S+ | ms=\d+", "", line) for line in serving.log.splitlines()]
    log = "info gitxplorer.sandbox: GET"
    issues = "/repos/octocat/Hello-World/issues"
    assert lines == [
        f"{log} /users?since=3&access_token=<secret> status=200",
        f"{log} {issues} status=404",
        f"gitxplorer: not simulated: GET {issues}",
        f"{log} /_sandbox/stats status=200",
    ]


def page(sandbox: Sandbox, form: Optional[Dict[str, str]] = None) -> str:
    """The page for device codes, or its response to a form, as a browser gets it."""
    headers = {"Origin": sandbox.url} if form else {}
    data = urllib.parse.urlencode(form).encode() if form else None
    question = urllib.request.Request(f"{sandbox.url}/login/device", data, headers)
    with urllib.request.urlopen(question) as answer:
        return answer.read().decode()


def test_a_person_completes_the_sign_in_in_a_browser(processes: Processes) -> None:
    serving = processes.popen("login", "--sandbox")
    assert serving.process.stdout is not None
    line = serving.process.stdout.readline().decode()
    found = re.match(r"Open (http://127.0.0.1:\d+)/login/device and type in the code (\S+)\.", line)
    assert found, line
    sandbox = Sandbox(found[1])
    secret = re.search(r'name="authenticity_token" value="(\w+)"', page(sandbox))
    assert secret
    form = {"authenticity_token": secret[1], "user_code": found[2], "decision": "approve"}
    assert "The sign-in is approved." in page(sandbox, form)
    assert serving.process.stdout.read().startswith(b"Signed in as octocat")
    assert serving.wait() == 0
