"""Vim or Neovim with the plugin installed as a package, on a terminal."""

from __future__ import annotations

import json
import os
import select
import shutil
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from harness.patience import PATIENCE
from terminal import Terminal

PLUGIN = Path(__file__).parents[1]

#: Settings of the tests: no intro, and nothing left in files.
SETTINGS = "set nocompatible shortmess+=I noswapfile viminfo= laststatus=2 ruler showmode\n"

#: Neovim from PyPI is in the directory of the Python that runs the tests.
PROGRAMS = {
    "vim": shutil.which("vim") or "vim",
    "nvim": str(Path(sys.executable).parent / "nvim"),
    "old nvim": "/usr/bin/nvim",
}


class Editor(Terminal):
    """One editor with its own home."""

    def __init__(
        self,
        name: str,
        place: Path,
        environment: dict[str, str],
        settings: str = "",
        arguments: Sequence[str] = (),
        size: tuple[int, int] = (90, 30),
        plugin: Path = PLUGIN,
    ) -> None:
        self.name, self.place = name, place
        home = place / "home"
        config = home / (".vim" if name == "vim" else "config/nvim")
        packages = home / (".vim" if name == "vim" else "data/nvim/site")
        (packages / "pack/tests/start").mkdir(parents=True)
        (packages / "pack/tests/start/gitxplorer").symlink_to(plugin)
        config.mkdir(parents=True, exist_ok=True)
        file = home / ".vimrc" if name == "vim" else config / "init.vim"
        file.write_text(f"{SETTINGS}filetype plugin on\nsyntax on\n{settings}\n")
        self.results = place / "results"
        os.mkfifo(self.results)
        kept = {k: v for k, v in environment.items() if not k.startswith(("VIM", "NVIM", "TMUX"))}
        kept |= {"HOME": str(home), "LC_ALL": "C.UTF-8", "TERM": "xterm-256color"}
        for what in ("config", "data", "state", "cache"):
            kept[f"XDG_{what.upper()}_HOME"] = str(home / what)
        self.first = "" if arguments else "[No Name]"
        super().__init__(place, [PROGRAMS[name], *arguments], kept, size)

    def begin(self) -> None:
        """Waits for the first screen."""
        self.see(self.first)

    def command(self, text: str) -> None:
        """Runs a command from Normal mode."""
        self.type(f":{text}")
        self.keys("Enter")

    def value(self, expression: str) -> Any:
        """The value of an expression, from Normal mode."""
        reader = os.open(self.results, os.O_RDONLY | os.O_NONBLOCK)
        try:
            self.command(f"silent call writefile([json_encode({expression})], '{self.results}')")
            assert select.select([reader], [], [], PATIENCE)[0], self.screen()
            text = b""
            while not text.endswith(b"\n"):
                select.select([reader], [], [], PATIENCE)
                try:
                    text += os.read(reader, 65536)
                except BlockingIOError:
                    pass  # The editor has opened the pipe and not written yet.
            return json.loads(text)
        finally:
            os.close(reader)

    def becomes(self, expression: str, wanted: Any) -> None:
        """Evaluates an expression until it has a value that the screen does not show."""
        deadline = time.monotonic() + PATIENCE
        while (value := self.value(expression)) != wanted:
            assert time.monotonic() < deadline, (expression, value, self.screen())
            # Vim notices a new size of its terminal only when no key is pending.
            time.sleep(0.05)

    def shown(self, address: str) -> list[str]:
        """The first screen that shows a complete page, with its address in the status line."""
        return self.until(
            lambda screen: f"gitxplorer://{address} " in screen[-2]
            and "g? all keys" in "\n".join(screen),
            f"the page {address}",
        )

    def page(self) -> list[str]:
        """The lines of the current buffer."""
        lines: list[str] = self.value("getline(1, '$')")
        return lines
