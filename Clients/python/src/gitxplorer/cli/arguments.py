"""The command line, and the call that it describes."""

from __future__ import annotations

import argparse
import json
import os
import sys
from typing import Any, Callable, NoReturn, Optional

from .. import calls
from ..browse import command as browse
from ..call import Call, Options, ProgressHandler
from ..contract import command as contract
from ..version import __version__
from .text import escaped

#: Methods that take ``workDoneToken``.
_LONG = ("users.", "user.", "repos.", "repo.", "search.", "rate.")

USAGE = 64


class Parser(argparse.ArgumentParser):
    """Reports a usage error in one line, and exits with the status of sysexits.h."""

    def error(self, message: str) -> NoReturn:
        """One sentence on stderr, exit 64."""
        self.exit(USAGE, f"gitxplorer: {escaped(message)} (try {self.prog} --help)\n")


def parser() -> Parser:
    """The parser of the command line; ``make`` of the parsed arguments returns the call."""
    whole = Parser(
        prog="python -m gitxplorer",
        description="Explore GitHub users and repositories through a GitXplorer server.",
        epilog="exit status: 0 result, 1 error from the server, 3 could not connect, 64 usage",
        # A separate object: set_defaults would otherwise change what the commands share.
        parents=[_common()],
    )
    common = _common()
    whole.set_defaults(
        server=None,
        connect=None,
        secret_file=os.environ.get("GITXPLORER_CLIENT_SECRET_FILE"),
        output=None,
        trace=False,
    )
    whole.add_argument("--version", action="version", version=f"gitxplorer-py {__version__}")
    commands = whole.add_subparsers(dest="command", metavar="COMMAND", required=True)

    def command(name: str, summary: str, make: Callable[..., Any]) -> Parser:
        made: Parser = commands.add_parser(
            name, help=summary, description=summary, parents=[common], prog=f"{whole.prog} {name}"
        )
        made.set_defaults(make=make)
        return made

    random = command("users-random", "Random users.", _users_random)
    random.add_argument("--count", type=int, metavar="N", help="how many, 1 to 100 (15)")
    random.add_argument("--seed", type=int, metavar="N", help="the same seed draws the same ids")
    random.add_argument("--sort", choices=["id", "followers"])
    random.add_argument("--sampling", choices=["page", "independent"])
    random.add_argument(
        "--avatars", choices=["url", "inline"], help="inline: with the images, in JSON"
    )
    _question(random)

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

    search = command("search", "Users by GitHub's search, qualifiers included.", _search)
    search.add_argument("query", nargs="+", help="such as: tom repos:>10 location:berlin")
    search.add_argument("--sort", choices=["bestMatch", "followers", "repositories", "joined"])
    search.add_argument("--order", choices=["desc", "asc"])
    _paged(search)
    _question(search)

    stargazers = command("stargazers", "Who starred a repository, and when.", _stargazers)
    stargazers.add_argument("repository", type=_full_name, metavar="OWNER/NAME")
    _paged(stargazers)
    _question(stargazers)

    avatar = command("avatar", "A user's picture.", _avatar)
    avatar.add_argument("login")
    avatar.add_argument("--size", type=int, metavar="PIXELS")
    avatar.add_argument(
        "--save", metavar="FILE", nargs="?", const="",
        help="write it to FILE (LOGIN.png; - for stdout)",
    )
    _question(avatar)

    _question(command("rate", "What is left of GitHub's limits.", _rate))
    command("cache-stats", "What the server's cache holds.", lambda _: calls.cache_stats())
    clear = command("cache-clear", "Clear the server's cache.", lambda o: calls.cache_clear(o.login))
    clear.add_argument("login", nargs="?", help="only the responses about this login")
    enter = command("login", "Sign the server in to GitHub.", lambda _: calls.auth_login(device=True))
    enter.add_argument("--with-token", action="store_true", help="read a token from stdin")
    enter.add_argument(
        "--scope", action="append", default=[],
        help="a permission of the token, for a sign-in by code",
    )
    enter.add_argument(
        "--session", action="store_true", help="do not keep the token for later servers"
    )
    command("logout", "Sign out, and forget a stored token.", lambda _: calls.auth_logout())
    command("auth-status", "Who is signed in.", lambda _: calls.auth_status())
    anything = command("call", "Call any method; the result is JSON.", _call)
    anything.add_argument("method")
    anything.add_argument("params", nargs="?", help="JSON, or - for stdin")
    browse.add_arguments(
        command("browse", "Explore GitHub on the whole terminal.", lambda _: None)
    )
    contract.add_arguments(
        command("contract", "Check a server against the protocol.", lambda _: None)
    )
    command("demo", "A tour of the four questions.", lambda _: None)
    return whole


