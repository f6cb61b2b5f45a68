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


LINGUIST = repository(
    "linguist", 12345, language="Ruby", license="MIT", fork=True, topics=["syntax", "日本語"],
    description="Language Savant. If your repository's language is wrong, \x1b[31msay so\u202e!",
    homepage="https://octocat.example/linguist", pushedAt="2026-08-30T10:00:00Z",
)  # fmt: skip


def repo_summary() -> dict[str, Any]:
    """A repository with everything that a page can show."""
    languages = {"Ruby": 90_000, "JavaScript": 9_000, "Shell": 700, "C": 200, "Lex": 99, "Nix": 1}
    release = {"tag": "v9.1.0", "name": "Nine and one", "publishedAt": "2026-07-01T00:00:00Z",
               "url": "https://github.com/octocat/linguist/releases/tag/v9.1.0"}
    return {
        "repository": LINGUIST, "watchers": 567, "openIssues": 1, "defaultBranch": "main",
        "languages": [{"language": name, "bytes": bytes} for name, bytes in languages.items()],
        "latestRelease": release,
        "freshness": fresh(),
    }


def star_history() -> dict[str, Any]:
    """A history that ends where GitHub's list of stargazers does."""
    points = {"2011-05-09T22:53:13Z": 1, "2016-01-01T00:00:00Z": 800, "2020-06-01T00:00:00Z": 4000,
              "2021-01-01T00:00:00Z": 9000, "2026-09-01T12:00:00Z": 12345}
    return {
        "repository": "octocat/linguist", "stars": 12345, "complete": False, "skipped": 1,
        "points": [{"at": at, "stars": stars} for at, stars in points.items()],
        "freshness": fresh(),
    }


def readme() -> dict[str, Any]:
    """A README with what may be in a text."""
    long = "A long line is broken by the window and not by us, so that it is one line. "
    text = f"\ufeff# Linguist\r\n\r\n{long * 2}\n\n\tindented\twith tabs\n" \
        "日本語\tα\x1b[2J\x07 \u202eevil\u202c\n vim: set ts=3:\n"
    return {"repository": "octocat/linguist", "path": "docs/README.md", "text": text,
            "truncated": True, "url": "https://github.com/octocat/linguist/blob/main/README.md",
            "freshness": fresh()}


#: By page: its method and the result. The history and the README are parts of a repository's page.
ANSWERS: dict[str, tuple[str, Callable[[], Any]]] = {
    "user": ("user.summary", user_summary),
    "repo": ("repo.summary", repo_summary),
    "history": ("repo.starHistory", star_history),
    "readme": ("repo.readme", readme),
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
                "graphql": {"limit": 0, "remaining": 0, "used": 0, "resetAt": later(60)},
            },
        },
    ),
    "limits": (
        "rate.status",
        lambda: {
            **RESULTS["rate.status"],
            "resources": {
                name: {"limit": 5000, "remaining": 1234, "used": 3766, "resetAt": later(2400)}
                for name in ("code_search", "search", "graphql", "core")
            },
            "authenticated": True,
        },
    ),
    "starred": (
        "user.starred",
        lambda: {
            **RESULTS["user.starred"],
            "repositories": [
                {**LINGUIST, "starredAt": "2026-08-08T08:08:08Z"},
                {**repository("x" * 100, 0), "starredAt": None},
            ],
            "page": 1, "perPage": 100, "nextPage": 2, "lastPage": 3, "freshness": fresh(),
        },
    ),
    "followers": (
        "user.followers",
        lambda: {**RESULTS["user.followers"], "users": [user(46, "bmizerany")], "page": 1,
                 "perPage": 100, "nextPage": 2, "lastPage": 206, "freshness": fresh()},
    ),
    "following": (
        "user.following",
        lambda: {**RESULTS["user.following"], "users": [], "nextPage": None, "lastPage": None,
                 "freshness": fresh()},
    ),
    "repositories": (
        "search.repositories",
        lambda: {**RESULTS["search.repositories"], "repositories": [LINGUIST], "totalCount": 1001,
                 "page": 1, "perPage": 100, "nextPage": 2, "incompleteResults": True,
                 "freshness": fresh()},
    ),
}
