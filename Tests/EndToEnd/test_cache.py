"""The cache: freshness, two processes, offline, identities."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, Dict

import pytest

from harness.clock import Clock
from harness.patience import ENDLESS
from harness.processes import Processes, Serving
from harness.terminal import shown_on

OCTOCAT = {"login": "octocat"}


@pytest.fixture
def serving(processes: Processes) -> Serving:
    return processes.serve()


def source(result: Dict[str, Any]) -> str:
    return result["freshness"]["source"]


def without_freshness(result: Dict[str, Any]) -> Dict[str, Any]:
    return {name: value for name, value in result.items() if name != "freshness"}


CALLS = [
    ("user.summary", OCTOCAT),
    ("repos.list", OCTOCAT),
    ("search.users", {"query": "octocat"}),
    ("users.random", {"seed": 1}),
    ("users.random", {"seed": 1, "sampling": "independent", "count": 3}),
]


@pytest.mark.parametrize(("method", "params"), CALLS, ids=[f"{m} {p}" for m, p in CALLS])
def test_the_second_result_is_the_first_from_the_cache(
    method: str, params: Any, serving: Serving
) -> None:
    server = serving.stdio()
    first = server.result(method, params)
    asked = serving.sandbox.requests
    second = server.result(method, params)
    assert serving.sandbox.requests == asked > 0
    assert (source(first), source(second)) == ("network", "cache")
    assert without_freshness(first) == without_freshness(second)
    assert first["freshness"]["fetchedAt"] == second["freshness"]["fetchedAt"]


def test_methods_share_stored_responses(serving: Serving) -> None:
    server = serving.stdio()
    server.result("user.summary", OCTOCAT)
    asked = serving.sandbox.requests
    assert source(server.result("repos.list", OCTOCAT)) == "cache"
    assert source(server.result("repos.list", {**OCTOCAT, "limit": 1})) == "cache"
    assert serving.sandbox.requests == asked


def test_concurrent_equal_requests_share_their_transfers(processes: Processes) -> None:
    serving = processes.serve("--sandbox-option", "latency=300")
    server = serving.stdio()
    server.send(*[{"jsonrpc": "2.0", "id": n, "method": "user.summary", "params": OCTOCAT}
                  for n in range(20)])  # fmt: skip
    assert all("result" in answer for answer in server.receive_answers(20))
    assert serving.sandbox.requests == 2


def test_refresh_and_max_age_0_revalidate(serving: Serving) -> None:
    server = serving.stdio()
    server.result("user.summary", OCTOCAT)
    for number, more in enumerate(({"refresh": True}, {"maxAge": 0}), 1):
        assert source(server.result("user.summary", {**OCTOCAT, **more})) == "revalidated"
        assert serving.sandbox.stats()["notModified"] == 2 * number
    asked = serving.sandbox.requests
    assert source(server.result("user.summary", {**OCTOCAT, "maxAge": 3600})) == "cache"
    assert source(server.result("user.summary", OCTOCAT)) == "cache"
    assert serving.sandbox.requests == asked


def test_an_upstream_change_is_seen_after_revalidation(serving: Serving) -> None:
    server = serving.stdio()
    before = server.result("user.summary", OCTOCAT)
    serving.sandbox.mutate(repo="octocat/Hello-World", stars=50000)
    assert source(server.result("user.summary", OCTOCAT)) == "cache"
    after = server.result("user.summary", {**OCTOCAT, "refresh": True})
    old = next(r["stars"] for r in before["topRepositories"] if r["name"] == "Hello-World")
    assert after["topRepositories"][0]["fullName"] == "octocat/Hello-World"
    assert after["totalStars"] == before["totalStars"] - old + 50000
    # Nothing of the old response is left in the cache.
    assert without_freshness(server.result("user.summary", OCTOCAT)) == without_freshness(after)


def test_a_deleted_user_gives_not_found(serving: Serving) -> None:
    server = serving.stdio()
    serving.sandbox.mutate(user="octocat", delete=True)
    error = server.error("user.summary", OCTOCAT)
    assert (error["code"], error["data"]["status"]) == (1404, 404)


FAILURES = ["reset", "http500", "http503", "secondaryLimit", "malformed"]


@pytest.mark.parametrize("kind", FAILURES)
def test_stored_responses_are_served_when_upstream_fails(kind: str, serving: Serving) -> None:
    server = serving.stdio()
    first = server.result("user.summary", OCTOCAT)
    serving.sandbox.fault(kind, "/users/*")
    for more in ({"maxAge": 0}, {"refresh": True}):
        second = server.result("user.summary", {**OCTOCAT, **more})
        # Fresh by GitHub's lifetime, but not by the caller's: either source is allowed.
        assert source(second) in ("cache", "stale")
        assert without_freshness(second) == without_freshness(first)
    assert server.error("user.summary", {"login": "github"})["code"] in (1429, 1502, 1503)


@pytest.fixture
def expiring(tmp_path: Path) -> str:
    """A file to replay: octocat's profile and repositories, which expire immediately."""
    profile = {
        **{"login": "octocat", "id": 583231, "type": "User"},
        **{"html_url": "https://github.com/octocat"},
        **{"url": "https://api.github.com/users/octocat", "name": None, "company": None},
        **{"avatar_url": "https://avatars.githubusercontent.com/u/583231?v=4", "location": None},
        **{"bio": None, "blog": "", "public_repos": 0, "followers": 1, "following": 2},
        **{"created_at": "2011-01-25T18:44:36Z"},
    }
    lines = []
    bodies: Dict[str, Any] = {"/users/octocat": profile, "/users/octocat/repos": []}
    for number, (path, body) in enumerate(bodies.items()):
        headers = {"Content-Type": "application/json; charset=utf-8", "ETag": f'"{number}"'}
        headers["Cache-Control"] = "private, max-age=0"
        request = {"method": "GET", "path": path, "query": {}}
        response = {"status": 200, "headers": headers, "body": body}
        lines.append(json.dumps({"request": request, "response": response}))
    path = tmp_path / "expiring.jsonl"
    path.write_text("\n".join(lines))
    return str(path)


