"""The abilities in README.md's table, each through the binary."""

from __future__ import annotations

import base64
import json
import os
import re
import shlex
import subprocess
from pathlib import Path
from typing import Any, Dict, List, Tuple

import pytest

from harness.paths import REPOSITORY
from harness.processes import Processes, Serving

PNG = b"\x89PNG\r\n\x1a\n"
TOKEN = "ghp_OneTokenThatIsGood0123456789abcdefgh"


def table() -> List[Tuple[str, str]]:
    """The rows of README.md's table: each ability with its first command."""
    text = (REPOSITORY / "README.md").read_text()
    body = text.partition("<!-- abilities -->")[2].partition("<!-- /abilities -->")[0]
    rows = [line.strip("| ").split(" | ") for line in body.strip().splitlines()]
    assert rows[0][0] == "ability" and set(rows[1][0]) == {"-"}, rows[:2]
    return [(row[0], re.findall(r"`([^`]*)`", row[1])[0]) for row in rows[2:]]


def ability(name: str) -> pytest.MarkDecorator:
    """Marks a test with the ability of the table that it proves."""
    return pytest.mark.ability(name)


def test_the_table_and_these_tests_list_the_same_abilities() -> None:
    proved = [
        mark.args[0]
        for test in globals().values()
        for mark in getattr(test, "pytestmark", [])
        if mark.name == "ability"
    ]
    assert [name for name, _ in table()] == proved


@pytest.mark.parametrize(("name", "command"), table(), ids=[name for name, _ in table()])
def test_each_command_of_the_table_works_as_written(
    name: str, command: str, processes: Processes
) -> None:
    words = shlex.split(command)
    assert words[0] == "gitxplorer", command
    if words[1] in ("login", "serve"):
        return  # Has no result of its own.
    # The page is opened by the program `true`, and not on a developer's screen.
    environment = {"GITXPLORER_SANDBOX": "1", "BROWSER": "true"}
    done = processes.run(*words[1:], environment=environment)
    if name in ("profile as fallback", "API errors by message"):
        assert done.returncode == 1 and json.loads(done.stderr)["data"]["profileUrl"]
    else:
        assert done.returncode == 0 and json.loads(done.stdout)["freshness"], done.stderr


def repositories(serving: Serving, login: str) -> List[Dict[str, Any]]:
    """The sandbox's own list, for accounts that fit on one page."""
    found = serving.sandbox.get(f"/users/{login}/repos?per_page=100")
    assert 0 < len(found) < 100
    return sorted(found, key=lambda r: (-r["stargazers_count"], r["full_name"].lower()))


#: Path, query and body of a response.
Recording = Tuple[str, Dict[str, str], Any]


def record(folder: Path, url: str, answers: List[Recording]) -> Path:
    """Writes a file to replay, with the given responses of the sandbox at ``url``."""
    path = folder / "recorded.jsonl"
    with path.open("w") as lines:
        for asked, query, body in answers:
            body = json.loads(json.dumps(body).replace(url, "https://api.github.com"))
            headers = {"Content-Type": "application/json; charset=utf-8"}
            request = {"method": "GET", "path": asked, "query": query}
            response = {"status": 200, "headers": headers, "body": body}
            lines.write(json.dumps({"request": request, "response": response}) + "\n")
    return path


@ability("random users")
def test_fifteen_users_are_drawn_from_all_ids(processes: Processes) -> None:
    server = processes.popen("serve", "--sandbox").stdio()
    draws = [server.result("users.random")["users"] for _ in range(2)]
    for users in draws:
        assert [user["id"] for user in users] == sorted({user["id"] for user in users})
        assert len(users) == 15 and all(user["login"] and user["avatarUrl"] for user in users)
    assert draws[0] != draws[1]
    again = [server.result("users.random", {"seed": 7})["users"] for _ in range(2)]
    assert again[0] == again[1] != draws[0]


@ability("reload")
def test_a_reload_asks_github_and_shows_changes(processes: Processes) -> None:
    serving = processes.serve()
    server = serving.stdio()

    def stars(**more: Any) -> Tuple[str, int]:
        result = server.result("repos.list", {"login": "octocat", "limit": 1, **more})
        return result["freshness"]["source"], result["repositories"][0]["stars"]

    source, before = stars()
    serving.sandbox.mutate(repo="octocat/Spoon-Knife", stars=before + 1)
    assert (source, stars()) == ("network", ("cache", before))
    assert stars(refresh=True)[1] == before + 1
    assert stars() == ("cache", before + 1)


