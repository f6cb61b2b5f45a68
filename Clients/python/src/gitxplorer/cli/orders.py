"""The orders of GitHub's two searches."""

from __future__ import annotations

from collections.abc import Mapping

#: The values of ``sort``, and what people call them; the first one applies unless another is given.
USERS: Mapping[str, str] = {
    "bestMatch": "best match",
    "followers": "followers",
    "repositories": "repositories",
    "joined": "date of joining",
}

REPOSITORIES: Mapping[str, str] = {
    "bestMatch": "best match",
    "stars": "stars",
    "forks": "forks",
    "updated": "last update",
}
