"""Those who are measured: each answers `user.summary` in its own way, with a token.

A client says the total of stars, so that a wrong answer shows.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Callable, Dict, List, Optional

from harness.clock import Clock
from harness.processes import Processes
from harness.sandbox import Sandbox
from harness.wire import Connection, request

TOKEN = "ghp_benchmark"
HOUR = 3600


class Client:
    """One way to ask. A client is used with one sandbox only."""

    name = ""
    #: How long it holds an answer fresh, in seconds; 0: it holds none.
    lifetime = 0

    def __init__(self, sandbox: Sandbox, processes: Processes, folder: Path) -> None:
        self.sandbox = sandbox
        self.processes = processes
        self.folder = folder
        folder.mkdir(parents=True)

    def start(self) -> None:
        """Gets ready to ask; what it knows from before, it still knows if it can."""

    def stop(self) -> None:
        """Ends, as a program that is restarted."""

    def total_stars(self, login: str) -> int:
        raise NotImplementedError

    def total_stars_at_once(self, login: str, askers: int) -> List[int]:
        results: List[int] = []
        threads = [
            threading.Thread(target=lambda: results.append(self.total_stars(login)))
            for _ in range(askers)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return results

    def pass_time(self, seconds: int) -> None:
        """Makes it so much later for the client."""


class GitXplorer(Client):
    name = "GitXplorer"
    lifetime = 60
    flags: List[str] = []

    def __init__(self, sandbox: Sandbox, processes: Processes, folder: Path) -> None:
        super().__init__(sandbox, processes, folder)
        self.clock = Clock(folder)
        self._connection: Optional[Connection] = None

    def start(self) -> None:
        flags = ["--api-url", self.sandbox.url, "--cache", str(self.folder / "cache.sqlite")]
        serving = self.processes.serve(
            *flags, *self.flags, "--socket", str(self.folder / "socket"),
            sandbox=False, environment={"GITXPLORER_TOKEN": TOKEN, **self.clock.environment},
        )  # fmt: skip
        self._serving = serving
        self._connection = serving.connect("unix")

    def stop(self) -> None:
        self._serving.process.terminate()
        self._serving.wait()

    def total_stars(self, login: str) -> int:
        assert self._connection is not None
        return self._connection.result("user.summary", {"login": login})["totalStars"]

    def total_stars_at_once(self, login: str, askers: int) -> List[int]:
        connections = [self._serving.connect("unix") for _ in range(askers)]
        for connection in connections:
            connection.send(request("user.summary", {"login": login}))
        answers = [connection.receive_answer() for connection in connections]
        return [answer["result"]["totalStars"] for answer in answers]

    def pass_time(self, seconds: int) -> None:
        self.clock.advance(seconds)


class WideGitXplorer(GitXplorer):
    name = "GitXplorer, `--upstream-concurrency 16`"
    flags = ["--upstream-concurrency", "16"]


class PyGithub(Client):
    """As its documentation shows it: a page has 30."""

    name = "PyGithub"
    per_page = 30

    def start(self) -> None:
        from github import Auth, Github

        self.make: Callable[[], Github] = lambda: Github(
            auth=Auth.Token(TOKEN), base_url=self.sandbox.url, per_page=self.per_page
        )
        self.github = self.make()

    def total_stars(self, login: str) -> int:
        # A session of its own for each thread; PyGithub's is not made to be shared.
        github = self.make() if threading.current_thread() is not MAIN else self.github
        user = github.get_user(login)
        return sum(repository.stargazers_count for repository in user.get_repos())


class PyGithubLargePages(PyGithub):
    name = "PyGithub, `per_page=100`"
    per_page = 100


MAIN = threading.main_thread()


class Gh(Client):
    """`gh api --cache 1h`, once for the profile and once for the repositories."""

    name = "`gh api --cache 1h`"
    lifetime = HOUR

    def start(self) -> None:
        beside = str(Path(sys.executable).parent)
        self.command = shutil.which("gh", path=beside) or "gh"
        self.environment: Dict[str, str] = {
            "PATH": "/usr/bin:/bin", "HOME": str(self.folder),
            "XDG_CACHE_HOME": str(self.folder / "cache"),
            "GH_CONFIG_DIR": str(self.folder / "gh"), "GH_TOKEN": TOKEN,
            # The one host that it speaks plain HTTP to, reached through the sandbox.
            "GH_HOST": "github.localhost", "HTTP_PROXY": self.sandbox.url,
            "HTTPS_PROXY": self.sandbox.url, "GH_NO_UPDATE_NOTIFIER": "1",
        }  # fmt: skip

    def total_stars(self, login: str) -> int:
        self._api(f"users/{login}")
        stars = self._api(
            "--paginate", f"users/{login}/repos?per_page=100", "--jq", ".[].stargazers_count"
        )
        return sum(map(int, stars.split()))

    def pass_time(self, seconds: int) -> None:
        # It goes by the times of its files.
        date = time.time() - seconds
        for path in self.folder.rglob("*"):
            if path.is_file():
                os.utime(path, (date, date))

    def _api(self, *arguments: str) -> str:
        done = subprocess.run(
            [self.command, "api", "--cache", "1h", *arguments],
            env=self.environment, stdin=subprocess.DEVNULL, capture_output=True, text=True,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        return done.stdout


CLIENTS = [GitXplorer, PyGithub, PyGithubLargePages, Gh]


def used(sandbox: Sandbox) -> int:
    """What the sandbox has counted against the hourly limit of who has the token."""
    return json.loads(sandbox.get_with("/rate_limit", TOKEN))["resources"]["core"]["used"]
