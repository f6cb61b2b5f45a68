"""The shell client on the fake server, for tests."""

import json
import subprocess
from pathlib import Path
from typing import Any, Callable

from fake_results import COMMANDS

SCRIPT = str(Path(__file__).parents[1] / "gitxplorer-sh")
OnTerminal = Callable[..., str]

LINES = {
    **COMMANDS,
    "cache-clear octocat": "cache.clear",
    "auth-status": "auth.status",
    "logout": "auth.logout",
}


class Shell:
    """Runs the script on the fake server."""

    def __init__(self, environment: dict[str, str], place: Path) -> None:
        self.environment = environment
        self.place = place

    def __call__(self, *arguments: str, **options: Any) -> "subprocess.CompletedProcess[str]":
        options = {"stdin": subprocess.DEVNULL, **options} if "input" not in options else options
        return subprocess.run(
            [SCRIPT, *arguments],
            capture_output=True,
            text=True,
            encoding="utf-8",
            env=self.environment,
            cwd=self.place,
            **options,
        )

    def sent(self, *arguments: str) -> Any:
        """The request that a command line sends."""
        log = self.place / "sent"
        spy = self.place / "spy"
        spy.write_text(f'#!/bin/sh\nhead -n 1 >"{log}"\n')
        spy.chmod(0o755)
        self.environment["GITXPLORER_BIN"] = str(spy)
        assert self(*arguments).returncode == 3
        return json.loads(log.read_text())

    def browser(self) -> Path:
        """Sets a browser that writes the pages that it opens to the returned file."""
        pages = self.place / "pages"
        browser = self.place / "browser"
        browser.write_text(f'#!/bin/sh\nprintf "%s\\n" "$@" >>"{pages}"\n')
        browser.chmod(0o755)
        self.environment["BROWSER"] = str(browser)
        return pages


def check_fails(shell: Shell, *line: str, status: int, says: str) -> None:
    """One sentence on stderr, nothing on stdout."""
    done = shell(*line)
    assert (done.returncode, done.stdout) == (status, "")
    assert says in done.stderr
    assert done.stderr.count("\n") == 1 and done.stderr.startswith("gitxplorer-sh: ")
