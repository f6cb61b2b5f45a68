"""Dark, light, and no color at all."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from textual.theme import Theme

if TYPE_CHECKING:
    from textual.app import App

DARK = Theme(
    name="gitxplorer-dark",
    primary="#58a6ff",
    secondary="#bc8cff",
    accent="#f778ba",
    foreground="#e6edf3",
    background="#0d1117",
    surface="#161b22",
    panel="#21262d",
    success="#3fb950",
    warning="#d29922",
    error="#f85149",
    dark=True,
)

LIGHT = Theme(
    name="gitxplorer-light",
    primary="#0969da",
    secondary="#8250df",
    accent="#bf3989",
    foreground="#1f2328",
    background="#ffffff",
    surface="#f6f8fa",
    panel="#dfe5ec",
    success="#1a7f37",
    warning="#9a6700",
    error="#cf222e",
    dark=False,
)


def plain() -> bool:
    """Whether to use no color: NO_COLOR, or a terminal without colors."""
    term = os.environ.get("TERM", "")
    return bool(os.environ.get("NO_COLOR")) or term in ("dumb", "vt100", "vt102", "vt220")


def settle(app: App[None]) -> None:
    """The initial theme: light if the terminal says so in COLORFGBG."""
    if plain():
        app.theme = "ansi-dark" if "ansi-dark" in app.available_themes else "textual-ansi"
        app.add_class("plain")
        return
    app.register_theme(DARK)
    app.register_theme(LIGHT)
    ground = os.environ.get("COLORFGBG", "").rpartition(";")[2]
    app.theme = (LIGHT if ground in ("7", "15") else DARK).name


def toggle(app: App[None]) -> None:
    """The other theme; without color there is none."""
    if not plain():
        app.theme = (LIGHT if app.current_theme.dark else DARK).name