#: With a token GitHub's own lifetimes apply.
SIGNED_IN = "ghp_any"


@pytest.mark.parametrize("kind", FAILURES)
def test_an_expired_result_is_stale_while_upstream_fails(
    kind: str, expiring: str, processes: Processes
) -> None:
    option = ["--sandbox-option", f"replay={expiring}"]
    serving = processes.serve(*option, environment=processes.token(SIGNED_IN))
    server = serving.stdio()
    first = server.result("user.summary", OCTOCAT)
    assert (source(first), first["user"]["followers"]) == ("network", 1)
    assert source(server.result("user.summary", OCTOCAT)) == "revalidated"
    serving.sandbox.fault(kind, "/users/*")
    for _ in range(2):
        stale = server.result("user.summary", OCTOCAT)
        assert source(stale) == "stale"
        assert without_freshness(stale) == without_freshness(first)
    assert server.result("cache.stats")["staleServed"] > 0
    if kind != "secondaryLimit":
        serving.sandbox.configure(faults=[])
        assert source(server.result("user.summary", OCTOCAT)) == "revalidated"


def test_a_recently_expired_result_may_be_returned_at_once(
    expiring: str, processes: Processes
) -> None:
    option = ["--sandbox-option", f"replay={expiring}", "--stale-while-revalidate", "600"]
    serving = processes.serve(*option, environment=processes.token(SIGNED_IN))
    server = serving.stdio()
    assert source(server.result("user.summary", OCTOCAT)) == "network"
    serving.sandbox.configure(latencyMs=ENDLESS)
    assert source(server.result("user.summary", OCTOCAT)) == "stale"


