"""The screens, compared with those in ``screens/``.

``GITXPLORER_WRITE_SCREENS=1`` writes the files anew, to be looked at.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any, Callable

import pytest
from answers import ANSWERS, later
from emacs_terminal import Emacs, lisp
from fake_results import FRESHNESS, NOT_FOUND, RESULTS
from graph import open_repository, results
from peer import Peer

SCREENS = Path(__file__).parent / "screens"

#: By page: the command, its answers to prompts, and the kind of the page.
COMMANDS: dict[str, tuple[str, list[str], str]] = {
    "starred": ("gitxplorer-starred", ["octocat"], "starred"),
    "followers": ("gitxplorer-followers", ["octocat"], "followers"),
    "following": ("gitxplorer-following", ["octocat"], "following"),
    "search-repositories": (
        "C-u gitxplorer-search", ["chess language:swift"], "search repositories",
    ),
    "user": ("gitxplorer-user", ["octocat"], "user"),
    "repos": ("gitxplorer-repos", ["octocat"], "repos"),
    "stargazers": ("gitxplorer-stargazers", ["octocat/Hello-World"], "stargazers"),
    "search": ("gitxplorer-search", ["tom repos:>42"], "search"),
    "random": ("gitxplorer-random", [], "random"),
    "rate": ("gitxplorer-rate", [], "rate"),
}


def text(screen: list[str]) -> str:
    """The screen above the mode line, without the time of day and what a slow machine changes."""
    lines = [re.sub(r"\b\d\d:\d\d \(in \d+ min\)", "hh:mm (in 40 min)", line)
             for line in screen[:-2]]
    lines = [re.sub(r"^( From GitHub), .* old; g asks again\.$", r"\1.", line) for line in lines]
    return "\n".join(lines).rstrip() + "\n"


def check(emacs: Emacs, name: str) -> None:
    """Waits until the screen equals the file."""
    file = SCREENS / f"{name}.txt"
    if os.environ.get("GITXPLORER_WRITE_SCREENS"):
        drawn = "(= (gitxplorer-page-columns gitxplorer-page) (gitxplorer-page--columns))"
        emacs.becomes(drawn, True)
        emacs.value("(progn (redisplay t) t)")
        file.write_text(text(emacs.see("all keys")))
    expected = file.read_text()
    emacs.until(lambda screen: text(screen) == expected, f"{file.name}\n{expected}")


def show(emacs: Emacs, peer: Peer, name: str, result: Any = None) -> None:
    """Shows a page and waits until it is complete."""
    command, answers, kind = COMMANDS[name]
    emacs.command(command, *answers)
    if name in ANSWERS:
        method, made = ANSWERS[name]
        peer.serve(method, made() if result is None else result)
    else:
        question = peer.take()
        peer.answer(question, results()[question["method"]])
    emacs.shown(kind)


@pytest.mark.parametrize("name", COMMANDS)
def test_each_page_matches_its_screen(emacs: Emacs, peer: Peer, name: str) -> None:
    show(emacs, peer, name)
    check(emacs, name)


def test_point_begins_on_the_first_item(emacs: Emacs, peer: Peer) -> None:
    emacs.command("gitxplorer-repos", "@octocat")
    peer.refuse(peer.expect("repos.list", login="octocat"), "GitHub could not be reached.")
    emacs.see("GitHub could not be reached.")
    emacs.keys("C-n", "C-n")
    emacs.type("g")
    peer.serve("repos.list")
    # The error's page is complete, too.
    emacs.see("Hello-World")
    assert "Hello-World" in emacs.line()


def test_a_repository_matches_its_screen(tall: Emacs, peer: Peer) -> None:
    open_repository(tall, peer)
    assert "1,731 watchers" in tall.line()
    check(tall, "repo")
    tall.resize(50, 60)
    tall.becomes("(frame-width)", 50)
    check(tall, "repo-narrow")


def test_a_stale_result_is_marked(emacs: Emacs, peer: Peer) -> None:
    stale = {**FRESHNESS, "source": "stale", "fetchedAt": later(-3 * 86400)}
    show(emacs, peer, "repos", {**RESULTS["repos.list"], "freshness": stale, "skipped": 2})
    emacs.see(
        "GitHub could not be asked; this is what was known 3 days ago.",
        "2 items from GitHub were malformed and were left out.",
    )
    emacs.type("g")
    peer.serve("repos.list", {**RESULTS["repos.list"], "skipped": 1}, refresh=True)
    emacs.see("1 item from GitHub was malformed and was left out.")


def test_an_error_is_shown_in_full_with_what_to_do(emacs: Emacs, peer: Peer) -> None:
    emacs.command("gitxplorer-user", "nobody")
    question = peer.expect("user.summary")
    peer.send(id=question["id"], error=NOT_FOUND)
    check(emacs, "error")
    emacs.type("w")
    emacs.see("Copied https://github.com/nobody")


@pytest.mark.parametrize(
    ("command", "answers", "title"),
    [
        ("gitxplorer-user", ["octocat"], "octocat"),
        ("gitxplorer-repo", ["octocat/x"], "octocat/x"),
        ("gitxplorer-stargazers", ["octocat/x"], "octocat/x · stargazers"),
        ("gitxplorer-following", ["octocat"], "octocat · following"),
        ("gitxplorer-search", ["tom c#"], "tom c# · users"),
        ("C-u gitxplorer-search", ["tom"], "tom · repositories"),
        ("gitxplorer-rate", [], "Rate limits"),
        ("gitxplorer-random", [], "Random users"),
    ],
)
def test_a_page_without_a_result_has_its_title(
    emacs: Emacs, peer: Peer, command: str, answers: list[str], title: str
) -> None:
    emacs.command(command, *answers)
    emacs.until(lambda screen: screen[0] == f" {title}" and "Asking" in screen[2], "a title")
    peer.refuse(peer.take(), "GitHub could not be reached.")
    emacs.until(lambda screen: screen[0] == f" {title}" and "▌" in screen[2], "an error")


def test_a_rate_limit_error_says_when_to_retry_and_how_to_sign_in(emacs: Emacs, peer: Peer) -> None:
    emacs.command("gitxplorer-user", "octocat")
    peer.refuse(
        peer.expect("user.summary"),
        "GitHub's hourly limit is used up; try again at 14:05 UTC, or sign in. " * 3,
        kind="rateLimited", resource="core", resetAt=later(2400), retryAfterSeconds=2400,
    )
    check(emacs, "limit")


def test_a_failed_reload_keeps_the_old_contents(emacs: Emacs, peer: Peer) -> None:
    show(emacs, peer, "repos")
    emacs.type("g")
    peer.refuse(peer.expect("repos.list", refresh=True), "GitHub could not be reached.")
    emacs.see("GitHub could not be reached.", "Hello-World", "empty")
    assert "Hello-World" in emacs.line()


def test_a_failed_reload_is_said_where_its_line_is_above_the_window(
    emacs: Emacs, peer: Peer
) -> None:
    many = [RESULTS["repos.list"]["repositories"][0] | {"name": f"r{i}"} for i in range(90)]
    emacs.command("gitxplorer-repos", "octocat")
    peer.serve("repos.list", {**RESULTS["repos.list"], "repositories": many})
    emacs.see("r9 ")
    emacs.keys("M->")
    emacs.see("octocat · 3 repositories")
    emacs.type("g")
    peer.refuse(peer.expect("repos.list", refresh=True), "GitHub is \x1b[31maway %s.")
    screen = emacs.see(r"GitHub is \x1b[31maway %s.")
    assert screen[-1].startswith("GitHub is") and "▌" not in "\n".join(screen)
    emacs.keys("M-<")
    emacs.see(r"▌ GitHub is \x1b[31maway %s.")


def test_progress_is_shown_until_the_result_arrives(emacs: Emacs, peer: Peer) -> None:
    emacs.command("gitxplorer-repos", "octocat")
    question = peer.expect("repos.list")
    progress = {"kind": "report", "message": "page 1 of 2", "percentage": 50}
    token = question["params"]["workDoneToken"]
    begin = {"kind": "begin", "title": "Repositories of a user"}
    peer.send(method="$/progress", params={"token": token, "value": begin})
    peer.send(method="$/progress", params={"token": token, "value": {"kind": "report"}})
    emacs.becomes("gitxplorer-page--timer", None)
    emacs.see("Asking")
    peer.send(method="$/progress", params={"token": token, "value": progress})
    emacs.see("page 1 of 2")
    peer.answer(question)
    emacs.see("Hello-World")


def test_no_count_of_a_user_is_cut(emacs: Emacs, peer: Peer) -> None:
    show(emacs, peer, "user")
    emacs.resize(40, 30)
    counts = "★ 1,234,609 stars · 15 repositories · 20,512 followers · 9 following"
    emacs.until(lambda screen: counts in " ".join(map(str.strip, screen)), counts)


@pytest.mark.parametrize("name", ["user", "repos"])
def test_a_new_width_redraws_the_page(emacs: Emacs, peer: Peer, name: str) -> None:
    show(emacs, peer, name)
    emacs.resize(60, 30)
    emacs.becomes("(frame-width)", 60)
    check(emacs, f"{name}-narrow")


def test_every_line_fits_the_window(emacs: Emacs, peer: Peer) -> None:
    for name in ("user", "repos", "stargazers", "rate", "starred", "followers"):
        show(emacs, peer, name)
    open_repository(emacs, peer)
    fit = (
        "(let ((long 0)) (save-excursion (goto-char (point-min)) (while (not (eobp))"
        " (end-of-line) (setq long (max long (current-column))) (forward-line)))"
        " (if (< long {columns}) t long))"
    )
    for columns in (200, 70, 45):
        emacs.resize(columns, 40)
        emacs.becomes("(frame-width)", columns)
        for kind in ("user", "repos", "stargazers", "rate", "starred", "followers",
                     "repo "):
            emacs.value(
                "(progn (switch-to-buffer (seq-find (lambda (buffer) (string-prefix-p"
                f' "*GitXplorer {kind}" (buffer-name buffer))) (buffer-list))) t)'
            )
            emacs.becomes(fit.format(columns=columns), True)


def test_sorting_by_a_column_keeps_all_rows(emacs: Emacs, peer: Peer) -> None:
    show(emacs, peer, "repos")
    emacs.keys("M-f")
    emacs.type("S")  # By the column of point, the first: stars, fewest first.
    emacs.until(
        lambda screen: "empty" in screen[1] and "all keys" in "\n".join(screen), "a sorted list"
    )
    assert "Hello-World" in emacs.line()


def test_untrusted_text_is_shown_but_has_no_effect(emacs: Emacs, peer: Peer) -> None:
    octocat = {
        **RESULTS["user.summary"]["user"],
        "name": "x\x1b[31m\u202eevil\x07\u2066 -*- mode: c -*- \x9b2J\x00 %b",
        "bio": "one\r\ntwo\u2028three",
    }
    show(emacs, peer, "user", {**RESULTS["user.summary"], "user": octocat})
    emacs.see(
        r"x\x1b[31m\u202eevil\x07\u2066 -\x2a- mode: c -\x2a- \x9b2J\x00 %b",
        r"one two\u2028three",
        r"日本語の説明\x1b[31m rot\u202e",
    )
    assert emacs.value("(symbol-name major-mode)") == "gitxplorer-mode"


def test_an_old_emacs_is_reported(start: Callable[..., Emacs], relay: list[str]) -> None:
    emacs = start(f"(setq gitxplorer-command '{lisp(relay)} emacs-version \"27.2\")")
    for name in ("gitxplorer-user", "gitxplorer-rate", "gitxplorer-login"):
        emacs.command(name)
        emacs.see("GitXplorer needs Emacs 28.1 or newer; this is Emacs 27.2")