@ability("avatars side by side")
def test_the_avatars_of_a_draw_are_fetched_concurrently_and_included(
    processes: Processes,
) -> None:
    serving = processes.serve("--sandbox-option", "latency=100")
    server = serving.stdio()
    result = server.result("users.random", {"count": 8, "avatars": "inline"})
    for user in result["users"]:
        assert user["avatar"]["mimeType"] == "image/png"
        assert base64.b64decode(user["avatar"]["data"], validate=True).startswith(PNG)
    stats = serving.sandbox.stats()
    asked = [path for path in stats["byPath"] if path.startswith("/avatars/")]
    assert len(asked) == len(result["users"]) == 8 and stats["maxInFlight"] > 1


@ability("repositories by stars")
def test_repositories_are_sorted_by_stars(processes: Processes) -> None:
    serving = processes.serve()
    expected = repositories(serving, "octocat")
    result = serving.stdio().result("repos.list", ["octocat"])
    found = [(entry["fullName"], entry["stars"]) for entry in result["repositories"]]
    assert found == [(entry["full_name"], entry["stargazers_count"]) for entry in expected]
    assert result["total"] == len(expected) and result["owner"]["login"] == "octocat"


@ability("header with totals and favorite language")
def test_one_call_gives_total_stars_and_the_favorite_language(processes: Processes) -> None:
    serving = processes.serve()
    expected = repositories(serving, "octocat")
    result = serving.stdio().result("user.summary", ["octocat"])
    assert result["totalStars"] == sum(entry["stargazers_count"] for entry in expected)
    assert result["totalRepositories"] == len(expected)
    share: Dict[str, List[int]] = {}
    for entry in expected:
        if entry["language"]:
            count, stars = share.get(entry["language"], [0, 0])
            share[entry["language"]] = [count + 1, stars + entry["stargazers_count"]]
    assert result["favoriteLanguage"] == max(share, key=lambda name: share[name])
    assert result["user"]["name"] == "The Octocat"


@ability("open in browser")
def test_every_user_and_repository_has_a_page_that_a_client_can_open(
    processes: Processes, tmp_path: Path
) -> None:
    server = processes.popen("serve", "--sandbox").stdio()
    for user in server.result("users.random")["users"]:
        name = user["login"].removesuffix("[bot]")
        assert user["profileUrl"] in (f"https://github.com/{name}", f"https://github.com/apps/{name}")
    best = server.result("repos.list", ["octocat"])["repositories"][0]
    assert best["url"] == f"https://github.com/{best['fullName']}"
    opened, browser = tmp_path / "opened", tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\nprintf "%s" "$1" > "{opened}"\n')
    browser.chmod(0o755)
    command = [str(REPOSITORY / "Clients/shell/gitxplorer-sh"), "repos", "octocat", "--open"]
    own = {"GITXPLORER_BIN": processes.binary, "GITXPLORER_FLAGS": "--sandbox"}
    environment = {**os.environ, **processes.environment, **own, "BROWSER": str(browser)}
    subprocess.run(command, env=environment, check=True, capture_output=True)
    assert opened.read_text() == best["url"]


@ability("search")
def test_a_search_finds_users_by_name_and_qualifiers_page_by_page(processes: Processes) -> None:
    server = processes.popen("serve", "--sandbox").stdio()
    assert server.result("search.users", ["octocat"])["users"][0]["login"] == "octocat"
    params: Dict[str, Any] = {"query": "cat followers:>50", "perPage": 25}
    found: List[str] = []
    page: Any = 1
    while page is not None:
        result = server.result("search.users", {**params, "page": page})
        found += [user["login"] for user in result["users"]]
        page = result["nextPage"]
    assert len(found) == len(set(found)) == result["totalCount"] > 25
    assert all("cat" in login.lower() for login in found)


@ability("profile as fallback")
def test_an_error_names_the_page_to_open_instead(processes: Processes) -> None:
    serving = processes.serve()
    server = serving.stdio()
    nobody = "no-such-user-anywhere-at-all-0"
    for method, params, page in (
        ("user.summary", [nobody], nobody),
        ("repos.list", [nobody], nobody),
        ("user.avatar", [nobody], nobody),
        ("repo.stargazers", ["octocat", "nothing"], "octocat/nothing"),
        ("repo.stargazers", ["github", "blocked-tos"], "github/blocked-tos"),
    ):
        error = server.error(method, params)
        assert error["data"]["profileUrl"] == f"https://github.com/{page}"
    serving.sandbox.fault("http500")
    assert server.error("user.summary", ["octocat"])["data"]["profileUrl"].endswith("/octocat")