def test_an_expired_result_is_stale_when_offline(
    expiring: str, processes: Processes, tmp_path: Path
) -> None:
    sandbox = processes.start_sandbox("--replay", expiring)
    flags = ["--api-url", sandbox.url, "--cache", str(tmp_path / "cache.sqlite")]
    for more, expected in (([], "network"), (["--offline"], "stale")):
        done = processes.run(
            "call", *flags, *more, "user.summary", '["octocat"]', environment=processes.token(SIGNED_IN)
        )
        assert f'"source":"{expected}"'.encode() in done.stdout
    assert sandbox.requests == 2


def test_two_processes_use_one_file(processes: Processes, tmp_path: Path) -> None:
    sandbox = processes.start_sandbox()
    flags = ["--api-url", sandbox.url, "--cache", str(tmp_path / "cache.sqlite")]
    one = processes.serve(*flags, sandbox=False).stdio()
    two = processes.serve(*flags, sandbox=False).stdio()
    first = one.result("user.summary", OCTOCAT)
    asked = sandbox.requests
    assert asked > 0
    # The statistics describe the file, so they wait for pending writes.
    one.result("cache.stats")
    second = two.result("user.summary", OCTOCAT)
    assert (source(first), source(second)) == ("network", "cache")
    assert without_freshness(first) == without_freshness(second)
    assert sandbox.requests == asked
    two.result("repos.list", {"login": "github"})
    two.result("cache.stats")
    asked = sandbox.requests
    assert source(one.result("repos.list", {"login": "github"})) == "cache"
    assert sandbox.requests == asked


def test_the_cache_survives_a_restart(processes: Processes, tmp_path: Path) -> None:
    sandbox = processes.start_sandbox()
    flags = ["--api-url", sandbox.url, "--cache", str(tmp_path / "cache.sqlite")]
    for expected in ("network", "cache"):
        done = processes.run("call", *flags, "user.summary", '["octocat"]')
        assert f'"source":"{expected}"'.encode() in done.stdout
    assert sandbox.requests == 2
    assert (tmp_path / "cache.sqlite").stat().st_mode & 0o077 == 0


def test_a_stored_result_is_replaced_with_the_responses_it_was_made_of(
    processes: Processes, tmp_path: Path
) -> None:
    sandbox = processes.start_sandbox()
    flags = ["--api-url", sandbox.url, "--cache", str(tmp_path / "cache.sqlite")]

    def ask(**params: object) -> Any:
        done = processes.run(
            "call", *flags, "user.summary", json.dumps({"login": "octocat", **params})
        )
        return json.loads(done.stdout)

    before = ask()
    sandbox.mutate(repo="octocat/Hello-World", stars=50000)
    kept = ask()
    assert (source(kept), kept["totalStars"]) == ("cache", before["totalStars"])
    renewed = ask(refresh=True)
    assert renewed["totalStars"] > kept["totalStars"]
    asked = sandbox.requests
    assert without_freshness(ask()) == without_freshness(renewed)
    assert sandbox.requests == asked
    processes.run("cache", "clear", "--cache", str(tmp_path / "cache.sqlite"))
    assert source(ask()) == "network"


def test_two_processes_may_write_concurrently(processes: Processes, tmp_path: Path) -> None:
    sandbox = processes.start_sandbox("--rate-limit", "100000")
    flags = ["--api-url", sandbox.url, "--cache", str(tmp_path / "cache.sqlite")]
    servers = [processes.serve(*flags, sandbox=False).stdio() for _ in range(2)]
    for number in range(40):
        for server in servers:
            params = {"seed": number % 25, "count": 2}
            message = {"jsonrpc": "2.0", "id": number, "method": "users.random"}
            server.send({**message, "params": params})
    for server in servers:
        assert all("result" in answer for answer in server.receive_answers(40))
    done = processes.run("cache", "check", "--cache", str(tmp_path / "cache.sqlite"))
    assert done.returncode == 0


