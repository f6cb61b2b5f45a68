"""The command ``contract``: its arguments and its requirements."""

from __future__ import annotations

import argparse
import importlib.util
import os
import sys
import tempfile
from pathlib import Path
from typing import Callable

from ..target import Target

_MISSING = (
    "contract needs the package's extra. In a clone of the repository, in a virtual environment:"
    " pip install './Clients/python[contract]'"
)
_UNNAMED = (
    "contract needs --server COMMAND or --connect ADDRESS; the variables do not count, because it"
    " signs in and out, clears the cache and makes thousands of calls"
)
_CONNECTION = (
    ("--server", "COMMAND", "server to start"),
    ("--connect", "ADDRESS", "running server: unix:PATH or tcp:HOST:PORT"),
    ("--secret-file", "PATH", "client secret, for tcp"),
)
_BROKEN = 1


def add_arguments(command: argparse.ArgumentParser) -> None:
    """The flags."""
    command.epilog = (
        "exit status: 0 all promises are kept, 1 some are broken, 3 could not connect, 64 usage."
        " Do not point it at a server that asks GitHub itself."
    )
    # Not the flags of the other commands, whose help names variables. SUPPRESS keeps what was given
    # before the command.
    for flag, metavar, meaning in _CONNECTION:
        command.add_argument(flag, metavar=metavar, default=argparse.SUPPRESS, help=meaning)
    command.add_argument(
        "--json", dest="output", action="store_const", const="json", default=argparse.SUPPRESS,
        help="print the report for programs, as JSON",
    )
    command.add_argument(
        "--only", metavar="PROMISE", action="append", default=[], help="check this promise alone"
    )
    command.add_argument(
        "--examples",
        type=_positive,
        metavar="N",
        default=25,
        help="how many params are generated for each method and promise (25)",
    )
    command.add_argument(
        "--timeout",
        type=_positive,
        metavar="SECONDS",
        default=30,
        help="how long an answer may take (30)",
    )
    command.add_argument(
        "--schemas", type=Path, metavar="DIR", help="other schemas than those of this package"
    )


def run(options: argparse.Namespace, target: Callable[[], Target]) -> int:
    """Prints a report and returns the exit status.

    Raises ValueError, with a sentence, for a usage error, and ConnectError.
    """
    needed = ("hypothesis", "hypothesis_jsonschema", "jsonschema")
    if any(importlib.util.find_spec(name) is None for name in needed):
        raise ValueError(_MISSING)
    if options.trace:
        raise ValueError("contract takes no --trace; its report has the messages")
    if (options.server is None) == (options.connect is None):
        raise ValueError(_UNNAMED)
    with tempfile.TemporaryDirectory(prefix="gitxplorer-contract-") as folder:
        return _hold(options, target(), Path(folder))


def _hold(options: argparse.Namespace, target: Target, folder: Path) -> int:
    # Read when hypothesis is imported; by default it stores its tables in the current directory.
    if not os.environ.get("HYPOTHESIS_STORAGE_DIRECTORY"):
        os.environ["HYPOTHESIS_STORAGE_DIRECTORY"] = str(folder / "hypothesis")

    from ..cli.screen import Screen
    from .catalog import checks
    from .params import left_out
    from .report import JSONReport, TextReport, counted, tell
    from .schemas import SHIPPED, Schemas
    from .server import Server
    from .session import Session

    directory = options.schemas or SHIPPED
    if not (directory / "openrpc.json").is_file():
        raise ValueError(f"there is no openrpc.json in {directory}")
    schemas = Schemas(directory)
    if target.address is not None:
        server = Server(
            address=target.address, secret_file=target.secret_file, timeout=options.timeout
        )
    else:
        server = Server.apart(target.command, folder, options.timeout)
    all = list(checks(schemas))
    names = list(dict.fromkeys(check.promise.name for check in all))
    for name in options.only:
        if name not in names:
            raise ValueError(f"there is no promise {name}; there are {', '.join(names)}")
    chosen = [check for check in all if not options.only or check.promise.name in options.only]
    others = len(names) - len(set(options.only))
    unchecked = left_out(chosen, schemas)
    if options.only:
        unchecked.append((counted(others), "--only names others"))
    report = JSONReport() if options.output == "json" else TextReport(Screen.of(sys.stdout))
    with Session(server, schemas, examples=options.examples) as session:
        broken = tell(chosen, session, report, sys.stdout, unchecked)
    return _BROKEN if broken else 0


def _positive(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 0 < int(text) <= 100_000):
        raise argparse.ArgumentTypeError(f"expected a number from 1 to 100000, found {text!r}")
    return int(text)
