"""Emacs with GitXplorer on its load path, on a terminal."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from harness.facts import Facts
from harness.patience import PATIENCE
from terminal import Terminal

PACKAGE = Path(__file__).parents[1]
EMACS = shutil.which("emacs") or "emacs"

#: Otherwise Emacs would compile its own libraries in the background, again for each home.
EARLY = """\
(setq package-enable-at-startup nil
      native-comp-deferred-compilation nil native-comp-jit-compilation nil)
"""

#: Settings of the tests: nothing but the buffer, and a door for `emacsclient`. Emacs would ask the
#: terminal what it is, and throw away what is typed until it has its answer: `term-file-prefix`.
SETTINGS = """\
(menu-bar-mode -1)
(setq term-file-prefix nil suggest-key-bindings nil
      inhibit-startup-screen t ring-bell-function #'ignore make-backup-files nil
      initial-scratch-message nil server-name "{door}")
(add-to-list 'load-path "{package}")
(require 'json)
(require 'gitxplorer)
"""

#: Collects the pages that the browser would open.
BROWSER = "(setq opened nil browse-url-browser-function (lambda (url &rest _) (push url opened)))"


def lisp(value: object) -> str:
    """A text or a list of texts in Lisp's syntax."""
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    assert isinstance(value, (list, tuple))
    return f"({' '.join(map(lisp, value))})"


class Emacs(Terminal):
    """One Emacs with its own home."""

    def __init__(
        self,
        place: Path,
        environment: dict[str, str],
        settings: str = "",
        size: tuple[int, int] = (90, 30),
        arguments: Sequence[str] = (),
    ) -> None:
        home = place / "home"
        home.mkdir()
        self.door = place / "door"
        self.environment = {k: v for k, v in environment.items() if not k.startswith("TMUX")}
        self.environment |= {"HOME": str(home), "LC_ALL": "C.UTF-8", "TERM": "xterm-256color"}
        (home / ".emacs.d").mkdir()
        (home / ".emacs.d/early-init.el").write_text(EARLY)
        given = SETTINGS.format(door=self.door, package=PACKAGE)
        (home / ".emacs.d/init.el").write_text(f"{given}{settings}\n(server-start)\n")
        command = [EMACS, "--no-site-file", "--no-site-lisp", "-nw", *arguments]
        super().__init__(place, command, self.environment, size)

    def begin(self) -> None:
        """Waits for the first screen and for the server of `emacsclient`."""
        self.see("*scratch*")
        deadline = time.monotonic() + PATIENCE
        while not self.door.exists():
            assert time.monotonic() < deadline, self.screen()
            time.sleep(0.02)  # Nothing tells of a new socket file.

    def command(self, name: str, *answers: str) -> None:
        """Runs a command by its name, perhaps after ``C-u``, and answers its prompts."""
        prefix, _, command = name.rpartition(" ")
        keys = [*prefix.split(), "M-x"]
        self.keys(*keys)
        self.until(lambda screen: screen[-1] == " ".join(keys), "a prompt")
        self.type(command)
        self.keys("Enter")
        for answer in answers:
            self.type(answer)
            self.keys("Enter")

    def leave_prompt(self) -> None:
        """Leaves a prompt with C-g. If Emacs is busy, a C-g ends only its current work."""
        prompt = self.screen()[-1]
        Facts(self.value("(emacs-pid)")).wait_for_rest()
        self.keys("C-g")
        self.until(lambda screen: not screen[-1].startswith(prompt), "no prompt")

    def value(self, expression: str) -> Any:
        """The value of an expression in the buffer of the selected window."""
        form = f"(with-current-buffer (window-buffer) (json-encode {expression}))"
        done = subprocess.run(
            ["emacsclient", "-s", str(self.door), "-e", form],
            env=self.environment, capture_output=True, text=True,
        )
        assert done.returncode == 0, done.stderr
        text = done.stdout.strip()[1:-1]
        return json.loads(re.sub(r"\\(.)", r"\1", text))

    def becomes(self, expression: str, wanted: Any) -> None:
        """Evaluates an expression until it has a value that the screen does not show."""
        deadline = time.monotonic() + PATIENCE
        while (value := self.value(expression)) != wanted:
            assert time.monotonic() < deadline, (expression, value, self.screen())
            time.sleep(0.05)  # Nothing tells of what the screen does not show.

    def shown(self, kind: str) -> list[str]:
        """The first screen that shows a complete page of this kind."""
        return self.until(
            lambda screen: re.search(rf"\*GitXplorer {re.escape(kind)}[ *]", screen[-2]) is not None
            and "asking" not in screen[-2] and "all keys" in "\n".join(screen[:-2]),
            f"the page {kind}",
        )

    def line(self) -> str:
        """The line of point in the selected window."""
        text: str = self.value(
            "(save-excursion (goto-char (window-point))"
            " (buffer-substring-no-properties (line-beginning-position) (line-end-position)))"
        )
        return text
