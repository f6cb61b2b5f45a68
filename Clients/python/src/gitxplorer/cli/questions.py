"""The words that ask GitHub. Their flags, choices and help are those of the functions in ``calls``."""

from __future__ import annotations

import argparse
import inspect
import re
from collections.abc import Mapping
from typing import Any, Callable, Literal, Optional, get_args, get_origin, get_type_hints

from .. import calls, names
from ..call import Call

#: Makes a command of a word, a sentence and what its arguments are made into.
Command = Callable[[str, str, Callable[[argparse.Namespace], Any]], argparse.ArgumentParser]

#: Each word, and the function that makes its call.
QUESTIONS: Mapping[str, Callable[..., Call[Any]]] = {
    "random": calls.users_random,
    "user": calls.user_summary,
    "repos": calls.repos_list,
    "repo": calls.repo_summary,
    "readme": calls.repo_readme,
    "history": calls.repo_star_history,
    "stargazers": calls.repo_stargazers,
    "starred": calls.user_starred,
    "followers": calls.user_followers,
    "following": calls.user_following,
    "search": calls.search_users,
    "avatar": calls.user_avatar,
    "rate": calls.rate_status,
}

#: The function of ``search --repositories``.
_REPOSITORIES = calls.search_repositories

#: The params that are arguments.
_ARGUMENTS = {"login": "LOGIN", "owner": "OWNER/NAME", "name": "OWNER/NAME", "query": "QUERY"}


def add_commands(command: Command) -> None:
    """Adds the commands."""
    for word, call in QUESTIONS.items():
        added = command(word, _documentation(call)[0], _maker(word))
        _add_params(added, call)
        if word == "search":
            added.add_argument(
                "--repositories", action="store_true", help="repositories instead of users"
            )
        if word == "avatar":
            added.add_argument(
                "--save", metavar="FILE", nargs="?", const="",
                help="write it to FILE (LOGIN.png; - for stdout)",
            )
        added.add_argument("--refresh", action="store_true", help="ask GitHub even if fresh")
        added.add_argument(
            "--max-age", type=int, metavar="SECONDS", help="greatest age of a cached response"
        )


def term(path: str) -> str:
    """The argument or flag that gives a param, of the JSON Pointer to the param."""
    name = path.removeprefix("/").partition("/")[0]
    if name in _ARGUMENTS:
        return _ARGUMENTS[name]
    flag = re.sub("([A-Z])", lambda capital: f"-{capital[1].lower()}", name)
    return {"token": "the token", "scopes": "--scope"}.get(name, f"--{_negated(flag)}")


def _add_params(command: argparse.ArgumentParser, call: Callable[..., Call[Any]]) -> None:
    helps = _documentation(call)[1]
    for name, kind in _params(call).items():
        explained = helps.get(name, "")
        if name == "login":
            command.add_argument(
                name, type=names.login, metavar="LOGIN", help="octocat, or the address of its page"
            )
        elif name == "owner":
            command.add_argument(
                "repository", type=_repository, metavar="OWNER/NAME",
                help="octocat/Hello-World, or the address of its page",
            )
        elif name == "query":
            command.add_argument(name, nargs="+", metavar="QUERY", help=explained)
        elif kind is bool:
            command.add_argument(
                f"--{_negated(name)}", dest=name, action="store_const", const=False,
                help=explained.replace("Whether", "Without it,", 1),
            )
        elif get_origin(kind) is Literal:
            command.add_argument(f"--{name}", choices=_choices(call, name), help=explained)
        elif name != "name":
            flag = f"--{name.replace('_', '-')}"
            metavar = "N" if kind is int else name.upper()
            command.add_argument(flag, type=kind, metavar=metavar, help=explained)


def _params(call: Callable[..., Call[Any]]) -> dict[str, Any]:
    """The type of each param, apart from those that all calls have."""
    hints = get_type_hints(call)
    names = [name for name in inspect.signature(call).parameters if name != "options"]
    return {name: (get_args(hints[name]) or (hints[name],))[0] for name in names}


def _documentation(call: Callable[..., Call[Any]]) -> tuple[str, dict[str, str]]:
    """The sentence about the call, and those about its params, for argparse."""
    text = (call.__doc__ or "").replace("%", "%%")
    params = re.findall("- ``(.+?)``: (.+)", text)
    return text.partition("\n")[0], {name: said.replace("`", "") for name, said in params}


def _choices(call: Callable[..., Call[Any]], name: str) -> list[str]:
    """The values of a param; those of both searches for ``search``."""
    values = list(get_args(_params(call)[name]))
    if call is QUESTIONS["search"]:
        values += [each for each in _choices(_REPOSITORIES, name) if each not in values]
    return values


def _negated(name: str) -> str:
    """The flag of a param that is true unless it is given."""
    return f"no-{name}" if name in ("forks", "archived") else name


def _repository(text: str) -> tuple[str, str]:
    name = names.repository(text)
    if name is None:
        raise argparse.ArgumentTypeError(f"expected OWNER/NAME, found {text!r}")
    owner, _, name = name.partition("/")
    return owner, name


def _maker(word: str) -> Callable[[argparse.Namespace], Call[Any]]:
    def make(o: argparse.Namespace) -> Call[Any]:
        call = _REPOSITORIES if vars(o).get("repositories") else QUESTIONS[word]
        params: dict[str, Any] = {"refresh": o.refresh or None, "max_age": o.max_age}
        for name, kind in _params(call).items():
            if name in ("owner", "name"):
                params[name] = o.repository[name == "name"]
            else:
                params[name] = " ".join(o.query) if name == "query" else getattr(o, name)
            if get_origin(kind) is Literal:
                _check(call, name, params[name])
        return call(**params)

    return make


def _check(call: Callable[..., Call[Any]], name: str, value: Optional[str]) -> None:
    """Raises ValueError for a value that only the other search has."""
    values = get_args(_params(call)[name])
    if value is not None and value not in values:
        found = "repositories" if call is _REPOSITORIES else "users"
        raise ValueError(f"--{name} of a search for {found} is one of {', '.join(values)}")
