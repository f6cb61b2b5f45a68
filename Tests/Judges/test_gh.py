"""GitHub's own command line, `gh`, works with the sandbox as with GitHub.

`gh` uses plain HTTP only for the host `github.localhost`, which it reaches through `HTTP_PROXY`:
the sandbox accepts request targets in absolute form, as a proxy does.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Dict, Iterator, List

import pytest

from harness.sandbox import Sandbox

HOST = "github.localhost"
#: Installed beside the Python that runs the tests.
GH = shutil.which("gh", path=str(Path(sys.executable).parent)) or "gh"


class Gh:
    """The command line of one user, with a separate configuration."""

    def __init__(self, sandbox: Sandbox, folder: Path) -> None:
        self.environment: Dict[str, str] = {
            "PATH": "/usr/bin:/bin", "HOME": str(folder), "GH_CONFIG_DIR": str(folder / "gh"),
            "GH_HOST": HOST, "HTTP_PROXY": sandbox.url, "GH_NO_UPDATE_NOTIFIER": "1",
            # Nothing can leave this machine, because the sandbox opens no tunnels.
            "HTTPS_PROXY": sandbox.url, "NO_COLOR": "1",
        }  # fmt: skip

    def run(self, *arguments: str, token: str = "") -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            [GH, *arguments],
            env={**self.environment, **({"GH_TOKEN": token} if token else {})},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
        )

    def output(self, *arguments: str, token: str = "ghp_judge") -> str:
        """The output of a command, which must succeed."""
        done = self.run(*arguments, token=token)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def lines(self, *arguments: str) -> List[str]:
        return self.output(*arguments).splitlines()


@pytest.fixture
def gh(sandbox: Sandbox, tmp_path: Path) -> Gh:
    return Gh(sandbox, tmp_path)


class SignIn:
    """A running `gh auth login --web`, whose output is read as it arrives."""

    def __init__(self, gh: Gh) -> None:
        self.process = subprocess.Popen(
            [GH, "auth", "login", "--web", "--hostname", HOST, "--git-protocol", "https"],
            env=gh.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.said = ""

    def code(self) -> str:
        """Waits for the whole prompt, and returns the code for the user to enter."""
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self.said += line
            if "to continue in your web browser" in line:
                found = re.search(r"one-time code: ([A-Z]{4}-[A-Z]{4})", self.said)
                assert found, self.said
                return found[1]
        raise AssertionError(f"no code in: {self.said}")

    def end(self) -> int:
        assert self.process.stderr is not None
        self.said += self.process.stderr.read()
        return self.process.wait()


@pytest.fixture
def sign_in(gh: Gh, sandbox: Sandbox) -> Iterator[SignIn]:
    sandbox.configure(deviceInterval=1)
    sign_in = SignIn(gh)
    yield sign_in
    if sign_in.process.poll() is None:
        sign_in.process.kill()
    sign_in.end()
    sandbox.configure(deviceInterval=5)


def test_api_shows_a_user(gh: Gh) -> None:
    user = json.loads(gh.output("api", "users/octocat"))
    assert (user["login"], user["id"]) == ("octocat", 583_231)
    assert user["url"] == f"http://api.{HOST}/users/octocat"


@pytest.mark.parametrize("count", [100, 250, 300])
def test_api_paginate_shows_every_repository(gh: Gh, sandbox: Sandbox, count: int) -> None:
    path = f"users/exactly-{count}/repos?per_page=100"
    names = gh.lines("api", "--paginate", path, "--jq", ".[].name")
    assert len(names) == len(set(names)) == count
    asked = sandbox.stats()["byPath"]
    assert asked[f"/users/exactly-{count}/repos"] == 1
    assert asked.get(f"/user/{10_000 + count}/repos", 0) == -(-count // 100) - 1


def test_api_paginate_shows_every_stargazer_with_a_date(gh: Gh, sandbox: Sandbox) -> None:
    sandbox.mutate(repo="octocat/Hello-World", stars=230)
    media_type = "Accept: application/vnd.github.star+json"
    path = "repos/octocat/Hello-World/stargazers?per_page=100"
    dates = gh.lines("api", "--paginate", "-H", media_type, path, "--jq", ".[].starred_at")
    assert len(dates) == 230 and dates == sorted(dates)


def test_api_paginate_merges_the_pages_of_a_search(gh: Gh) -> None:
    path = "search/users?q=type:org&per_page=100"
    pages = json.loads(gh.output("api", "--paginate", "--slurp", path))
    found = [user["login"] for page in pages for user in page["items"]]
    assert len(found) == len(set(found)) == min(pages[0]["total_count"], 1000) > 300


def test_api_include_shows_headers_and_304(gh: Gh) -> None:
    head = gh.output("api", "--include", "users/octocat").partition("\r\n\r\n")[0]
    tag = re.search(r"(?im)^etag: (?:W/)?(\S+)", head)
    assert tag, head
    again = gh.run(
        "api", "--include", "-H", f"If-None-Match: {tag[1]}", "users/octocat", token="ghp_judge"
    )
    assert again.returncode == 1 and "HTTP 304" in again.stderr


@pytest.mark.parametrize(
    ("path", "token", "said"),
    [
        ("users/nobody-at-all", "ghp_judge", "gh: Not Found (HTTP 404)"),
        ("users/octocat", "ghp_bad", "gh: Bad credentials (HTTP 401)"),
        ("search/users?q=a&page=35", "ghp_judge", "Only the first 1000 search results"),
    ],
)
def test_api_reports_errors(gh: Gh, path: str, token: str, said: str) -> None:
    done = gh.run("api", path, token=token)
    assert done.returncode == 1 and said in done.stderr


def test_a_secondary_limit_is_reported(gh: Gh, sandbox: Sandbox) -> None:
    sandbox.fault("secondaryLimit", "/users/*")
    done = gh.run("api", "users/octocat", token="ghp_judge")
    assert done.returncode == 1 and "exceeded a secondary rate limit" in done.stderr


def test_a_person_who_approves_is_signed_in(gh: Gh, sign_in: SignIn, sandbox: Sandbox) -> None:
    assert gh.run("auth", "status").returncode == 1
    sandbox.authorize(sign_in.code())
    assert sign_in.end() == 0, sign_in.said
    assert "Logged in as octocat" in sign_in.said
    status = gh.run("auth", "status").stdout
    assert f"Logged in to {HOST} account octocat" in status
    assert "Token scopes: 'gist', 'read:org', 'repo'" in status
    assert gh.output("auth", "token", token="").startswith("gho_")
    assert gh.output("api", "user", "--jq", ".login", token="") == "octocat\n"


def test_a_person_who_denies_is_not_signed_in(
    gh: Gh, sign_in: SignIn, sandbox: Sandbox
) -> None:
    sandbox.authorize(sign_in.code(), deny=True)
    assert sign_in.end() == 1
    assert "access_denied" in sign_in.said
    assert gh.run("auth", "status").returncode == 1


def test_the_token_in_gh_token_is_used(gh: Gh) -> None:
    command = ("auth", "status", "--hostname", HOST)
    assert "Logged in to" in gh.output(*command)
    done = gh.run(*command, token="ghp_bad")
    assert done.returncode == 1 and "The token in GH_TOKEN is invalid" in done.stderr + done.stdout
