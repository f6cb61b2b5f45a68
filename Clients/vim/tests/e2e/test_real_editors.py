"""The editors on the built server. Needs GITXPLORER, the binary's path."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Callable

import pytest
from editor import PLUGIN, Editor

#: The command, the address, and texts that the page has.
PAGES = [
    ("GitXplorer user octocat", "user/octocat", "8 repositories"),
    ("GitXplorer repos octocat", "repos/octocat", "octocat · 8 repositories"),
    ("GitXplorer stargazers octocat/Hello-World", "stargazers/octocat/Hello-World", "2011-01-28"),
    ("GitXplorer repo octocat/Hello-World", "repo/octocat/Hello-World", "Hello World!"),
    ("GitXplorer starred octocat", "starred/octocat", "Starred"),
    ("GitXplorer followers octocat", "followers/octocat", "octocat · followers"),
    ("GitXplorer following octocat", "following/octocat", "octocat · following"),
    ("GitXplorer search --repositories octocat", "search/octocat?type=repositories",
     "Search: octocat · "),
    ("GitXplorer search octo in:login", "search/octo%20in:login", "octocat  User"),
    ("e gitxplorer://random?count=3&seed=7", "random?count=3&seed=7", "Random users · 3"),
    ("GitXplorer rate", "rate", "not signed in"),
    ("GitXplorer user no-such-user-0", "user/no-such-user-0", "GitHub has no user no-such-user-0"),
]


@pytest.mark.parametrize("transport", ["stdio", "unix"])
def test_each_page_is_shown(
    start: Callable[..., Editor], real_binary: str, real_listening: dict[str, str], transport: str
) -> None:
    setting = f"let g:gitxplorer_command = ['{real_binary}', 'serve', '--sandbox']"
    if transport == "unix":
        path = Path(real_listening["unix"].removeprefix("unix:"))
        setting = f"let g:gitxplorer_socket = '{path}'"
    setting += "\nautocmd User GitXplorerShown let g:answers = get(g:, 'answers') + 1"
    editor = start(setting, size=(90, 40))
    for command, address, says in PAGES:
        editor.command(command)
        editor.see(says)
        editor.becomes("search('sking', 'nw')", 0)
        if address.startswith(("stargazers", "starred", "follow")):
            # The last line may be below the window.
            editor.type("G")
        editor.shown(address)
        editor.command("let g:answers = 0")
        editor.keys("C-r")
        editor.becomes("g:answers", 3 if address.startswith("repo/") else 1)
        editor.shown(address)
    editor.command("qall")
    editor.see("ended with 0")


def test_the_parts_of_a_repository_come_from_the_server(
    start: Callable[..., Editor], real_binary: str
) -> None:
    editor = start(
        f"let g:gitxplorer_command = ['{real_binary}', 'serve', '--sandbox']", size=(80, 24)
    )
    editor.command("GitXplorer readme octocat/linguist")
    editor.see("── README.md", "Written in **Ruby**.")
    # Above the window, and perhaps later than the README.
    editor.becomes("search(' by octocat · ', 'nw') > 0", 1)
    editor.command("GitXplorer history octocat/linguist")
    editor.see("── Stars", "· 561 stars")
    editor.command("GitXplorer readme octocat/no-such-repository")
    editor.see("GitHub has no repository octocat/no-such-repository")
    editor.becomes("search('Asking', 'nw')", 0)
    page = "\n".join(editor.page())
    assert page.count("no-such-repository;") == 1 and "README" not in page


def test_the_readme_shows_the_editors_screen(
    start: Callable[..., Editor], real_binary: str
) -> None:
    editor = start(f"let g:gitxplorer_command = ['{real_binary}', 'serve', '--sandbox']")
    editor.command("GitXplorer user octocat")
    editor.shown("user/octocat")
    editor.see("from the sandbox")
    picture = "```text\n" + "\n".join(editor.page()) + "\n```\n"
    readme = PLUGIN / "README.md"
    before, _, rest = readme.read_text().partition("<!-- editor -->\n")
    shown, mark, after = rest.partition("<!-- /editor -->")
    if os.environ.get("GITXPLORER_WRITE_SCREENS"):
        readme.write_text(f"{before}<!-- editor -->\n{picture}{mark}{after}")
    else:
        assert shown == picture


def test_sign_in_by_code_works(start: Callable[..., Editor], real_binary: str) -> None:
    command = [real_binary, "serve", "--sandbox"]
    editor = start(f"let g:gitxplorer_command = {command!r}")
    editor.command("GitXplorer login")
    editor.see("Token (")
    editor.keys("Enter")
    editor.see("for later sessions?")
    editor.type("n")
    editor.keys("Enter")
    editor.until(lambda screen: any(line.startswith("   Code ") for line in screen), "a code")
    editor.see("Good until")
