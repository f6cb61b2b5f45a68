"""Renamed users and repositories."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Dict

from harness.processes import Processes


def test_a_renamed_repositorys_page_is_the_requested_one(processes: Processes) -> None:
    serving = processes.serve()
    serving.sandbox.mutate(user="octocat", rename="squidcat")
    server = serving.stdio()
    page = {"name": "Hello-World", "page": 2, "perPage": 3}
    old = server.result("repo.stargazers", {"owner": "octocat", **page})
    new = server.result("repo.stargazers", {"owner": "squidcat", **page})
    assert old.pop("freshness") and new.pop("freshness") and old == new
    assert old["repository"] == "squidcat/Hello-World" and len(old["stargazers"]) == 3
    assert (old["page"], old["nextPage"]) == (2, 3)


def test_a_renamed_user_is_found_and_cleared_by_either_name(
    processes: Processes, tmp_path: Path
) -> None:
    world = processes.start_sandbox()
    recorded = tmp_path / "recorded.jsonl"
    profile = json.dumps(world.get("/users/octocat")).replace(world.url, "https://api.github.com")
    place = "https://api.github.com/user/583231"
    moved = {"Location": place, "Content-Type": "application/json; charset=utf-8"}
    answers: Dict[str, Any] = {
        "/users/oldcat": {"status": 301, "headers": moved, "body": {"url": place}},
        "/users/oldcat/repos": {
            "status": 301, "headers": {**moved, "Location": f"{place}/repos"}, "body": {},
        },
        "/user/583231": {"status": 200, "headers": {}, "body": json.loads(profile)},
    }  # fmt: skip
    with recorded.open("w") as lines:
        for path, response in answers.items():
            request = {"method": "GET", "path": path, "query": {}}
            lines.write(json.dumps({"request": request, "response": response}) + "\n")
    serving = processes.serve("--sandbox-option", f"replay={recorded}")
    server = serving.stdio()
    for name in ("oldcat", "octocat"):
        assert server.result("user.summary", ["oldcat"])["user"]["login"] == "octocat"
        assert server.result("repos.list", ["oldcat"])["owner"]["login"] == "octocat"
        assert server.result("user.avatar", ["oldcat", 1])["login"] == "octocat"
        assert server.result("cache.clear", {"login": name})["removed"] >= 2
        asked = serving.sandbox.stats()["byPath"]["/user/583231"]
        server.result("user.summary", ["oldcat"])
        assert serving.sandbox.stats()["byPath"]["/user/583231"] == asked + 1, name
