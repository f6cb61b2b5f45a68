"""The rest of the graph: lists of an account, a repository's own page, found repositories."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Dict, List

import pytest

from harness.mcp import tool_call
from harness.patience import ENDLESS
from harness.processes import Processes, Serving
from harness.wire import request

HELLO = {"owner": "octocat", "name": "Hello-World"}
CALLS = {
    "user.followers": {"login": "octocat"},
    "user.following": {"login": "octocat"},
    "user.starred": {"login": "octocat"},
    "repo.summary": HELLO,
    "repo.readme": HELLO,
    "repo.starHistory": HELLO,
    "search.repositories": {"query": "user:octocat"},
}
SIGNED_IN = "ghp_any"


def source(result: Dict[str, Any]) -> str:
    return result["freshness"]["source"]


def replaying(folder: Path, answers: Dict[str, Any]) -> List[str]:
    """Flags of a sandbox that answers a GET of each path with that body."""
    path = folder / "recorded.jsonl"
    with path.open("w") as lines:
        for asked, body in answers.items():
            response = {"status": 200, "headers": {}, "body": body}
            question = {"method": "GET", "path": asked, "query": {}}
            lines.write(json.dumps({"request": question, "response": response}) + "\n")
    return ["--sandbox-option", f"replay={path}"]


@pytest.mark.parametrize("method", CALLS)
def test_an_equal_call_sends_no_request(method: str, processes: Processes) -> None:
    serving = processes.serve()
    server = serving.stdio()
    first = server.result(method, CALLS[method])
    asked = serving.sandbox.requests
    second = server.result(method, CALLS[method])
    assert (source(first), source(second)) == ("network", "cache")
    assert serving.sandbox.requests == asked > 0
    assert {**first, "freshness": None} == {**second, "freshness": None}


@pytest.mark.parametrize("method", sorted(set(CALLS) - {"search.repositories", "repo.summary"}))
def test_a_revalidation_costs_only_304s(method: str, processes: Processes) -> None:
    serving = processes.serve(environment=processes.token(SIGNED_IN))
    server = serving.stdio()
    server.result(method, CALLS[method])
    before = serving.sandbox.stats()
    assert source(server.result(method, {**CALLS[method], "refresh": True})) == "revalidated"
    after = serving.sandbox.stats()
    assert after["requests"] - before["requests"] == after["notModified"] - before["notModified"]


def test_a_summary_is_revalidated_except_for_the_lack_of_a_release(processes: Processes) -> None:
    # GitHub's 404 has no validator.
    serving = processes.serve(environment=processes.token(SIGNED_IN))
    server = serving.stdio()
    server.result("repo.summary", HELLO)
    server.result("repo.summary", {**HELLO, "refresh": True})
    stats = serving.sandbox.stats()
    assert (stats["requests"], stats["notModified"]) == (6, 2)


@pytest.mark.parametrize("method", CALLS)
def test_equal_calls_at_once_share_their_requests(method: str, processes: Processes) -> None:
    alone = processes.serve()
    alone.stdio().result(method, CALLS[method])
    serving = processes.serve()
    server = serving.stdio()
    server.send(*[request(method, CALLS[method], id=number) for number in range(20)])
    answers = server.receive_answers(20)
    assert all("result" in answer for answer in answers)
    assert serving.sandbox.requests == alone.sandbox.requests


def test_a_summary_sends_three_requests_at_once(processes: Processes) -> None:
    serving = processes.serve("--sandbox-option", "latency=300")
    serving.stdio().result("repo.summary", HELLO)
    stats = serving.sandbox.stats()
    assert (stats["requests"], stats["maxInFlight"]) == (3, 3)


@pytest.mark.parametrize("method", CALLS)
def test_what_was_seen_is_there_offline_after_a_restart(
    method: str, processes: Processes, tmp_path: Path
) -> None:
    sandbox = processes.start_sandbox()
    flags = ["--api-url", sandbox.url, "--cache", str(tmp_path / "cache.sqlite")]
    params = json.dumps(CALLS[method])
    assert processes.run("call", *flags, method, params).returncode == 0
    asked = sandbox.requests
    done = processes.run("call", *flags, "--offline", method, params)
    assert source(json.loads(done.stdout)) == "cache"
    assert sandbox.requests == asked


def test_that_there_is_no_readme_is_known_offline(processes: Processes, tmp_path: Path) -> None:
    sandbox = processes.start_sandbox()
    flags = ["--api-url", sandbox.url, "--cache", str(tmp_path / "cache.sqlite")]
    for more in ([], ["--offline"]):
        done = processes.run("call", *flags, *more, "repo.readme", '["exactly-100", "Plain-map"]')
        error = json.loads(done.stderr)
        assert error["code"] == 1404
        assert error["message"] == "exactly-100/Plain-map has no README; open its page instead."
    assert sandbox.requests == 2


@pytest.mark.parametrize("method", sorted(set(CALLS) - {"search.repositories"}))
def test_what_was_seen_is_stale_while_github_fails(method: str, processes: Processes) -> None:
    serving = processes.serve()
    server = serving.stdio()
    first = server.result(method, CALLS[method])
    serving.sandbox.fault("http503")
    second = server.result(method, {**CALLS[method], "refresh": True})
    assert source(second) == "stale"
    assert {**first, "freshness": None} == {**second, "freshness": None}


@pytest.mark.parametrize("method", CALLS)
def test_progress_is_sent_while_github_is_asked_and_only_then(
    method: str, processes: Processes
) -> None:
    server = processes.serve().stdio()
    for kinds in (["begin", "end"], []):
        server.send(request(method, {**CALLS[method], "workDoneToken": "t"}, id=1))
        progress = []
        while "id" not in (message := server.receive()):
            assert message["params"]["token"] == "t"
            progress.append(message["params"]["value"])
        assert message["result"]
        assert [value["kind"] for value in progress if value["kind"] != "report"] == kinds
        assert all(value["title"] for value in progress if value["kind"] == "begin")


@pytest.mark.parametrize("method", CALLS)
def test_a_cancelled_call_aborts_its_transfers(method: str, processes: Processes) -> None:
    serving = processes.serve("--sandbox-option", f"latency={ENDLESS}")
    server = serving.stdio()
    server.send(request(method, CALLS[method], id=1))
    serving.sandbox.wait_for(lambda stats: stats["inFlight"] > 0)
    server.send({"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": 1}})
    assert server.receive()["error"]["code"] == -32800
    serving.sandbox.wait_for(lambda stats: stats["inFlight"] == 0)


def test_clearing_a_login_clears_its_lists_and_its_repositories(processes: Processes) -> None:
    serving = processes.serve()
    server = serving.stdio()
    for method in sorted(set(CALLS) - {"search.repositories"}):
        server.result("cache.clear")
        asked = []
        for _ in range(2):
            before = serving.sandbox.requests
            server.result(method, CALLS[method])
            asked.append(serving.sandbox.requests - before)
            server.result("cache.clear", {"login": "octocat"})
        assert asked[0] == asked[1] > 0, method


def test_clearing_a_present_login_clears_what_was_asked_for_by_a_former_one(
    processes: Processes,
) -> None:
    serving = processes.serve()
    serving.sandbox.mutate(user="octocat", rename="squidcat")
    server = serving.stdio()
    for method in ("repo.readme", "repo.starHistory"):
        server.result(method, HELLO)
    before = serving.sandbox.stats()["byPath"]
    server.result("cache.clear", {"login": "squidcat"})
    for method in ("repo.readme", "repo.starHistory"):
        server.result(method, HELLO)
    after = serving.sandbox.stats()["byPath"]
    for path in ("/repositories/1296269/readme", "/repos/squidcat/Hello-World/stargazers"):
        assert after[path] == 2 * before[path] > 0, path


def test_what_was_missing_with_its_repository_is_asked_for_again(processes: Processes) -> None:
    serving = processes.serve()
    server = serving.stdio()
    serving.sandbox.mutate(user="octocat", delete=True)
    assert server.error("repo.readme", HELLO)["data"]["resource"] == "repository octocat/Hello-World"
    serving.sandbox.reset()
    assert server.result("repo.readme", HELLO)["text"] == "Hello World!\n"


@pytest.mark.parametrize("method", ["repo.summary", "repo.readme", "repo.starHistory"])
def test_a_renamed_owners_repository_has_its_present_name(
    method: str, processes: Processes
) -> None:
    serving = processes.serve()
    serving.sandbox.mutate(user="octocat", rename="squidcat")
    result = serving.stdio().result(method, HELLO)
    found = result["repository"]
    assert (found if isinstance(found, str) else found["fullName"]) == "squidcat/Hello-World"


def test_a_star_history_and_its_stargazers_share_their_pages(processes: Processes) -> None:
    serving = processes.serve()
    server = serving.stdio()
    history = server.result("repo.starHistory", {**HELLO, "points": 4})
    asked = serving.sandbox.requests
    assert asked == 4
    page = server.result("repo.stargazers", {**HELLO, "page": 13, "perPage": 100})
    assert serving.sandbox.requests == asked
    assert history["points"][1] == {"at": page["stargazers"][0]["starredAt"], "stars": 1201}


def test_beyond_40000_stars_the_last_point_alone_covers_the_rest(processes: Processes) -> None:
    serving = processes.serve()
    serving.sandbox.mutate(repo="octocat/Hello-World", stars=123_456)
    history = serving.stdio().result("repo.starHistory", {**HELLO, "points": 3})
    assert [point["stars"] for point in history["points"]] == [1, 39_901, 123_456]
    assert (history["stars"], history["complete"]) == (123_456, False)


def test_a_malformed_language_is_left_out_and_counted(
    processes: Processes, tmp_path: Path
) -> None:
    languages = {"C": 7, "Ada": 7, "No": -1, "Text": "many", "Swift": 70, "": None}
    flags = replaying(tmp_path, {"/repos/octocat/Hello-World/languages": languages})
    result = processes.serve(*flags).stdio().result("repo.summary", HELLO)
    assert [each["language"] for each in result["languages"]] == ["Swift", "Ada", "C"]
    assert result["skipped"] == 3


@pytest.mark.parametrize(
    "body", [[], {}, {"tag_name": None, "html_url": "https://a", "published_at": None}, "v1"]
)
def test_a_malformed_release_is_1502(body: Any, processes: Processes, tmp_path: Path) -> None:
    flags = replaying(tmp_path, {"/repos/octocat/Hello-World/releases/latest": body})
    error = processes.serve(*flags).stdio().error("repo.summary", HELLO)
    assert (error["code"], error["data"]["kind"]) == (1502, "upstreamInvalid")


@pytest.fixture
def serving(processes: Processes) -> Serving:
    return processes.serve()


def test_a_long_readme_is_cut_between_two_characters(serving: Serving) -> None:
    server = serving.stdio()
    for name in ("cosmic.shell", "brisk_backup"):
        readme = server.result("repo.readme", ["exactly-100", name])
        assert readme["truncated"] is True
        assert 255_997 <= len(readme["text"].encode()) <= 256_000
        assert "\ufffd" not in readme["text"]


def test_a_hostile_readme_comes_through_as_text(serving: Serving) -> None:
    readme = serving.stdio().result("repo.readme", ["exactly-100", "airyconfig"])
    assert {"\x00", "\x1b", "\r", "\ufffd", "\u202e"} <= set(readme["text"])
    assert readme["truncated"] is False


def test_the_text_of_a_long_readme_is_the_readme(processes: Processes) -> None:
    tool = tool_call("repo_readme", {"owner": "exactly-100", "name": "cosmic.shell"})
    result = processes.popen("mcp", "--sandbox").stdio().result("tools/call", tool)
    gist, text = (part["text"] for part in result["content"])
    assert "cut after 256000 bytes" in gist
    assert result["structuredContent"]["text"].startswith(text[:5000])
    assert len(text.encode()) <= 16_384
