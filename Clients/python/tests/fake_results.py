"""The fake server's results: small, and with the nulls and scripts of real ones."""

from __future__ import annotations

import base64
from typing import Any

FRESHNESS = {
    "source": "network",
    "fetchedAt": "2026-09-01T12:00:00Z",
    "expiresAt": "2026-09-01T12:01:00Z",
}

#: A PNG of one pixel.
PIXEL = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)


def user(identifier: int, login: str, kind: str = "User") -> dict[str, Any]:
    """A `User`, with every member."""
    return {
        "id": identifier,
        "login": login,
        "type": kind,
        "avatarUrl": f"https://avatars.githubusercontent.com/u/{identifier}?v=4",
        "profileUrl": f"https://github.com/{login}",
        "apiUrl": f"https://api.github.com/users/{login}",
    }


def repository(name: str, stars: int, **members: Any) -> dict[str, Any]:
    """A `Repository`, with every member."""
    return {
        "id": 1296269 + len(name),
        "name": name,
        "fullName": f"octocat/{name}",
        "owner": "octocat",
        "description": None,
        "stars": stars,
        "forks": stars // 3,
        "language": None,
        "license": None,
        "fork": False,
        "archived": False,
        "topics": [],
        "url": f"https://github.com/octocat/{name}",
        "apiUrl": f"https://api.github.com/repos/octocat/{name}",
        "homepage": None,
        "createdAt": "2011-01-26T19:01:12Z",
        "updatedAt": "2026-08-01T00:00:00Z",
        "pushedAt": None,
        **members,
    }


OCTOCAT = user(583231, "octocat")
REPOSITORIES = [
    repository("Hello-World", 1234567, language="Swift", description="The first repository. " * 9),
    repository("日本語テスト", 42, language="C++", description="日本語の説明\x1b[31m rot\u202e"),
    repository("empty", 0, fork=True, archived=True),
]

RESULTS: dict[str, Any] = {
    "users.random": {
        "users": [user(46, "bmizerany"), user(9919, "github", "Organization")],
        "since": 45,
        "freshness": FRESHNESS,
    },
    "repos.list": {
        "owner": OCTOCAT,
        "repositories": REPOSITORIES,
        "total": 3,
        "truncated": False,
        "freshness": FRESHNESS,
    },
    "user.summary": {
        "user": {
            **OCTOCAT,
            "name": "The Octocat",
            "company": None,
            "location": "San Francisco",
            "bio": None,
            "blog": "https://github.blog",
            "followers": 20512,
            "following": 9,
            "publicRepositories": 8,
            "createdAt": "2011-01-25T18:44:36Z",
        },
        "totalStars": 1234609,
        "totalRepositories": 3,
        "favoriteLanguage": "Swift",
        "languages": [
            {"language": "Swift", "repositories": 1, "stars": 1234567},
            {"language": "C++", "repositories": 1, "stars": 42},
        ],
        "topRepositories": REPOSITORIES,
        "freshness": FRESHNESS,
    },
    "search.users": {
        "totalCount": 1001,
        "incompleteResults": False,
        "users": [{**OCTOCAT, "score": 1.0}],
        "page": 1,
        "perPage": 30,
        "nextPage": 2,
        "freshness": FRESHNESS,
    },
    "repo.stargazers": {
        "repository": "octocat/Hello-World",
        "stargazers": [{**user(46, "bmizerany"), "starredAt": "2012-03-04T05:06:07Z"}],
        "page": 1,
        "perPage": 20,
        "nextPage": 2,
        "lastPage": 400,
        "freshness": FRESHNESS,
    },
    "user.avatar": {
        "login": "octocat",
        "mimeType": "image/png",
        "bytes": len(PIXEL),
        "data": base64.b64encode(PIXEL).decode("ascii"),
        "freshness": FRESHNESS,
    },
    "rate.status": {
        "resources": {
            "core": {"limit": 60, "remaining": 3, "used": 57, "resetAt": "2026-09-01T13:00:00Z"},
            "search": {"limit": 10, "remaining": 10, "used": 0, "resetAt": "2026-09-01T12:01:00Z"},
        },
        "authenticated": False,
        "freshness": FRESHNESS,
    },
    "cache.stats": {
        "path": "/tmp/cache.sqlite",
        "entries": 12,
        "bytes": 65536,
        "maxBytes": 268435456,
        "hits": 7,
        "misses": 5,
        "revalidations": 1,
        "staleServed": 0,
        "coalesced": 0,
        "evictions": 0,
        "requestsSpared": 9,
        "rateLimitSpared": 8,
        "oldest": "2026-09-01T12:00:00Z",
        "newest": "2026-09-01T12:30:00Z",
        "hosts": [{"host": "api.github.com", "entries": 12, "bytes": 40960}],
        "lifetime": {
            "since": "2026-08-01T12:00:00Z",
            "hits": 70,
            "misses": 50,
            "revalidations": 10,
            "staleServed": 0,
            "coalesced": 0,
            "evictions": 0,
            "requestsSpared": 90,
            "rateLimitSpared": 80,
        },
        "shared": None,
    },
    "cache.clear": {"removed": 12},
    "auth.status": {"state": "anonymous", "login": None, "scopes": [], "tokenSource": None},
    "rpc.discover": {"openrpc": "1.3.2"},
    "shutdown": None,
}
RESULTS["auth.login"] = RESULTS["auth.logout"] = RESULTS["auth.status"]
RESULTS["initialize"] = {
    "capabilities": {},
    "serverInfo": {"name": "fake", "version": "0"},
    "protocol": {"framings": ["headers", "lines"], "maxMessageBytes": 1 << 24, "maxInFlight": 256},
    "methods": sorted(RESULTS),
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

#: The result of `auth.login` with `device`, until a person has decided.
PENDING = {
    "state": "pending",
    "userCode": "WDJB-MJHT",
    "verificationUri": "https://github.com/login/device",
    "expiresAt": "2036-01-01T00:00:00Z",
    "interval": 5,
}

#: Commands of the command lines, and their methods.
COMMANDS = {
    "users-random": "users.random",
    "repos octocat": "repos.list",
    "summary octocat": "user.summary",
    "search octo cat": "search.users",
    "stargazers octocat/Hello-World": "repo.stargazers",
    "avatar octocat": "user.avatar",
    "rate": "rate.status",
    "cache-stats": "cache.stats",
    "cache-clear": "cache.clear",
}
