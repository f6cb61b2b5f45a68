"""The screens, compared with those in ``screens/``; they are the same in both editors.

``GITXPLORER_WRITE_SCREENS=1`` writes the files anew, to be looked at.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Callable

import pytest
from answers import ANSWERS, later, user_summary
from editor import Editor
from fake_results import FRESHNESS, NOT_FOUND, OCTOCAT, RESULTS
from peer import Peer

SCREENS = Path(__file__).parent / "screens"


#: The end of the pages whose last line does not show the keys.
LAST = {"repo": "opens all of it.", "help": "in :help gitxplorer"}


def text(screen: list[str]) -> str:
    """The screen above the status line, without the time of day and what a slow machine changes."""
    lines = [re.sub(r"\b\d\d:\d\d \(in \d+ min\)", "hh:mm (in 40 min)", line)
             for line in screen[:-2]]
    # The age of an answer that is drawn late is at the right end of the title.
    lines[0] = re.sub(r"(?<= )(page \d+ of \d+ · |)\d+ (s|min) old$",
                      lambda found: found[1].rstrip(" ·").rjust(len(found[0])), lines[0]).rstrip()
    return "\n".join(line for line in lines if line != "~").rstrip() + "\n"


def check(editor: Editor, name: str) -> None:
    """Waits until the screen equals the file."""
    file = SCREENS / f"{name}.txt"
    if os.environ.get("GITXPLORER_WRITE_SCREENS"):
        file.write_text(text(editor.see(LAST.get(name.removeprefix("small-"), "g? all keys"))))
    expected = file.read_text()
    editor.until(lambda screen: text(screen) == expected, f"{file.name}\n{expected}")


COMMANDS = {
    "user": "user octocat",
    "repos": "repos octocat",
    "stargazers": "stargazers octocat/Hello-World",
    "search": "search tom repos:>42",
    "random": "random 2",
    "rate": "rate",
    "limits": "rate",
    "repo": "repo octocat/linguist",
    "starred": "starred octocat",
    "followers": "followers octocat",
    "following": "following octocat",
    "repositories": "search --repositories tom stars:>42",
}


def show(editor: Editor, peer: Peer, name: str) -> None:
    """Opens a page and answers its requests."""
    editor.command(f"GitXplorer {COMMANDS[name]}")
    for part in [name, *(["history", "readme"] if name == "repo" else [])]:
        method, result = ANSWERS[part]
        peer.serve(method, result())


@pytest.mark.parametrize("name", COMMANDS)
def test_each_page_matches_its_screen(
    start: Callable[..., Editor], relayed: str, peer: Peer, name: str
) -> None:
    editor = start(relayed, size=(90, 45))
    show(editor, peer, name)
    check(editor, name)


@pytest.mark.parametrize("name", ["repo", "starred", "repositories"])
def test_pages_fit_a_small_screen(
    start: Callable[..., Editor], relayed: str, peer: Peer, name: str
) -> None:
    editor = start(relayed, size=(40, 60))
    show(editor, peer, name)
    check(editor, f"small-{name}")


def test_hints_show_a_whole_command_on_a_small_screen(
    start: Callable[..., Editor], relayed: str, peer: Peer
) -> None:
    editor = start(relayed, size=(40, 24))
    editor.command("edit gitxplorer://login")
    peer.serve("auth.status")
    editor.see("Press <CR> here to sign in", " :GitXplorer login")
    editor.command("GitXplorer usr octocat")
    editor.see("try :GitXplorer user;")


def test_the_keys_are_listed(editor: Editor, peer: Peer) -> None:
    show(editor, peer, "followers")
    editor.see("bmizerany")
    editor.type("g?")
    editor.see("bmizerany", "stargazers of the repository")
    editor.command("only")
    editor.until(lambda screen: "bmizerany" not in "\n".join(screen), "the keys alone")
    check(editor, "help")


def test_a_stale_result_is_marked(editor: Editor, peer: Peer) -> None:
    editor.command("GitXplorer repos octocat")
    stale = {**FRESHNESS, "source": "stale", "fetchedAt": later(-3 * 86400)}
    peer.serve("repos.list", {**RESULTS["repos.list"], "freshness": stale, "skipped": 2})
    editor.see(
        "known 3 days ago",
        "GitHub could not be asked; this is what was known before.",
        "2 items from GitHub were malformed and were left out.",
    )


def test_an_error_is_shown_in_full_with_what_to_do(editor: Editor, peer: Peer) -> None:
    editor.command("GitXplorer user nobody")
    question = peer.expect("user.summary")
    peer.send(id=question["id"], error=NOT_FOUND)
    check(editor, "error")
    assert editor.value("getline('.')") == "   Page         https://github.com/nobody"
    editor.keys("C-y")
    editor.see("yanked https://github.com/nobody")
    editor.keys("C-r")
    peer.serve("user.summary", user_summary())
    editor.see("The Octocat")
    assert "15 repositories" in editor.value("getline('.')")


def test_a_rate_limit_error_says_when_to_retry_and_how_to_sign_in(
    editor: Editor, peer: Peer
) -> None:
    editor.command("GitXplorer user octocat")
    peer.refuse(
        peer.expect("user.summary"),
        "GitHub's hourly limit is used up; try again at 14:05 UTC, or sign in. " * 3,
        kind="rateLimited", resource="core", resetAt=later(2400), retryAfterSeconds=2400,
    )
    check(editor, "limit")
    assert "Sign in" in editor.value("getline('.')")


def test_no_sign_in_is_offered_for_a_legal_block(editor: Editor, peer: Peer) -> None:
    editor.command("GitXplorer user octocat")
    peer.refuse(peer.expect("user.summary"), "GitHub blocks it.", kind="forbidden", status=451)
    assert "Sign in" not in "\n".join(editor.see("GitHub blocks it.", "Ask again"))


def test_a_failed_reload_keeps_the_old_contents(editor: Editor, peer: Peer) -> None:
    editor.command("GitXplorer repos octocat")
    peer.serve("repos.list")
    editor.see("Hello-World")
    editor.keys("C-r")
    peer.refuse(peer.expect("repos.list", refresh=True), "GitHub could not be reached.")
    editor.see("GitHub could not be reached.", "Hello-World")


def test_a_failed_reload_is_told_where_the_page_is_scrolled(
    start: Callable[..., Editor], relayed: str, peer: Peer
) -> None:
    editor = start(relayed, size=(80, 12))
    editor.command("GitXplorer stargazers octocat/Hello-World")
    gazer = RESULTS["repo.stargazers"]["stargazers"][0]
    many = [{**gazer, "login": f"gazer-{number}"} for number in range(50)]
    peer.serve("repo.stargazers", {**RESULTS["repo.stargazers"], "stargazers": many})
    editor.see("gazer-1")
    editor.type("G")
    editor.keys("C-r")
    peer.refuse(peer.expect("repo.stargazers", refresh=True), "GitHub could not be reached.")
    screen = editor.see("GitXplorer: GitHub could not be reached.", "all keys")
    assert "▌" not in "\n".join(screen)


def test_progress_is_shown_until_the_result_arrives(editor: Editor, peer: Peer) -> None:
    editor.command("GitXplorer repos octocat")
    question = peer.expect("repos.list")
    progress = {"kind": "report", "message": "page 1 of 2", "percentage": 50}
    token = question["params"]["workDoneToken"]
    peer.send(method="$/progress", params={"token": token, "value": progress})
    editor.see("page 1 of 2")
    peer.answer(question)
    editor.see("Hello-World")


def test_a_new_width_redraws_the_page(editor: Editor, peer: Peer) -> None:
    editor.command("GitXplorer user octocat")
    peer.serve("user.summary", user_summary())
    editor.see("g? all keys")
    editor.resize(60, 30)
    editor.until(lambda screen: any(line.endswith("favorite Swift ──") and len(line) < 60
                                    for line in screen), "a narrow rule")
    check(editor, "narrow")


@pytest.mark.parametrize("ambiguous", ["single", "double"])
def test_every_line_fits_the_window(
    start: Callable[..., Editor], relayed: str, peer: Peer, ambiguous: str
) -> None:
    editor = start(f"{relayed}\nset ambiwidth={ambiguous}")
    shown = ("user", "repos", "stargazers", "starred", "followers", "rate")
    for name in shown:
        show(editor, peer, name)
        editor.shown(editor.value("bufname()")[len("gitxplorer://"):])
    longest = "max(map(getline(1, '$'), 'strdisplaywidth(v:val)'))"
    for columns in (200, 70, 45):
        editor.resize(columns, 40)
        # A long command may still cover the status line, and tmux truncates it.
        editor.until(
            lambda screen: len(screen) == 40 and screen[-2].startswith("gitxplorer://")
            and columns - 12 < len(screen[-2]) <= columns,
            f"a status line of {columns} columns",
        )
        editor.becomes("&columns", columns)
        for name in shown:
            address = f"gitxplorer://{COMMANDS[name].replace(' ', '/')}"
            editor.command(f"buffer {address}")
            editor.becomes(f"[bufname(), {longest} < {columns}]", [address, 1])


def test_two_windows_may_show_the_same_page(editor: Editor, peer: Peer) -> None:
    editor.command("GitXplorer user octocat")
    peer.serve("user.summary")
    editor.see("The Octocat")
    editor.command("split")
    editor.until(lambda screen: sum("favorite Swift" in line for line in screen) == 2, "both")
    assert OCTOCAT["login"] in editor.value("bufname()")