@ability("log in")
def test_signing_in_by_code_gives_the_limits_and_rights_of_the_account(
    processes: Processes,
) -> None:
    serving = processes.serve("--oauth-client-id", "an-app")
    serving.sandbox.configure(deviceInterval=1)
    server = serving.stdio()
    assert server.result("rate.status")["authenticated"] is False
    pending = server.result("auth.login", {"device": True, "scopes": ["repo"]})
    assert re.fullmatch(r"[A-Z]{4}-[A-Z]{4}", pending["userCode"]), pending
    serving.sandbox.authorize(pending["userCode"])
    changed = server.receive()
    assert changed["method"] == "auth.changed" and changed["params"]["login"] == "octocat"
    assert server.result("auth.status")["scopes"] == ["repo"]
    assert server.result("rate.status")["authenticated"] is True


@ability("request logging")
def test_each_request_to_github_is_logged_with_status_and_time(processes: Processes) -> None:
    serving = processes.serve("--log-http")
    server = serving.stdio()
    server.result("user.summary", ["octocat"])
    server.end_input()
    assert serving.wait() == 0
    lines = serving.log.splitlines()
    pattern = r"\S+ info gitxplorer\.http: GET http://\S+ bytes=\d+ ms=\d+ remaining=\d+ status=200"
    assert len(lines) == 2 and all(re.fullmatch(pattern, line) for line in lines), lines


@ability("stargazers page by page")
def test_stargazers_can_be_scrolled_to_the_end_in_pages_of_twenty(processes: Processes) -> None:
    serving = processes.serve()
    serving.sandbox.mutate(repo="octocat/Hello-World", stars=50)
    server = serving.stdio()
    sizes, gazers, page = [], [], 1
    while page is not None:
        result = server.result(
            "repo.stargazers", {"owner": "octocat", "name": "Hello-World", "page": page}
        )
        sizes.append(len(result["stargazers"]))
        gazers += result["stargazers"]
        assert result["lastPage"] == (3 if page < 3 else None)
        page = result["nextPage"]
    times = [gazer["starredAt"] for gazer in gazers]
    assert sizes == [20, 20, 10] and times == sorted(times)
    assert len({gazer["id"] for gazer in gazers}) == 50


@ability("a repository's own page")
def test_a_repositorys_page_has_languages_by_bytes_and_the_latest_release(
    processes: Processes,
) -> None:
    serving = processes.serve()
    server = serving.stdio()
    found = server.result("repos.list", {"login": "github", "limit": 20})["repositories"]
    pages = [server.result("repo.summary", ["github", each["name"]]) for each in found]
    assert [page["repository"] for page in pages] == found
    for page in pages:
        sizes = [each["bytes"] for each in page["languages"]]
        assert sizes == sorted(sizes, reverse=True)
    tags = [page["latestRelease"] and page["latestRelease"]["tag"] for page in pages]
    assert any(tags) and not all(tags)


@ability("README")
def test_a_readme_is_the_text_that_its_author_wrote(processes: Processes) -> None:
    readme = processes.serve().stdio().result("repo.readme", ["octocat", "Hello-World"])
    assert (readme["path"], readme["text"]) == ("README", "Hello World!\n")
    assert (readme["repository"], readme["truncated"]) == ("octocat/Hello-World", False)


@ability("star history")
def test_a_star_history_rises_to_the_present_number(processes: Processes) -> None:
    history = processes.serve().stdio().result("repo.starHistory", ["octocat", "Spoon-Knife"])
    points = history["points"]
    assert len(points) == 15 and points[-1]["stars"] == history["stars"] == 12_310
    assert [point["stars"] for point in points] == sorted(point["stars"] for point in points)
    assert [point["at"] for point in points] == sorted(point["at"] for point in points)


@ability("starred repositories")
def test_what_a_user_starred_comes_newest_star_first(processes: Processes) -> None:
    page = processes.serve().stdio().result("user.starred", ["octocat"])
    times = [each["starredAt"] for each in page["repositories"]]
    assert times and times == sorted(times, reverse=True)


@ability("who follows whom")
def test_followers_can_be_scrolled_and_followed_on(processes: Processes) -> None:
    server = processes.serve().stdio()
    seen: List[int] = []
    page = 1
    while page is not None and page < 4:
        result = server.result("user.followers", ["octocat", page, 20])
        seen += [user["id"] for user in result["users"]]
        page = result["nextPage"]
    assert len(set(seen)) == 60
    total = server.result("user.summary", ["octocat"])["user"]["following"]
    assert len(server.result("user.following", ["octocat"])["users"]) == total == 9


@ability("search of repositories")
def test_a_search_finds_repositories_by_stars(processes: Processes) -> None:
    server = processes.serve().stdio()
    page = server.result("search.repositories", ["stars:>100", "stars"])
    stars = [each["stars"] for each in page["repositories"]]
    assert len(stars) == 30 and stars == sorted(stars, reverse=True)
    assert page["nextPage"] == 2


