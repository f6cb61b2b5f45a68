"""Results with which each page shows everything that it can have."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from typing import Any, Callable

from fake_results import FRESHNESS, RESULTS, repository, user


def later(seconds: int) -> str:
    """The time in ``seconds`` from now, as the server writes it."""
    time = datetime.now(timezone.utc) + timedelta(seconds=seconds)
    return time.strftime("%Y-%m-%dT%H:%M:%SZ")


def fresh() -> dict[str, Any]:
    """The freshness of a new result."""
    return {**FRESHNESS, "fetchedAt": later(0)}


def user_summary() -> dict[str, Any]:
    """A user with everything that a page can show."""
    octocat = {
        **RESULTS["user.summary"]["user"],
        "company": "@github",
        "bio": "Mascot.\r\nLikes 🐙 and \u202eevil\u202c text.",
        "blog": "github.blog",
    }
    languages = [
        {"language": "Swift", "repositories": 9, "stars": 1234567},
        {"language": "Jupyter Notebook", "repositories": 4, "stars": 42},
        {"language": "C++", "repositories": 1, "stars": 0},
    ]
    return {**RESULTS["user.summary"], "user": octocat, "languages": languages,
            "totalRepositories": 15, "freshness": fresh()}


#: By page: its method and the result.
ANSWERS: dict[str, tuple[str, Callable[[], Any]]] = {
    "user": ("user.summary", user_summary),
    "repos": (
        "repos.list",
        lambda: {
            **RESULTS["repos.list"],
            "freshness": fresh(),
            "repositories": [
                repository("Hello-World", 1234567, language="Swift", license="Apache-2.0",
                           description="The first repository, which many know. " * 4),
                repository("日本語のとても長い名前のリポジトリ、列に収まらない", 42,
                           language="C++", description="日本語の説明 " * 9),
                repository("kept", 1, archived=True, license="MIT"),
                repository("empty", 0, fork=True),
            ],
            "total": 4,
        },
    ),
    "stargazers": (
        "repo.stargazers",
        lambda: {
            **RESULTS["repo.stargazers"],
            "stargazers": [
                {**user(46, "bmizerany"), "starredAt": "2012-03-04T05:06:07Z"},
                {**user(9919, "a-login-of-thirty-nine-characters-at-most"), "starredAt": None},
            ],
            "freshness": fresh(),
        },
    ),
    "search": (
        "search.users",
        lambda: {**RESULTS["search.users"], "perPage": 100, "freshness": fresh()},
    ),
    "random": (
        "users.random",
        lambda: {**RESULTS["users.random"], "freshness": fresh()},
    ),
    "rate": (
        "rate.status",
        lambda: {
            **RESULTS["rate.status"],
            "resources": {
                "core": {"limit": 60, "remaining": 3, "used": 57, "resetAt": later(2400)},
                "search": {"limit": 10, "remaining": 10, "used": 0, "resetAt": later(60)},
            },
        },
    ),
}
