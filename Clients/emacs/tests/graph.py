"""Results of the methods that lead from users to repositories and back, and their pages."""

from __future__ import annotations

from typing import Any

from answers import ANSWERS, fresh
from emacs_terminal import Emacs
from fake_results import RESULTS, repository, user
from peer import Peer

HELLO = repository(
    "Hello-World", 1234567, language="Swift", license="Apache-2.0",
    description="The first repository, which many know. " * 4, topics=["greeting", "日本語"],
    homepage="hello.example",
)  # fmt: skip

README = """\
# Hello, World!

\tmake install   # 日本語
A paragraph that is one long line, as authors of Markdown like to write them, is broken between words.

    - an indented line that is longer than the window keeps its indentation when it is broken
<b onclick="x()">bold</b> \x1b[31mred\u202e[link](javascript:alert(1))\r
The end.

"""


def point(at: str, stars: int) -> dict[str, Any]:
    """A point of a star history."""
    return {"at": f"{at}T00:00:00Z", "stars": stars}


#: The first of several pages of a list.
TURNED = {"page": 1, "perPage": 100, "nextPage": 2, "lastPage": 400}


def results() -> dict[str, Any]:
    """By method: a result with which its page shows everything that it can have."""
    users = [user(46, "bmizerany"), user(9919, "a-login-of-thirty-nine-characters-at-most")]
    starred = [
        HELLO | {"starredAt": "2012-03-04T05:06:07Z"},
        repository("kept", 1, archived=True) | {"starredAt": None, "fullName": "github/kept"},
    ]
    found = [repository(f"chess-{i}", i) for i in (1000, 7)]
    changed: dict[str, dict[str, Any]] = {
        "repo.summary": {
            "repository": HELLO, "watchers": 1731, "openIssues": 1, "defaultBranch": "main",
            "languages": [
                {"language": "Swift", "bytes": 81234}, {"language": "C", "bytes": 18000},
                {"language": "Makefile", "bytes": 7},
            ],
        },
        "repo.starHistory": {
            "stars": 1234567,
            "points": [
                point("2011-01-26", 1), point("2014-01-01", 200000), point("2018-01-01", 700000),
                point("2026-11-26", 1234567),
            ],
        },
        "repo.readme": {"path": "README.md", "text": README, "truncated": True},
        "repo.stargazers": ANSWERS["stargazers"][1](),
        "user.starred": {"repositories": starred, **TURNED},
        "user.followers": {"users": users, **TURNED},
        "user.following": {"users": users[:1], "nextPage": None, "lastPage": None},
        "search.repositories": {"totalCount": 1001, "repositories": found, **TURNED},
    }  # fmt: skip
    return {
        method: {**RESULTS[method], "freshness": fresh(), **members}
        for method, members in changed.items()
    }


#: The methods that a repository's page asks, in this order.
PARTS = ("repo.summary", "repo.starHistory", "repo.readme")


def questions(peer: Peer, **params: Any) -> dict[str, dict[str, Any]]:
    """The questions of a repository's page, by method."""
    return {method: peer.expect(method, **params) for method in PARTS}


def open_repository(emacs: Emacs, peer: Peer, **changed: Any) -> None:
    """Shows octocat/Hello-World; ``changed`` has other results by the end of the method."""
    emacs.command("gitxplorer-repo", "octocat/Hello-World")
    serve_repository(peer, **changed)
    emacs.shown("repo")


def serve_repository(peer: Peer, owner: str = "octocat", **changed: Any) -> None:
    """Answers the questions of a repository's page."""
    for method, question in questions(peer, owner=owner).items():
        peer.answer(question, changed.get(method.split(".")[1]) or results()[method])
