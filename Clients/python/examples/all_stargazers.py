"""Everyone who starred a repository: ``python all_stargazers.py octocat/Hello-World``."""

import sys

from gitxplorer import Client

COMMAND = ["gitxplorer", "serve", "--sandbox"]


def main(repository: str, command: list[str] = COMMAND) -> None:
    """Prints a line for each, oldest star first; a page is asked for when it is needed."""
    owner, _, name = repository.partition("/")
    with Client.spawn(command) as client:
        for gazer in client.stargazers(owner, name):
            print(gazer["starredAt"], gazer["login"])


if __name__ == "__main__":
    main(sys.argv[1])