@ability("image cache")
def test_a_picture_is_fetched_once_even_across_a_restart(
    processes: Processes, tmp_path: Path
) -> None:
    upstream = processes.start_sandbox()
    flags = ["serve", "--api-url", upstream.url, "--cache", str(tmp_path / "cache.sqlite")]
    pictures = []
    for _ in range(2):
        serving = processes.popen(*flags)
        server = serving.stdio()
        pictures += [server.result("user.avatar", ["octocat", 64]) for _ in range(2)]
        server.end_input()
        assert server.rest() == []
        # The file is complete when the process has ended.
        assert serving.wait() == 0
    sources = [picture["freshness"]["source"] for picture in pictures]
    assert sources == ["network", "cache", "cache", "cache"]
    assert len({picture["data"] for picture in pictures}) == 1
    assert base64.b64decode(pictures[0]["data"]).startswith(PNG)
    asked = {path: n for path, n in upstream.stats()["byPath"].items() if "avatars" in path}
    assert list(asked.values()) == [1]


@ability("API errors by message")
def test_an_error_has_githubs_message_and_says_what_to_do(processes: Processes) -> None:
    serving = processes.serve()
    server = serving.stdio()
    blocked = server.error("repo.stargazers", ["github", "blocked-dmca"])
    assert (blocked["code"], blocked["data"]["status"]) == (1403, 451)
    assert blocked["data"]["message"] == "Repository access blocked"
    assert blocked["message"].startswith("GitHub has blocked this: Repository access blocked.")
    refused = server.error("search.users", ["user:no-such-user-anywhere-at-all-0"])
    assert refused["code"] == -32602 and refused["data"]["errors"][0]["path"] == "/query"
    assert "cannot be searched" in refused["message"] and ".." not in refused["message"]
    serving.sandbox.configure(rateLimit=0)
    spent = server.error("user.summary", ["octocat"])
    assert re.fullmatch(
        r"GitHub's hourly limit is used up; try again at \d\d:\d\d UTC, or sign in for a larger "
        r"one\.",
        spent["message"],
    )


@ability("organization repositories")
def test_an_organizations_list_has_the_repositories_that_a_member_may_see(
    processes: Processes, tmp_path: Path
) -> None:
    serving = processes.serve()
    server = serving.stdio()
    params = {"login": "github", "kind": "organization", "limit": 10_000}
    public = server.result("repos.list", params)
    assert public["owner"]["type"] == "Organization" and public["total"] > 100
    assert public["repositories"] == server.result("repos.list", {**params, "kind": "auto"})[
        "repositories"
    ]
    asked = serving.sandbox.stats()["byPath"]
    assert asked["/orgs/github/repos"] == 1 and "/users/github/repos" not in asked
    assert server.error("repos.list", ["octocat", "organization"])["code"] == 1404
    # The sandbox has no private repositories, so this response imitates GitHub's to a member.
    shown = serving.sandbox.get("/orgs/github/repos?per_page=2")
    shown[1] = {**shown[1], "private": True, "visibility": "private"}
    recorded = record(tmp_path, serving.sandbox.url, [("/orgs/github/repos", {}, shown)])
    member = processes.serve(
        "--sandbox-option", f"replay={recorded}", environment=processes.token(TOKEN)
    ).stdio()
    seen = member.result("repos.list", params)["repositories"]
    assert {entry["id"] for entry in seen} == {entry["id"] for entry in shown}


@ability("malformed items left out")
def test_a_malformed_item_is_left_out_and_counted(
    processes: Processes, tmp_path: Path
) -> None:
    world = processes.start_sandbox()
    good = world.get("/users/octocat/repos?per_page=100")
    gazers = world.get("/repos/octocat/Hello-World/stargazers?per_page=3")
    bad: List[Any] = [None, 7, "x", [], {}, {**good[0], "id": "1"}, {**good[0], "name": None}]
    answers: List[Recording] = [
        ("/users/octocat/repos", {}, [*bad, *good]),
        ("/repos/octocat/Hello-World/stargazers", {}, [{"user": None}, *gazers]),
        ("/search/users", {"q": "x"}, {"total_count": 2, "items": [{}, good[0]["owner"]]}),
    ]
    recorded = record(tmp_path, world.url, answers)
    server = processes.serve("--sandbox-option", f"replay={recorded}").stdio()
    listed = server.result("repos.list", ["octocat"])
    assert (listed["total"], listed["skipped"]) == (len(good), len(bad))
    summed = server.result("user.summary", ["octocat"])
    assert (summed["totalRepositories"], summed["skipped"]) == (len(good), len(bad))
    starred = server.result("repo.stargazers", ["octocat", "Hello-World"])
    assert (len(starred["stargazers"]), starred["skipped"]) == (3, 1)
    found = server.result("search.users", ["x"])
    assert ([user["login"] for user in found["users"]], found["skipped"]) == (["octocat"], 1)
