"""Everyone who starred a repository: ``python all_stargazers.py octocat/Hello-World``."""

import sys
from collections.abc import Iterator

from gitxplorer import Client
from gitxplorer.types import Stargazer


def stargazers(client: Client, owner: str, name: str) -> Iterator[Stargazer]:
    """Walks the pages, oldest star first; the next one is asked when it is needed."""
    page = 1
    while True:
        result = client.repo_stargazers(owner, name, page=page, per_page=100)
        yield from result["stargazers"]
        if result["nextPage"] is None:
            return
        page = result["nextPage"]


if __name__ == "__main__":
    owner, _, name = sys.argv[1].partition("/")
    with Client.spawn(["gitxplorer", "serve", "--sandbox"]) as client:
        for gazer in stargazers(client, owner, name):
            print(gazer["starredAt"], gazer["login"])
