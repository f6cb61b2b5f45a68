"""The command line, and the call that it describes."""

from __future__ import annotations

import argparse
import difflib
import json
import os
import re
import sys
from collections.abc import Iterable, Sequence
from typing import Any, Callable, NoReturn, Optional

from .. import calls, names
from ..browse import command as browse
from ..call import Call, ProgressHandler
from ..contract import command as contract
from ..version import __version__
from .questions import add_commands
from .sign_in import folder, shown
from .text import escaped

#: Methods that take ``workDoneToken``.
_LONG = ("users.", "user.", "repos.", "repo.", "search.", "rate.")

USAGE = 64

PROGRAM = "python -m gitxplorer"

#: Words that are no more, and what they are called now.
_FORMER = {"users-random": "random", "summary": "user"}


class Parser(argparse.ArgumentParser):
    """Reports a usage error in one line, and exits with the status of sysexits.h."""

    #: The parsers of its commands, by name.
    commands: dict[str, "Parser"] = {}

    def error(self, message: str) -> NoReturn:
        """One sentence on stderr, exit 64."""
        message = message.replace("the following arguments are required: ", "expected ", 1)
        # argparse names the argument before a sentence that names it, too.
        message = re.sub(r"^argument ([A-Z/]+: )?", "", message)
        self.exit(USAGE, f"gitxplorer: {escaped(message)} (try {self.prog} --help)\n")

    def parse_args(self, args: Any = None, namespace: Any = None) -> Any:
        """The arguments; an unknown flag is answered with the nearest one of its command."""
        parsed, rest = self.parse_known_args(args, namespace)
        if rest:
            command = self.commands[parsed.command]
            flag = next((word.partition("=")[0] for word in rest if word.startswith("-")), rest[0])
            near = _nearest(flag, command._option_string_actions, 0.8)
            command.error(f"unknown argument {flag!r}{near}")
        return parsed

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.dest == "command" and value not in (action.choices or ()):
            raise argparse.ArgumentError(None, _no_command(value, list(action.choices or ())))
        if action.choices is not None and value not in action.choices:
            *others, last = map(str, action.choices)
            takes = f"{action.option_strings[0]} takes {', '.join(others)} or {last}"
            raise argparse.ArgumentError(
                None, f"{takes}, found {value!r}{_nearest(value, [*others, last])}"
            )


def parser() -> Parser:
    """The parser of the command line; ``make`` of the parsed arguments returns the call."""
    whole = Parser(
        prog=PROGRAM,
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

    def command(
        name: str, summary: str, make: Callable[..., Any], flags: Sequence[Parser] = (common,)
    ) -> Parser:
        made: Parser = commands.add_parser(
            name, help=summary, description=summary, parents=flags, prog=f"{whole.prog} {name}"
        )
        made.set_defaults(make=make)
        return made

    whole.commands = commands.choices

    add_commands(command)
    command("cache-stats", "What the server's cache holds.", lambda _: calls.cache_stats())
    clear = command("cache-clear", "Clear the server's cache.", lambda o: calls.cache_clear(o.login))
    clear.add_argument(
        "login", nargs="?", type=names.login, metavar="LOGIN",
        help="only the responses about this login",
    )
    enter = command("login", "Sign in to GitHub.", lambda _: calls.auth_login(device=True))
    enter.add_argument(
        "--with-token", action="store_true", help="read a token from stdin, instead of a code"
    )
    enter.add_argument(
        "--scope", action="append", default=[], help="a permission of the token, for a code"
    )
    kept = enter.add_mutually_exclusive_group()
    kept.add_argument(
        "--store", dest="store", action="store_const", const=True,
        help=f"store the token for later servers, in {shown(folder())}, without a question",
    )
    kept.add_argument(
        "--session", dest="store", action="store_const", const=False,
        help="do not store it: a running server (--connect) has it until it ends",
    )
    command("logout", "Sign out, and forget a stored token.", lambda _: calls.auth_logout())
    command("auth-status", "Who is signed in.", lambda _: calls.auth_status())
    anything = command("call", "Call any method; the result is JSON.", _call)
    anything.add_argument("method", metavar="METHOD")
    anything.add_argument("params", metavar="PARAMS", nargs="?", help="JSON, or - for stdin")
    browse.add_arguments(
        command("browse", "Explore GitHub on the whole terminal.", lambda _: None)
    )
    contract.add_arguments(
        command("contract", "Check a server against the protocol.", lambda _: None, flags=())
    )
    command("demo", "A tour of the four questions.", lambda _: None)
    return whole


def _no_command(word: str, words: list[str]) -> str:
    near = f"; did you mean {_FORMER[word]}?" if word in _FORMER else _nearest(word, words)
    return f"there is no command {word!r}{near}"


def _nearest(word: str, words: Iterable[str], least: float = 0.6) -> str:
    near = difflib.get_close_matches(word, list(words), 1, least)
    return f"; did you mean {near[0]}?" if near else ""


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
