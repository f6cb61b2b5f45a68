#!/usr/bin/env python3
"""Draws pictures of the documentation: `python Scripts/pictures browse.svg`, or `make pictures`.

GITXPLORER names the server, which runs with the sandbox. Each screen is waited for, so the machine's speed
does not matter.
"""

from __future__ import annotations

import os
import shlex
import sys
import tempfile
from pathlib import Path
from typing import Callable, List, Tuple

ROOT = Path(__file__).resolve().parents[2]
sys.dont_write_bytecode = True
sys.path[:0] = [str(ROOT / "Tests"), str(ROOT / "Clients/vim/tests"), str(ROOT / "Benchmarks")]

from bench.plot import round_trips  # noqa: E402
from editor import Editor  # noqa: E402
from screen import picture, recording  # noqa: E402
from terminal import Terminal  # noqa: E402

PICTURES = ROOT / "Documentation" / "pictures"
BENCHMARKS = ROOT / "Benchmarks"
SERVER = os.environ.get("GITXPLORER", str(ROOT / ".build/debug/gitxplorer"))


def environment(place: Path) -> dict[str, str]:
    """A home of its own, and a terminal with all colors."""
    own = {name: value for name, value in os.environ.items() if not name.startswith(("GITXPLORER", "NO_COLOR"))}
    folders = {f"XDG_{name}_HOME": str(place) for name in ("CACHE", "CONFIG", "STATE", "DATA")}
    terminal = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "LC_ALL": "C.UTF-8"}
    return {**own, **folders, **terminal, "HOME": str(place), "PYTHONPATH": str(ROOT / "Clients/python/src")}


def browse(place: Path) -> str:
    """From an organization to a repository, its stargazers, one of them, and a search."""
    columns = 100
    server = shlex.join([SERVER, "serve", "--sandbox"])
    command = [sys.executable, "-m", "gitxplorer", "browse", "--server", server, "user", "github"]
    terminal = Terminal(place, command, environment(place), (columns, 30))
    frames: List[Tuple[List[str], float]] = []

    def show(seconds: float, *texts: str) -> None:
        """Keeps the screen as soon as it has the texts and does not ask GitHub for more."""
        terminal.until(lambda screen: settled(screen, texts), ", ".join(texts))
        frames.append((terminal.screen(colors=True), seconds))

    def settled(screen: List[str], texts: Tuple[str, ...]) -> bool:
        whole = "\n".join(screen)
        return all(text in whole for text in texts) and "answered" not in whole and " Picture" not in whole

    try:
        show(3, "How people build software.", "C#  ")
        for key in ("j", "j", "k", "k"):
            terminal.keys(key)
            show(0.4, "How people build software.")
        terminal.keys("Enter")
        show(4, "Star history: ", "## Installation")
        terminal.keys("s")
        show(1.5, "stargazers", "oldest first")
        for _ in range(3):
            terminal.keys("j")
            show(0.3, "stargazers")
        terminal.keys("Enter")
        show(3, "Most starred repositories", "Languages", "★")
        terminal.keys("/")
        show(0.8, "Words and qualifiers")
        query = "fox repos:>10"
        for end, letter in enumerate(query, 1):
            terminal.type(letter)
            show(0.12, query[:end].strip())
        terminal.keys("Enter")
        show(4, "best match")
        return recording(frames, columns, "The terminal explorer")
    finally:
        terminal.close()


def command(place: Path) -> str:
    """`gitxplorer user github` in a shell."""
    columns, line = 90, "gitxplorer user github --sandbox"
    (place / "gitxplorer").symlink_to(SERVER)
    (place / "rc").write_text(f"PATH={place}:$PATH PS1='$ '\n")
    shell = ["bash", "--rcfile", str(place / "rc")]
    terminal = Terminal(place, shell, environment(place), (columns, 40))
    try:
        terminal.see("$")
        terminal.type(line)
        terminal.keys("Enter")
        shown = terminal.until(lambda screen: screen[1] != "" and "$" in screen[1:], "the next prompt")
        lines = terminal.screen(colors=True)[: shown.index("$", 1)]
        return picture(lines, columns, line)
    finally:
        terminal.close()


def vim(place: Path) -> str:
    """`:GitXplorer user github` in Vim."""
    size = (90, 34)
    settings = f"set background=dark termguicolors | colorscheme habamax\nlet g:gitxplorer_command = ['{SERVER}', 'serve', '--sandbox']"
    editor = Editor("vim", place, environment(place), settings, size=size)
    try:
        editor.command("GitXplorer user github")
        editor.shown("user/github")
        return picture(editor.screen(colors=True), size[0], "An organization in Vim")
    finally:
        editor.close()


#: What draws each picture, and where it is.
DRAWINGS: dict[Path, Callable[[Path], str]] = {
    PICTURES / "browse.svg": browse,
    PICTURES / "user.svg": command,
    PICTURES / "vim.svg": vim,
    BENCHMARKS / "round-trips.svg": lambda _: round_trips((BENCHMARKS / "RESULTS.md").read_text()),
}


def main() -> int:
    for path, draw in DRAWINGS.items():
        if path.name in sys.argv[1:]:
            with tempfile.TemporaryDirectory(prefix="gx", ignore_cleanup_errors=True) as folder:
                path.write_text(draw(Path(folder)))
            print(f"{path.relative_to(ROOT)}: {path.stat().st_size // 1000} kB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
