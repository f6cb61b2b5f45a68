"""The Vim plugin, in a Vim on a terminal, against the fake server."""

import json
import os
import select
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Callable

import pytest

PLUGIN = str(Path(__file__).parents[1] / "gitxplorer.vim")

pytestmark = pytest.mark.skipif(shutil.which("vim") is None, reason="there is no vim here")


class Vim:
    """Runs commands in a Vim that has the plugin."""

    def __init__(
        self,
        environment: dict[str, str],
        on_terminal: Callable[[Sequence[str], dict[str, str]], str],
        place: Path,
        settings: str,
    ) -> None:
        self.environment, self.on_terminal = environment, on_terminal
        self.place, self.settings = place, settings

    def __call__(self, *commands: str) -> list[str]:
        """The lines of the scratch window after the last answer.

        Each command after the first is given when the one before it has been answered.
        """
        out, messages = self.place / "out", self.place / "messages"
        last = f"redir! > {messages} | silent messages | redir END | silent write! {out} | qall!"
        script = self.place / "steps.vim"
        script.write_text(
            f"let g:steps = {json.dumps([*commands[1:], last])}\n"
            "autocmd User GitXplorerShown execute remove(g:steps, 0)\n"
            f"{commands[0]}\n"
        )
        command = ["vim", "-Nu", "NONE", "-n", "-i", "NONE"]
        command += ["--cmd", f"let {self.settings}", "-S", PLUGIN, "-S", str(script)]
        self.on_terminal(command, self.environment)
        self.messages = messages.read_text()
        return out.read_text().splitlines()


@pytest.fixture
def vim(
    environment: dict[str, str],
    on_terminal: Callable[[Sequence[str], dict[str, str]], str],
    fake_binary: str,
    tmp_path: Path,
) -> Vim:
    return Vim(
        environment, on_terminal, tmp_path, f"g:gitxplorer_command = ['{fake_binary}', 'serve']"
    )


def check_shows_octocat(lines: list[str]) -> None:
    """The summary of octocat, unicode unharmed."""
    assert lines[0] == "GitXplorer: user.summary"
    assert lines[2] == "The Octocat  https://github.com/octocat"
    assert "★ 1234609 · 3 repositories · 20512 followers" in lines
    assert any(line.startswith("       42 ★  日本語テスト") for line in lines)


def test_a_summary_is_shown(vim: Vim) -> None:
    check_shows_octocat(vim("GitXplorerUser octocat"))


def test_a_running_server_is_asked(vim: Vim, listening: dict[str, str]) -> None:
    vim.settings = f"g:gitxplorer_address = '{listening['unix']}'"
    check_shows_octocat(vim("GitXplorerUser octocat"))


def test_random_users_are_listed(vim: Vim) -> None:
    lines = vim("GitXplorerRandom 2")
    assert [line.split()[0] for line in lines[2:]] == ["bmizerany", "github"]


def test_enter_on_a_user_shows_the_summary(vim: Vim) -> None:
    follow = 'execute "normal 3G\\<CR>"'
    check_shows_octocat(vim("GitXplorerSearch octo", follow))


def test_repositories_are_listed_by_stars(vim: Vim) -> None:
    lines = vim("GitXplorerRepos octocat")
    assert lines[2] == "octocat: 3 repositories"
    assert [line.split()[0] for line in lines[4:]] == ["1234567", "42", "0"]


def test_enter_on_the_last_line_turns_the_page(vim: Vim, tmp_path: Path) -> None:
    for command, method in (
        ("GitXplorerStargazers octocat/Hello-World", "repo.stargazers"),
        ("GitXplorerSearch tom repos:>42", "search.users"),
    ):
        log = tmp_path / f"log-{method}"
        vim.environment["FAKE_LOG"] = str(log)
        lines = vim(command, 'execute "normal G\\<CR>"')
        assert lines[-1].startswith("page 2")
        sent = [json.loads(line) for line in log.read_text().splitlines()]
        assert [message["params"]["page"] for message in sent] == [1, 2]
        first, second = ({**message["params"], "page": 0} for message in sent)
        assert {message["method"] for message in sent} == {method} and first == second


def test_the_limits_are_listed(vim: Vim) -> None:
    lines = vim("GitXplorerRate")
    assert lines[2].split() == ["core", "3", "of", "60", "until", "2026-09-01T13:00:00Z"]


def test_enter_on_a_repository_opens_its_page(vim: Vim, tmp_path: Path) -> None:
    pages = tmp_path / "pages"
    os.mkfifo(pages)
    reader = os.open(pages, os.O_RDONLY | os.O_NONBLOCK)
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" >"{pages}"\n')
    browser.chmod(0o755)
    vim.environment["BROWSER"] = str(browser)
    vim("GitXplorerUser octocat", 'execute "normal G\\<CR>" | GitXplorerRandom 1')
    assert select.select([reader], [], [], 30)[0]
    assert os.read(reader, 1000) == b"https://github.com/octocat/empty\n"
    os.close(reader)


def test_an_error_is_a_message_with_the_page_that_helps(vim: Vim) -> None:
    vim("GitXplorerUser nobody")
    sentence = (
        "GitXplorer: There is no user nobody; check the spelling. See https://github.com/nobody"
    )
    assert sentence in vim.messages.replace("\n", "")


@pytest.mark.parametrize(
    "settings", ["g:gitxplorer_command = ['/none']", "g:gitxplorer_address = 'unix:/none'"]
)
def test_without_a_server_vim_says_what_to_set(vim: Vim, settings: str) -> None:
    vim.settings = settings
    vim("GitXplorerUser octocat")
    assert "set g:gitxplorer_command or g:gitxplorer_address" in vim.messages.replace("\n", "")