def test_offline_the_cache_answers_or_the_error_is_1510(
    processes: Processes, tmp_path: Path
) -> None:
    sandbox = processes.start_sandbox()
    flags = ["--api-url", sandbox.url, "--cache", str(tmp_path / "cache.sqlite")]
    assert processes.run("call", *flags, "user.summary", '["octocat"]').returncode == 0
    asked = sandbox.requests
    server = processes.serve(*flags, "--offline", sandbox=False).stdio()
    assert source(server.result("user.summary", OCTOCAT)) == "cache"
    for method, params in (("user.summary", {"login": "github"}), ("rate.status", {})):
        error = server.error(method, params)
        assert (error["code"], error["data"]["kind"]) == (1510, "offline")
        assert error["data"]["retryable"] is False
    assert sandbox.requests == asked


def test_offline_without_a_cache_the_error_is_1510(processes: Processes) -> None:
    done = processes.run("call", "--sandbox", "--offline", "user.summary", '["octocat"]')
    assert done.returncode == 1 and b'"code":1510' in done.stdout + done.stderr


def test_responses_of_one_identity_are_not_served_to_another_unless_github_confirms_them(
    processes: Processes, tmp_path: Path
) -> None:
    sandbox = processes.start_sandbox()
    flags = ["--api-url", sandbox.url, "--cache", str(tmp_path / "cache.sqlite")]
    asked = 0
    for token, source in (("", b"network"), ("ghp_one", b"revalidated"), ("ghp_two", b"revalidated")):
        done = processes.run(
            "call", *flags, "user.summary", '["octocat"]', environment={"GITXPLORER_TOKEN": token}
        )
        assert b'"source":"%s"' % source in done.stdout
        assert sandbox.requests > asked
        asked = sandbox.requests


def test_a_path_prefix_of_the_api_url_is_kept(processes: Processes) -> None:
    sandbox = processes.start_sandbox()
    done = processes.run("call", "--api-url", sandbox.url + "/api/v3", "repos.list", '["github"]')
    assert done.returncode == 0
    paths = list(sandbox.stats()["byPath"])
    assert paths and all(path.startswith("/api/v3/") for path in paths)


def test_clearing_one_login_leaves_the_other(serving: Serving) -> None:
    server = serving.stdio()
    for login in ("octocat", "github"):
        server.result("user.summary", {"login": login})
    assert server.result("cache.clear", OCTOCAT)["removed"] == 2
    assert source(server.result("user.summary", {"login": "github"})) == "cache"
    assert source(server.result("user.summary", OCTOCAT)) == "network"
    assert server.result("cache.clear")["removed"] > 2
    assert server.result("cache.stats")["entries"] == 0
    assert source(server.result("user.summary", {"login": "github"})) == "network"


def test_clearing_a_login_also_removes_pages_addressed_by_id(serving: Serving) -> None:
    server = serving.stdio()
    # A profile and three pages, of which two are at `/user/ID/repos`.
    server.result("user.summary", {"login": "exactly-250"})
    assert server.result("cache.clear", {"login": "exactly-250"}) == {"removed": 4}


def test_statistics_count_hits_and_misses(serving: Serving) -> None:
    server = serving.stdio()

    def counts() -> Dict[str, int]:
        return server.result("cache.stats")

    start = counts()
    assert (start["path"], start["maxBytes"], start["entries"]) == (":memory:", 268435456, 0)
    server.result("repos.list", OCTOCAT)
    filled = counts()
    assert filled["misses"] > 0 and filled["entries"] == filled["misses"] and filled["hits"] == 0
    server.result("repos.list", OCTOCAT)
    assert counts()["hits"] > 0 and counts()["misses"] == filled["misses"]
    server.result("repos.list", {**OCTOCAT, "refresh": True})
    assert counts()["revalidations"] > 0


