"""The command ``browse``: its arguments and its requirements."""

from __future__ import annotations

import argparse
import importlib.util
import os
import sys
from typing import Callable, Literal, get_args

from .place import REPOSITORIES, Place, starts
from ..target import Target

Means = Literal["auto", "kitty", "sixel", "blocks", "shades", "none"]

_MISSING = (
    "browse needs the package's extra. In a clone of the repository: make browse,"
    " or, in a virtual environment, pip install './Clients/python[browse]'"
)


def add_arguments(command: argparse.ArgumentParser) -> None:
    """START and the flags."""
    command.formatter_class = argparse.RawDescriptionHelpFormatter
    each = "\n".join(f"  {start}" for start in starts())
    command.epilog = (
        f"START, where to begin, is one of:\n{each}\nIn the explorer, ? names the keys."
    )
    command.add_argument("start", nargs="*", metavar="START", help="where to begin (random)")
    # A flag would end the words of START: the rest of the query belongs to it.
    command.add_argument(REPOSITORIES, nargs="*", metavar="QUERY", help=argparse.SUPPRESS)
    command.add_argument(
        "--pictures",
        choices=get_args(Means),
        default="auto",
        help="how pictures are drawn (auto: the best way that the terminal supports)",
    )


def run(options: argparse.Namespace, target: Callable[[], Target]) -> int:
    """Runs the explorer; returns the exit status.

    Raises ValueError, with a sentence, for a usage error.
    """
    found = options.repositories
    place = Place.parse([*options.start, *([] if found is None else [REPOSITORIES, *found])])
    modules = ["textual", "textual_image", "PIL"]
    if any(importlib.util.find_spec(name) is None for name in modules):
        raise ValueError(_MISSING)
    if not (sys.stdin.isatty() and sys.stdout.isatty() and sys.stderr.isatty()):
        raise ValueError("browse needs a terminal; random, repos and the others need none")
    return _browse(place, target(), _means(options.pictures))


def _browse(place: Place, target: Target, means: Means) -> int:
    from . import theme
    from .app import Explorer
    from .widgets import picture

    if theme.plain():
        os.environ["NO_COLOR"] = "1"  # Textual knows only this one.
    picture.choose(means)
    explorer = Explorer(target, place)
    explorer.run()
    return explorer.return_code or 0


def _means(wanted: Means) -> Means:
    from . import theme

    return "shades" if wanted == "auto" and theme.plain() else wanted
