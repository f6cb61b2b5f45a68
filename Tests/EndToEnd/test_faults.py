"""A lying, slow or absent GitHub; its limits; and the log of requests."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any, Dict

import pytest

from harness.patience import PATIENT
from harness.processes import Processes
from harness.wire import framed, request

OCTOCAT = {"login": "octocat"}
PAGE = "https://github.com/octocat"


def upstream(cause: str, attempts: int, status: Any = None) -> Dict[str, Any]:
    data = {"kind": "upstreamUnavailable", "cause": cause, "attempts": attempts}
    return data if status is None else {**data, "status": status}


#: The error that each fault of the sandbox becomes (protocol.md, "Errors").
FAULTS = {
    "reset": (1503, upstream("reset", 3)),
    "truncate": (1503, upstream("reset", 3)),
    "timeout": (1503, upstream("timeout", 3)),
    "slowDrip": (1503, upstream("timeout", 3)),
    "http500": (1503, upstream("http", 1, 500)),
    "http502": (1503, upstream("http", 3, 502)),
    "http503": (1503, upstream("http", 3, 503)),
    "malformed": (1502, {"kind": "upstreamInvalid", "status": 200}),
    "wrongType": (1502, {"kind": "upstreamInvalid", "status": 200}),
    "secondaryLimit": (
        1429,
        {"kind": "rateLimited", "resource": "core", "secondary": True, "retryAfterSeconds": 60},
    ),
}


@pytest.mark.parametrize("kind", FAULTS)
@pytest.mark.parametrize("place", ["/users/octocat", "/users/octocat/repos"])
def test_each_fault_gives_its_error(kind: str, place: str, processes: Processes) -> None:
    ends = kind not in ("timeout", "slowDrip")
    serving = processes.serve(*(PATIENT if ends else ["--upstream-timeout", "0.4"]))
    serving.sandbox.fault(kind, place)
    server = serving.stdio()
    error = server.error("user.summary", OCTOCAT)
    code, data = FAULTS[kind]
    assert error["code"] == code, error
    assert {name: error["data"].get(name) for name in data} == data
    assert error["data"]["retryable"] is True and error["data"]["profileUrl"] == PAGE
    if code != 1429:
        # The response was not stored.
        serving.sandbox.configure(faults=[])
        assert server.result("user.summary", OCTOCAT)["totalRepositories"] > 0


@pytest.mark.parametrize("kind", ["reset", "http502", "http503", "truncate"])
@pytest.mark.parametrize("times", [1, 2])
def test_a_request_that_fails_at_most_twice_is_retried(
    kind: str, times: int, processes: Processes
) -> None:
    serving = processes.serve()
    serving.sandbox.fault(kind, "/users/octocat", times)
    result = serving.stdio().result("user.summary", OCTOCAT)
    assert result["freshness"]["source"] == "network"
    assert serving.sandbox.stats()["byPath"]["/users/octocat"] == times + 1


@pytest.mark.parametrize(
    ("url", "cause"),
    [("http://127.0.0.1:1", "connect"), ("http://no-such-host.invalid", "dns")],
)
def test_an_unreachable_upstream_gives_the_cause(
    url: str, cause: str, processes: Processes
) -> None:
    done = processes.run(
        "call", "--api-url", url, "--cache", ":memory:", "user.summary", '["octocat"]'
    )
    assert done.returncode == 1
    error = json.loads(done.stderr)
    assert (error["code"], error["data"]["cause"], error["data"]["attempts"]) == (1503, cause, 3)


def test_an_upstream_without_tls_gives_the_cause(processes: Processes) -> None:
    sandbox = processes.start_sandbox()
    url = sandbox.url.replace("http://", "https://")
    done = processes.run(
        "call", "--api-url", url, "--cache", ":memory:", "user.summary", '["octocat"]'
    )
    error = json.loads(done.stderr)
    assert (done.returncode, error["code"], error["data"]["cause"]) == (1, 1503, "tls")


def test_a_used_up_limit_gives_1429_without_further_requests(processes: Processes) -> None:
    serving = processes.serve("--sandbox-option", "rate-limit=2")
    server = serving.stdio()
    server.result("user.summary", OCTOCAT)
    error = server.error("user.summary", {"login": "github"})
    data = error["data"]
    assert error["code"] == 1429 and "sign in" in error["message"]
    wait = data.pop("retryAfterSeconds")
    assert 0 < wait <= 3600 and data.pop("resetAt").endswith("Z")
    assert data == {
        "kind": "rateLimited", "retryable": True, "resource": "core", "limit": 2, "remaining": 0,
        "secondary": False, "profileUrl": "https://github.com/github",
    }  # fmt: skip
    asked = serving.sandbox.requests
    for login in ("github", "someone-else"):
        assert server.error("user.summary", {"login": login})["code"] == 1429
    assert serving.sandbox.requests == asked
    # Search has its own limit. Neither rate.status nor the cache uses any.
    assert "result" in server.call("search.users", {"query": "octocat"})
    core = server.result("rate.status")["resources"]["core"]
    assert (core["limit"], core["remaining"], core["used"]) == (2, 0, 2)
    assert server.result("user.summary", OCTOCAT)["freshness"]["source"] == "cache"
    kept = server.result("user.summary", {**OCTOCAT, "refresh": True})
    assert (kept["freshness"]["source"], kept["user"]["login"]) == ("stale", "octocat")


def test_using_up_the_search_limit_leaves_core_alone(processes: Processes) -> None:
    serving = processes.serve("--sandbox-option", "rate-limit=60")
    server = serving.stdio()
    answers = [server.call("search.users", {"query": f"cat{n}"}) for n in range(12)]
    spent = [answer["error"] for answer in answers if "error" in answer]
    assert spent and all(error["data"]["resource"] == "search" for error in spent)
    assert all(0 < error["data"]["retryAfterSeconds"] <= 60 for error in spent)
    asked = serving.sandbox.requests
    assert server.error("search.users", {"query": "dog"})["code"] == 1429
    assert serving.sandbox.requests == asked
    assert server.result("user.summary", OCTOCAT)["freshness"]["source"] == "network"


LIMITS = "https://docs.github.com/rest/overview/"
#: The five meanings of a 403, each with GitHub's headers and body.
FORBIDDEN: Dict[str, Any] = {
    "primary": (
        {"X-RateLimit-Limit": "60", "X-RateLimit-Remaining": "0", "X-RateLimit-Resource": "core"},
        {"message": "API rate limit exceeded for 192.0.2.1.", "documentation_url": LIMITS},
        (1429, "GitHub's hourly limit is used up; try again at "),
    ),
    "secondary": (
        {"X-RateLimit-Remaining": "41", "Retry-After": "7"},
        {"message": "You have exceeded a secondary rate limit.", "documentation_url": LIMITS},
        (1429, "GitHub asks for fewer requests at a time; try again in 7 s."),
    ),
    "permission": (
        {"X-RateLimit-Remaining": "0"},
        {"message": "Resource not accessible by personal access token"},
        (1403, "GitHub refuses this: Resource not accessible by personal access token. Sign in"),
    ),
    "no User-Agent": (
        {"Content-Type": "text/html; charset=utf-8"},
        "\nRequest forbidden by administrative rules. Please make sure your request has a "
        "User-Agent header (https://docs.github.com). Check the docs for other causes.\n",
        (1403, "GitHub refuses this server's requests: Request forbidden by administrative rules."),
    ),
    "blocked": (
        {},
        {"message": "Repository access blocked", "block": {"reason": "dmca"}},
        (1403, "GitHub has blocked this: Repository access blocked. Its page says why."),
    ),
}


@pytest.mark.parametrize("kind", FORBIDDEN)
def test_the_five_meanings_of_a_403_are_distinguished(
    kind: str, processes: Processes, tmp_path: Path
) -> None:
    headers, body, (code, sentence) = FORBIDDEN[kind]
    headers = {"Content-Type": "application/json; charset=utf-8", **headers}
    recorded = tmp_path / "recorded.jsonl"
    request = {"method": "GET", "path": "/users/octocat", "query": {}}
    response = {"status": 403, "headers": headers, "body": body}
    recorded.write_text(json.dumps({"request": request, "response": response}) + "\n")
    serving = processes.serve("--sandbox-option", f"replay={recorded}")
    server = serving.stdio()
    error = server.error("user.avatar", OCTOCAT)
    assert error["code"] == code and error["message"].startswith(sentence), error
    assert error["data"]["profileUrl"] == PAGE
    # After a limit no further request is sent. A refusal does not prevent further requests.
    asked = serving.sandbox.requests
    again = server.call("user.avatar", {"login": "github"})
    assert ("error" in again) == (code == 1429)
    assert (serving.sandbox.requests == asked) == (code == 1429)
    assert "result" in server.call("search.users", {"query": "octocat"})


def test_with_the_limit_used_up_random_users_come_from_the_cache(processes: Processes) -> None:
    serving = processes.serve("--sandbox-option", "rate-limit=2")
    server = serving.stdio()
    known = {u["id"] for s in (1, 2) for u in server.result("users.random", {"seed": s})["users"]}
    result = server.result("users.random", {"count": 5})
    assert result["freshness"]["source"] == "stale"
    assert {user["id"] for user in result["users"]} <= known and len(result["users"]) == 5


def test_with_the_limit_used_up_and_no_cache_random_users_give_an_error(
    processes: Processes
) -> None:
    done = processes.run("call", "--sandbox", "--sandbox-option", "rate-limit=0", "users.random")
    assert (done.returncode, json.loads(done.stderr)["code"]) == (1, 1429)


def test_the_sandbox_command_has_githubs_own_limit(processes: Processes) -> None:
    sandbox = processes.start_sandbox()
    done = processes.run("call", "--api-url", sandbox.url, "--cache", ":memory:", "rate.status")
    resources = json.loads(done.stdout)["resources"]
    assert resources["core"]["limit"] == 60 and resources["search"]["limit"] == 10
    assert sandbox.requests == 1


@pytest.mark.parametrize("source", ["variable", "file"])
@pytest.mark.parametrize("format", ["text", "json"])
@pytest.mark.parametrize("token", ["ghp_0123456789abcdefghijklmnopqrstuvwxyz", "ghp_bad456789"])
def test_a_token_is_sent_but_never_shown(
    token: str, format: str, source: str, processes: Processes, tmp_path: Path
) -> None:
    cache = tmp_path / "cache.sqlite"
    flags = ["--api-url", processes.start_sandbox().url, "--cache", str(cache)]
    flags += ["--log-level", "trace", "--log-http", "--log-format", format]
    environment = {"GITXPLORER_TOKEN": token} if source == "variable" else processes.token(token)
    requests = [
        request("rate.status", None, "rate"),
        request("user.summary", OCTOCAT, "summary"),
        request("user.summary", {"login": "no-such-user-anywhere-at-all-0"}, "missing"),
    ]
    done = processes.run(
        "serve", *flags, input=b"".join(map(framed, requests)), environment=environment
    )
    answers = {a["id"]: a for a in map(json.loads, done.stdout.splitlines())}
    if "bad" in token:
        assert answers["summary"]["error"]["code"] == 1401
        assert answers["summary"]["error"]["data"]["status"] == 401
    else:
        assert answers["rate"]["result"]["authenticated"] is True
    assert b"/users/octocat" in done.stderr
    stored = b"".join(path.read_bytes() for path in tmp_path.glob("cache.sqlite*"))
    hidden = [token, token[4:], base64.b64encode(token.encode()).decode()]
    for secret in hidden:
        for place in (done.stdout, done.stderr, stored):
            assert secret.encode() not in place


def test_the_request_log_has_the_documented_fields(processes: Processes) -> None:
    done = processes.run(
        *["call", "--sandbox", "--log-http", "--log-format", "json"],
        *["user.summary", '["octocat"]'],
    )
    lines = [json.loads(line) for line in done.stderr.splitlines()]
    assert len(lines) == 2
    for line in lines:
        text = json.dumps(line)
        assert "GET" in text and "/users/octocat" in text and "200" in text
        for member in ("status", "bytes", "ms", "remaining"):
            assert member in text
    assert processes.run("call", "--sandbox", "user.summary", '["octocat"]').stderr == b""


def test_a_failed_transfer_logs_no_remaining_limit(processes: Processes) -> None:
    serving = processes.serve("--log-http", "--log-format", "json")
    serving.sandbox.fault("truncate", "/users/octocat", 1)
    server = serving.stdio()
    server.result("user.summary", OCTOCAT)
    server.end_input()
    assert serving.wait() == 0
    # The profile and the repositories are requested at once, so either may end first.
    lines = [json.loads(line) for line in serving.log.splitlines()]
    [cut] = [line for line in lines if "outcome" in line]
    assert cut["outcome"] == "reset" and "remaining" not in cut and "status" not in cut
    whole = [line for line in lines if line is not cut]
    assert len(whole) == 2 and all("remaining" in line for line in whole)