def test_statistics_report_the_requests_saved(processes: Processes) -> None:
    sandbox = processes.start_sandbox()
    always = ["--api-url", sandbox.url]
    serving = processes.serve(*always, sandbox=False, environment=processes.token(SIGNED_IN))
    server = serving.stdio()
    server.result("user.summary", OCTOCAT)
    before = server.result("cache.stats")
    assert (before["requestsSpared"], before["rateLimitSpared"], before["misses"]) == (0, 0, 2)
    for _ in range(5):
        # Two responses each time, whether the result is stored or computed from them.
        server.result("user.summary", OCTOCAT)
        server.result("user.summary", {**OCTOCAT, "maxAge": 3600})
    server.result("user.summary", {**OCTOCAT, "refresh": True})
    after = server.result("cache.stats")
    assert (after["requestsSpared"], after["rateLimitSpared"]) == (20, 22)
    assert after["hits"] == 5 + 10 and after["revalidations"] == 2
    [host] = after["hosts"]
    assert host["host"] == f"127.0.0.1:{sandbox.port}" and host["entries"] == after["entries"] == 2
    assert 0 < host["bytes"] < after["bytes"] and after["oldest"] <= after["newest"]
    server.end_input()
    assert serving.wait() == 0
    done = processes.run("cache", "stats")
    told = json.loads(done.stdout)
    for name in ("hits", "misses", "revalidations", "requestsSpared", "rateLimitSpared"):
        assert told[name] == after[name], name
    assert told["entries"] == 2 and told["hosts"] == [host]
    assert told["since"] == after["lifetime"]["since"] or after["lifetime"]["since"] is None
    # The next server counts from 0 and continues the totals. It finds the stored result.
    again = processes.serve(*always, sandbox=False, environment=processes.token(SIGNED_IN)).stdio()
    again.result("user.summary", OCTOCAT)
    last = again.result("cache.stats")
    assert (last["hits"], last["requestsSpared"]) == (1, 2)
    assert last["lifetime"]["hits"] == after["hits"] + 1


def test_the_command_shows_a_table_on_a_terminal(processes: Processes, tmp_path: Path) -> None:
    path = str(tmp_path / "cache.sqlite")
    processes.run("call", "--sandbox", "--cache", path, "user.summary", '["octocat"]')
    leader, follower = os.openpty()
    try:
        shown = processes.popen("cache", "stats", "--cache", path, stdout=follower)
        assert shown.wait() == 0
    finally:
        os.close(follower)
    rows = dict(line.split(None, 1) for line in shown_on(leader).splitlines() if line.strip())
    assert rows["responses"] == "2" and rows["misses"] == "2" and "file" in rows


def test_a_clear_in_another_process_reaches_a_running_server(
    processes: Processes, tmp_path: Path
) -> None:
    sandbox = processes.start_sandbox()
    path = str(tmp_path / "cache.sqlite")
    server = processes.serve("--api-url", sandbox.url, "--cache", path, sandbox=False).stdio()
    for removal in ([], ["--login", "octocat"]):
        assert source(server.result("user.summary", OCTOCAT)) == "network"
        assert source(server.result("user.summary", OCTOCAT)) == "cache"
        # Waits until the result has been written, which happens after the response.
        assert server.result("cache.stats")["entries"] == 2
        assert processes.run("cache", "clear", "--cache", path, *removal).returncode == 0
    assert source(server.result("user.summary", OCTOCAT)) == "network"


STARGAZERS = {"owner": "octocat", "name": "Hello-World"}

#: How long an answer is fresh, in seconds: GitHub's own time for who signed in, five minutes for
#: others, whom a 304 costs as much as a 200; a minute for searches, which GitHub cannot confirm;
#: what the host says for images.
LIFETIMES = [
    ("user.summary", OCTOCAT, "ghp_any", 60, "revalidated"),
    ("user.summary", OCTOCAT, "", 300, "revalidated"),
    ("repo.stargazers", STARGAZERS, "ghp_any", 60, "revalidated"),
    ("search.users", {"query": "octocat"}, "ghp_any", 60, "network"),
    ("search.users", {"query": "octocat"}, "", 60, "network"),
    ("user.avatar", OCTOCAT, "", 300, "revalidated"),
]


