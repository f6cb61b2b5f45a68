"""The commands that ask GitHub, and the call that each describes."""

from __future__ import annotations

import argparse
from typing import Any, Callable

from .. import calls
from ..browse.place import full_name
from ..call import Call, Options
from . import orders

#: Makes a command of a name, a sentence and what its arguments are made into.
Command = Callable[[str, str, Callable[[argparse.Namespace], Any]], argparse.ArgumentParser]


def add_commands(command: Command) -> None:
    """Adds the commands."""
    random = command("users-random", "Random users.", _users_random)
    random.add_argument("--count", type=int, metavar="N", help="how many, 1 to 100 (15)")
    random.add_argument("--seed", type=int, metavar="N", help="the same seed draws the same ids")
    random.add_argument("--sort", choices=["id", "followers"])
    random.add_argument("--sampling", choices=["page", "independent"])
    random.add_argument(
        "--avatars", choices=["url", "inline"], help="inline: with the images, in JSON"
    )
    _question(random)
    _add_users(command)
    _add_repositories(command)

    search = command("search", "Users, or repositories, by GitHub's search.", _search)
    search.add_argument("query", nargs="+", help="such as: tom repos:>10 location:berlin")
    search.add_argument(
        "--repositories", action="store_true", help="repositories; without it, users"
    )
    search.add_argument(
        "--sort",
        choices=list({**orders.USERS, **orders.REPOSITORIES}),
        metavar="ORDER",
        help=f"of users: {', '.join(orders.USERS)};"
        f" of repositories: {', '.join(orders.REPOSITORIES)}",
    )
    search.add_argument("--order", choices=["desc", "asc"])
    _paged(search)
    _question(search)
    _question(command("rate", "What is left of GitHub's limits.", _rate))


def _add_users(command: Command) -> None:
    repos = command("repos", "Repositories of a user or an organization.", _repos)
    repos.add_argument("login")
    repos.add_argument("--kind", choices=["auto", "user", "organization"])
    repos.add_argument("--sort", choices=["stars", "name", "pushed", "updated", "created"])
    repos.add_argument("--direction", choices=["desc", "asc"])
    repos.add_argument("--limit", type=int, metavar="N", help="at most N (100)")
    repos.add_argument("--language", help="only those in this language")
    repos.add_argument("--no-forks", action="store_true", help="without forks")
    repos.add_argument("--no-archived", action="store_true", help="without archived ones")
    _question(repos)

    summary = command("summary", "A user's stars, languages and best repositories.", _summary)
    summary.add_argument("login")
    _question(summary)

    starred = command("starred", "What a user starred, and when.", _starred)
    starred.add_argument("login")
    starred.add_argument("--sort", choices=["created", "updated"])
    starred.add_argument("--direction", choices=["desc", "asc"])
    _paged(starred)
    _question(starred)

    for name, sentence, call in (
        ("followers", "Who follows a user.", calls.user_followers),
        ("following", "Whom a user follows.", calls.user_following),
    ):
        people = command(name, sentence, _people(call))
        people.add_argument("login")
        _paged(people)
        _question(people)

    avatar = command("avatar", "A user's picture.", _avatar)
    avatar.add_argument("login")
    avatar.add_argument("--size", type=int, metavar="PIXELS")
    avatar.add_argument(
        "--save", metavar="FILE", nargs="?", const="",
        help="write it to FILE (LOGIN.png; - for stdout)",
    )
    _question(avatar)


def _add_repositories(command: Command) -> None:
    _question(_about(command("repo", "A repository: facts, release, languages.", _repo)))
    history = _about(command("history", "How many stars a repository had when.", _history))
    history.add_argument("--points", type=int, metavar="N", help="at most N, 2 to 60 (15)")
    _question(history)
    _question(_about(command("readme", "A repository's README.", _readme)))
    stargazers = _about(command("stargazers", "Who starred a repository, and when.", _stargazers))
    _paged(stargazers)
    _question(stargazers)


def _about(command: argparse.ArgumentParser) -> argparse.ArgumentParser:
    command.add_argument("repository", type=_full_name, metavar="OWNER/NAME")
    return command


def _question(command: argparse.ArgumentParser) -> None:
    command.add_argument("--refresh", action="store_true", help="ask GitHub even if fresh")
    command.add_argument(
        "--max-age", type=int, metavar="SECONDS", help="greatest age of a cached response"
    )


def _paged(command: argparse.ArgumentParser) -> None:
    command.add_argument("--page", type=int, metavar="N")
    command.add_argument("--per-page", type=int, metavar="N")


def _full_name(text: str) -> tuple[str, str]:
    try:
        return full_name(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _options(o: argparse.Namespace) -> Options:
    return {"refresh": o.refresh or None, "max_age": o.max_age}


def _users_random(o: argparse.Namespace) -> Call[Any]:
    return calls.users_random(
        o.count,
        seed=o.seed,
        sort=o.sort,
        sampling=o.sampling,
        avatars=o.avatars,
        **_options(o),
    )


def _repos(o: argparse.Namespace) -> Call[Any]:
    return calls.repos_list(
        o.login,
        kind=o.kind,
        sort=o.sort,
        direction=o.direction,
        limit=o.limit,
        language=o.language,
        forks=False if o.no_forks else None,
        archived=False if o.no_archived else None,
        **_options(o),
    )


def _summary(o: argparse.Namespace) -> Call[Any]:
    return calls.user_summary(o.login, **_options(o))


def _starred(o: argparse.Namespace) -> Call[Any]:
    return calls.user_starred(
        o.login,
        sort=o.sort,
        direction=o.direction,
        page=o.page,
        per_page=o.per_page,
        **_options(o),
    )


def _people(call: Callable[..., Call[Any]]) -> Callable[[argparse.Namespace], Call[Any]]:
    return lambda o: call(o.login, page=o.page, per_page=o.per_page, **_options(o))


def _avatar(o: argparse.Namespace) -> Call[Any]:
    return calls.user_avatar(o.login, size=o.size, **_options(o))


def _repo(o: argparse.Namespace) -> Call[Any]:
    return calls.repo_summary(*o.repository, **_options(o))


def _history(o: argparse.Namespace) -> Call[Any]:
    return calls.repo_star_history(*o.repository, points=o.points, **_options(o))


def _readme(o: argparse.Namespace) -> Call[Any]:
    return calls.repo_readme(*o.repository, **_options(o))


def _stargazers(o: argparse.Namespace) -> Call[Any]:
    return calls.repo_stargazers(*o.repository, page=o.page, per_page=o.per_page, **_options(o))


def _search(o: argparse.Namespace) -> Call[Any]:
    possible = orders.REPOSITORIES if o.repositories else orders.USERS
    if o.sort is not None and o.sort not in possible:
        found = "repositories" if o.repositories else "users"
        raise ValueError(f"a search for {found} has the orders {', '.join(possible)}")
    search: Callable[..., Call[Any]] = (
        calls.search_repositories if o.repositories else calls.search_users
    )
    return search(
        " ".join(o.query),
        sort=o.sort,
        order=o.order,
        page=o.page,
        per_page=o.per_page,
        **_options(o),
    )


def _rate(o: argparse.Namespace) -> Call[Any]:
    return calls.rate_status(**_options(o))