def with_progress(call: Call[Any], handler: Optional[ProgressHandler]) -> Call[Any]:
    """The call, with progress if it can take long."""
    if handler is None or not call.method.startswith(_LONG):
        return call
    return Call(call.method, call.params, handler, call.timeout)


def _common() -> Parser:
    common = Parser(add_help=False, argument_default=argparse.SUPPRESS)
    group = common.add_argument_group("connection and output")
    group.add_argument(
        "--server",
        metavar="COMMAND",
        help='server to start ($GITXPLORER_SERVER, otherwise "gitxplorer serve")',
    )
    group.add_argument(
        "--connect",
        metavar="ADDRESS",
        help="running server: unix:PATH or tcp:HOST:PORT ($GITXPLORER_CONNECT)",
    )
    group.add_argument("--secret-file", metavar="PATH", help="client secret, for tcp")
    group.add_argument(
        "--json", dest="output", action="store_const", const="json", help="print JSON, as in a pipe"
    )
    group.add_argument(
        "--table", dest="output", action="store_const", const="table",
        help="print a table, as on a terminal",
    )
    group.add_argument("--trace", action="store_true", help="print each message on stderr")
    return common


def _question(command: argparse.ArgumentParser) -> None:
    command.add_argument("--refresh", action="store_true", help="ask GitHub even if fresh")
    command.add_argument(
        "--max-age", type=int, metavar="SECONDS", help="greatest age of a cached response"
    )


def _paged(command: argparse.ArgumentParser) -> None:
    command.add_argument("--page", type=int, metavar="N")
    command.add_argument("--per-page", type=int, metavar="N")


def _full_name(text: str) -> tuple[str, str]:
    owner, slash, name = text.partition("/")
    if not (owner and slash and name):
        raise argparse.ArgumentTypeError(f"expected OWNER/NAME, found {text!r}")
    return owner, name


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


def _search(o: argparse.Namespace) -> Call[Any]:
    return calls.search_users(
        " ".join(o.query),
        sort=o.sort,
        order=o.order,
        page=o.page,
        per_page=o.per_page,
        **_options(o),
    )


def _stargazers(o: argparse.Namespace) -> Call[Any]:
    owner, name = o.repository
    return calls.repo_stargazers(owner, name, page=o.page, per_page=o.per_page, **_options(o))


def _avatar(o: argparse.Namespace) -> Call[Any]:
    return calls.user_avatar(o.login, size=o.size, **_options(o))


def _rate(o: argparse.Namespace) -> Call[Any]:
    return calls.rate_status(**_options(o))


def _call(o: argparse.Namespace) -> Call[Any]:
    text = sys.stdin.read() if o.params == "-" else o.params
    if text is None:
        return Call(o.method)
    try:
        params = json.loads(text)
    except ValueError as error:
        raise ValueError(f"PARAMS is not JSON: {error}") from None
    if not isinstance(params, (dict, list)):
        raise ValueError(f"PARAMS must be an object or an array, found {text.strip()[:40]}")
    return Call(o.method, params)
