"""The fake server's results: examples of ``openrpc.json``, with the nulls and scripts of real ones."""

from __future__ import annotations

import base64
import json
import re
from pathlib import Path
from typing import Any

_SCHEMAS = Path(__file__).parents[3] / "Schemas"

#: Each method of the document.
METHODS: dict[str, dict[str, Any]] = {
    method["name"]: method
    for method in json.loads((_SCHEMAS / "openrpc.json").read_text())["methods"]
}

#: The results of each method's examples.
EXAMPLES: dict[str, list[Any]] = {
    name: [example["result"]["value"] for example in method["examples"]]
    for name, method in METHODS.items()
}

OCTOCAT = EXAMPLES["repos.list"][0]["owner"]
FRESHNESS = {
    **EXAMPLES["repos.list"][0]["freshness"],
    "fetchedAt": "2026-09-01T12:00:00Z",
    "expiresAt": "2026-09-01T12:01:00Z",
}
#: A PNG of one pixel.
PIXEL = base64.b64decode(EXAMPLES["user.avatar"][0]["data"])


def user(identifier: int, login: str, kind: str = "User") -> dict[str, Any]:
    """A `User`, with every member."""
    return {
        **OCTOCAT,
        "id": identifier,
        "login": login,
        "type": kind,
        "avatarUrl": f"https://avatars.githubusercontent.com/u/{identifier}?v=4",
        "profileUrl": f"https://github.com/{login}",
        "apiUrl": f"https://api.github.com/users/{login}",
    }


def repository(name: str, stars: int, **members: Any) -> dict[str, Any]:
    """A `Repository`, with every member, and null in those that may be."""
    return {
        **EXAMPLES["repos.list"][0]["repositories"][0],
        "id": 1296269 + len(name),
        "name": name,
        "fullName": f"octocat/{name}",
        "description": None,
        "stars": stars,
        "forks": stars // 3,
        "language": None,
        "url": f"https://github.com/octocat/{name}",
        "apiUrl": f"https://api.github.com/repos/octocat/{name}",
        "pushedAt": None,
        **members,
    }


def result(method: str, **members: Any) -> Any:
    """The result of a method's first example, as of ``FRESHNESS``, with other members."""
    own = EXAMPLES[method][0]
    if own is None:
        return None
    return {**own, **({"freshness": FRESHNESS} if "freshness" in own else {}), **members}


REPOSITORIES = [
    repository("Hello-World", 1234567, language="Swift", description="The first repository. " * 9),
    repository("日本語テスト", 42, language="C++", description="日本語の説明\x1b[31m rot\u202e"),
    repository("empty", 0, fork=True, archived=True),
]

RESULTS: dict[str, Any] = {
    **{method: result(method) for method in EXAMPLES},
    "users.random": result(
        "users.random",
        users=[user(46, "bmizerany"), user(9919, "github", "Organization")],
        since=45,
    ),
    "repos.list": result("repos.list", repositories=REPOSITORIES, total=3),
    "user.summary": result(
        "user.summary",
        user={**EXAMPLES["user.summary"][0]["user"], "company": None, "followers": 20512},
        totalStars=1234609,
        totalRepositories=3,
        favoriteLanguage="Swift",
        languages=[
            {"language": "Swift", "repositories": 1, "stars": 1234567},
            {"language": "C++", "repositories": 1, "stars": 42},
        ],
        topRepositories=REPOSITORIES,
    ),
    "search.users": result("search.users", totalCount=1001, perPage=30, nextPage=2),
    "repo.stargazers": result(
        "repo.stargazers",
        stargazers=[{**user(46, "bmizerany"), "starredAt": "2012-03-04T05:06:07Z"}],
        perPage=20,
        lastPage=400,
    ),
    "repo.summary": result(
        "repo.summary",
        repository=REPOSITORIES[0],
        languages=[{"language": "Swift", "bytes": 81234}, {"language": "C", "bytes": 7}],
        latestRelease={
            "tag": "v1.0",
            "name": "The first one",
            "url": "https://github.com/octocat/Hello-World/releases/tag/v1.0",
            "publishedAt": "2020-01-02T03:04:05Z",
        },
    ),
    "rate.status": result(
        "rate.status",
        resources={
            "core": {"limit": 60, "remaining": 3, "used": 57, "resetAt": "2026-09-01T13:00:00Z"},
            "search": {"limit": 10, "remaining": 10, "used": 0, "resetAt": "2026-09-01T12:01:00Z"},
        },
    ),
    "auth.login": EXAMPLES["auth.logout"][0],
    "initialize": result(
        "initialize",
        serverInfo={"name": "fake", "version": "0"},
        upstream={"name": "GitHub", "url": "https://github.com"},
    ),
}

#: The result of `auth.login` with `device`, until a person has decided.
PENDING = {
    **EXAMPLES["auth.login"][1],
    "userCode": "WDJB-MJHT",
    "expiresAt": "2036-01-01T00:00:00Z",
}

NOT_FOUND = {
    "code": 1404,
    "message": "There is no user nobody; check the spelling.",
    "data": {
        "kind": "notFound",
        "retryable": False,
        "status": 404,
        "resource": "user nobody",
        "profileUrl": "https://github.com/nobody",
    },
}

#: The result of `initialize` of a server that asks the sandbox.
SANDBOX = {
    **RESULTS["initialize"],
    "upstream": {"name": "the sandbox", "url": "http://127.0.0.1:1"},
}

#: The error of `auth.login` by a server without an OAuth client id.
NO_CLIENT_ID = {
    "code": 1401,
    "message": "The server has no OAuth client id.",
    "data": {
        "kind": "unauthorized",
        "retryable": False,
        "tokenUrl": "https://github.com/settings/tokens",
    },
}

#: Commands of the command lines, and their methods.
COMMANDS = {
    "random": "users.random",
    "repos octocat": "repos.list",
    "user octocat": "user.summary",
    "search octo cat": "search.users",
    "search --repositories octo cat": "search.repositories",
    "starred octocat": "user.starred",
    "followers octocat": "user.followers",
    "following octocat": "user.following",
    "repo octocat/Hello-World": "repo.summary",
    "readme octocat/Hello-World": "repo.readme",
    "history octocat/Hello-World": "repo.starHistory",
    "stargazers octocat/Hello-World": "repo.stargazers",
    "avatar octocat": "user.avatar",
    "rate": "rate.status",
    "cache-stats": "cache.stats",
    "cache-clear": "cache.clear",
}


def flags(method: str) -> set[str]:
    """The flags of the command of a method: its params in kebab-case, except its arguments."""
    found = set()
    for param in METHODS[method]["params"]:
        name = re.sub("([A-Z])", lambda capital: f"-{capital[1].lower()}", param["name"])
        if not param.get("required") and name != "work-done-token":
            found.add(f"--no-{name}" if param["schema"].get("default") is True else f"--{name}")
    return found
