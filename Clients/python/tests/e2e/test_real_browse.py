"""The explorer in tmux, with the built server on its sandbox."""

import os
import re
import shlex
import signal
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Callable
from urllib.parse import urlencode
from urllib.request import Request, urlopen

import pytest
from terminal import Terminal


Start = Callable[..., Terminal]


@pytest.fixture
def start(real_binary: str, environment: dict[str, str], place: Path) -> Iterator[Start]:
    """Starts the explorer on the sandbox, with a pipe that receives the pages it opens."""
    os.mkfifo(place / "opened")
    browser = place / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {shlex.quote(str(place / "opened"))}\n')
    browser.chmod(0o755)
    environment |= {"BROWSER": str(browser), "TERM": "xterm-256color"}
    for name in ("COLUMNS", "LINES"):
        environment.pop(name, None)  # The terminal has its own size, which may change.
    started: list[Terminal] = []

    def start(
        *options: str, begin: Sequence[str] = (), size: tuple[int, int] = (100, 30)
    ) -> Terminal:
        server = shlex.join([real_binary, "serve", "--sandbox", *options])
        browse = [sys.executable, "-m", "gitxplorer", "browse", "--server", server, *begin]
        started.append(Terminal(place, browse, environment, size))
        return started[-1]

    yield start
    for terminal in started:
        terminal.close()


def processes(terminal: Terminal, words: str) -> list[int]:
    """The processes of a terminal with these words in their command lines."""
    pending, found = [int(terminal.run("display-message", "-p", "#{pane_pid}")[0])], []
    while pending:
        pid = pending.pop()
        line = Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()
        if words in line and "browse" not in line:
            found.append(pid)
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text()
        pending.extend(map(int, children.split()))
    return found


def test_a_random_user_leads_to_the_page_of_the_most_starred_repository(
    start: Start, place: Path
) -> None:
    terminal = start("--sandbox-option", "seed=7")
    terminal.see("in order of their ids")
    terminal.keys("/octocat", "Enter")  # In one burst, as from a person who types fast.
    terminal.see("by best match")
    terminal.keys("Enter")
    terminal.see("Most starred repositories")
    shown = "\n".join(terminal.see("The Octocat", "Spoon-Knife", "Hello-World"))
    assert shown.index("Spoon-Knife") < shown.index("Hello-World")
    terminal.keys("o")
    assert (place / "opened").read_text().strip() == "https://github.com/octocat/Spoon-Knife"
    terminal.keys("a")
    terminal.see("› repositories", "8 repositories")
    terminal.keys("Down", "s")
    terminal.see("octocat/Hello-World › stargazers")
    terminal.see("page 1 of")
    terminal.keys("Escape")
    terminal.see("▌ 2.5k  Hello-World")
    terminal.keys("q")
    assert "Hello-World" not in "\n".join(terminal.see("ended with 0"))


def approve(page: str, code: str) -> str:
    """Approves a code on the sandbox's page as a person would, and returns the response."""
    with urlopen(Request(page, headers={"User-Agent": "a person"})) as answer:
        secret = re.search(r'name="authenticity_token" value="(\w+)"', answer.read().decode())
    assert secret is not None
    form = {"authenticity_token": secret[1], "user_code": code, "decision": "approve"}
    headers = {"User-Agent": "a person", "Origin": page.rpartition("/login")[0]}
    with urlopen(Request(page, urlencode(form).encode(), headers)) as answer:
        text: str = answer.read().decode()
    return text


def test_signing_in_at_the_limit_repeats_the_refused_requests(
    start: Start, place: Path
) -> None:
    # One request per hour is too few for a summary; signed in, there are more.
    terminal = start("--sandbox-option", "rate-limit=1", begin=["user", "octocat"])
    terminal.see("see the limits", "sign in")
    terminal.keys("L")
    terminal.see("Enter asks for a code")
    terminal.keys("Enter")
    terminal.see("for this session only")
    terminal.keys("n")
    shown = "\n".join(terminal.see("Waiting for the sandbox"))
    code = re.search(r"[A-Z]{4}-[A-Z]{4}", shown)
    assert code is not None
    page = (place / "opened").read_text().strip()
    assert page in shown and page.endswith("/login/device")
    assert "approved" in approve(page, code[0])
    terminal.see("The Octocat", "Spoon-Knife")
    terminal.keys("L")
    terminal.see("Signed in as octocat", "sign out")
    terminal.keys("x")
    terminal.until(lambda screen: "sign out" not in "\n".join(screen), "the page without a sign-in")
    terminal.keys("l")
    terminal.see("Not signed in")
    terminal.keys("q")
    terminal.see("ended with 0")


def moved(terminal: Terminal, steps: int) -> str:
    """Moves the cursor of a list down, and returns the line where it is then."""

    def marked(screen: list[str]) -> int:
        return next((row for row, line in enumerate(screen) if line.startswith("▌")), -1)

    row = marked(terminal.see("▌")) + steps
    terminal.keys(*["Down"] * steps)
    return terminal.until(lambda screen: marked(screen) == row, "the cursor below")[row]


@pytest.mark.parametrize("size", [(80, 24), (40, 12)])
def test_the_graph_is_walked_with_single_keys_and_back(start: Start, size: tuple[int, int]) -> None:
    terminal = start(begin=["user", "octocat"], size=size)
    terminal.see("The Octocat", "▌")
    terminal.keys("Enter")
    terminal.see("octocat/Spoon-Knife", "forks")
    terminal.keys("s")
    terminal.see("page 1 of", "Starred")
    gazer = moved(terminal, 2)
    terminal.keys("S")
    terminal.see("★  Name")
    starred = moved(terminal, 1)
    terminal.keys("Enter")
    terminal.see("forks")
    terminal.keys("u")
    terminal.see("Most starred repositories", "followers")
    terminal.keys("f")
    terminal.see("› fol")
    gazers = [gazer, "octocat/Spoon-Knife ›"]
    for shown in (["Most starred repositories"], ["forks"], [starred, "★  Name"], gazers):
        terminal.keys("Escape")
        terminal.see(*shown)
    terminal.keys("q")
    terminal.see("ended with 0")


@pytest.mark.parametrize(
    "begin",
    ["repo octocat/Spoon-Knife", "search --repositories spoon-knife user:octocat"],
)
def test_a_readme_is_read_and_a_search_finds_repositories(start: Start, begin: str) -> None:
    terminal = start(begin=begin.split())
    if begin.startswith("search"):
        terminal.see("by best match", "octocat/Spoon-Knife", "▌")
        terminal.keys("t")
        terminal.see("by stars", "octocat/Spoon-Knife")
        terminal.keys("Enter")
    terminal.see("Star history", "README.md", "# Spoon-Knife")
    terminal.keys("q")
    terminal.see("ended with 0")


def test_a_killed_server_is_reported_and_restarted(start: Start) -> None:
    terminal = start(begin=["repos", "octocat"])
    terminal.see("8 repositories")
    # The only server of an explorer in this terminal.
    servers = processes(terminal, "serve --sandbox")
    assert len(servers) == 1
    os.kill(servers[0], signal.SIGKILL)
    terminal.see("Hello-World", "r restarts it")
    terminal.keys("r")
    terminal.see("from the sandbox, ")
    terminal.keys("q")
    terminal.see("ended with 0")