@pytest.mark.parametrize(("method", "params", "token", "seconds", "then"), LIFETIMES)
def test_a_result_is_fresh_for_its_lifetime_and_then_requested_again(
    method: str, params: Any, token: str, seconds: int, then: str,
    processes: Processes, tmp_path: Path,
) -> None:  # fmt: skip
    clock = Clock(tmp_path)
    environment = {**clock.environment, "GITXPLORER_TOKEN": token}
    sandbox = processes.start_sandbox()
    server = processes.serve("--api-url", sandbox.url, sandbox=False, environment=environment)
    connection = server.stdio()
    assert source(connection.result(method, params)) == "network"
    # Ten seconds less, because the real clock advances as well.
    clock.advance(seconds - 10)
    assert source(connection.result(method, params)) == "cache"
    clock.advance(10)
    assert source(connection.result(method, params)) == then


def test_clock_jumps_of_a_day_keep_nothing_fresh_forever(
    processes: Processes, tmp_path: Path
) -> None:
    clock = Clock(tmp_path)
    sandbox = processes.start_sandbox()
    server = processes.serve(
        "--api-url", sandbox.url, sandbox=False, environment={**processes.token(SIGNED_IN), **clock.environment}
    ).stdio()
    server.result("user.summary", OCTOCAT)
    for jump in (86_400, -86_400, -86_400, 86_400):
        clock.advance(jump)
        assert source(server.result("user.summary", OCTOCAT)) == "revalidated"
        assert source(server.result("user.summary", OCTOCAT)) == "cache"
        clock.advance(50)
        assert source(server.result("user.summary", OCTOCAT)) == "cache"
        clock.advance(10)
        assert source(server.result("user.summary", OCTOCAT)) == "revalidated"


def test_every_change_of_the_token_causes_new_requests(processes: Processes) -> None:
    serving = processes.serve()
    server = serving.stdio()
    missing = {"login": "no-such-user-at-all-0"}

    def asked() -> int:
        return serving.sandbox.stats()["byPath"].get("/users/octocat", 0)

    for number, change in enumerate(
        [None, {"token": "ghp_one"}, {"token": "ghp_two"}, "logout"], start=1
    ):
        if change == "logout":
            server.result("auth.logout")
        elif change:
            server.result("auth.login", change)
        # An anonymous response may be returned to another anonymous client.
        expected = number if change != "logout" else number - 1
        for _ in range(2):
            server.result("user.summary", OCTOCAT)
            assert asked() == expected
        before = serving.sandbox.requests
        assert server.error("user.summary", missing)["code"] == 1404
        # A response for another identity does not answer it.
        assert serving.sandbox.requests > before


def test_a_small_cache_stays_small(processes: Processes, tmp_path: Path) -> None:
    flags = ["--cache", str(tmp_path / "cache.sqlite"), "--cache-max-bytes", "200000"]
    server = processes.serve(*flags).stdio()
    for seed in range(60):
        server.result("users.random", {"seed": seed, "count": 20})
    stats = server.result("cache.stats")
    assert stats["evictions"] > 0 and stats["entries"] > 0
    assert stats["bytes"] <= stats["maxBytes"] == 200000


def test_the_sandbox_has_no_cache_file_by_default(processes: Processes) -> None:
    done = processes.run("call", "--sandbox", "user.summary", '["octocat"]')
    assert done.returncode == 0
    assert not Path(processes.environment["XDG_CACHE_HOME"]).exists()


def test_pages_are_requested_concurrently_up_to_the_limit(processes: Processes) -> None:
    for bound, expected in (("1", 1), ("3", 3)):
        flags = ["--upstream-concurrency", bound, "--sandbox-option", "latency=100"]
        serving = processes.serve(*flags)
        serving.stdio().result("users.random", {"count": 8, "seed": 2, "sampling": "independent"})
        assert serving.sandbox.stats()["maxInFlight"] == expected
