"""A repository's page: three questions, each of which fills its own section."""

from __future__ import annotations

from typing import Any, Callable

import pytest
from answers import later
from emacs_terminal import BROWSER, Emacs, lisp
from fake_results import FRESHNESS, NOT_FOUND
from graph import PARTS, open_repository, questions, results, serve_repository
from peer import Peer

#: The text of the selected window's buffer.
TEXT = "(buffer-substring-no-properties (point-min) (point-max))"

#: Whether a part is still asked for.
ASKING = "(and (seq-some #'gitxplorer-page-question (gitxplorer-page--all)) t)"


def go_to(emacs: Emacs, text: str) -> None:
    """Moves point to a text, and waits for the end of the search."""
    emacs.keys("M-<", "C-s")
    emacs.type(text)
    emacs.keys("Enter")
    there = f"(looking-back {lisp(text)} (line-beginning-position))"
    emacs.becomes(f"(and (not isearch-mode) (goto-char (window-point)) {there})", True)


def test_the_page_appears_at_once_and_each_part_fills_its_section(
    tall: Emacs, peer: Peer
) -> None:
    tall.command("gitxplorer-repo", "octocat/Hello-World")
    tall.see("octocat/Hello-World", "Star history", "README", "Asking", "asking")
    asked = questions(peer, owner="octocat", name="Hello-World")
    peer.answer(asked["repo.readme"], results()["repo.readme"])
    screen = tall.see("# Hello, World!", "README.md", "asking")
    assert "\n".join(screen).count("Asking") == 2
    # Point stays in the README while what is above it comes.
    go_to(tall, "The end.")
    peer.answer(asked["repo.starHistory"], results()["repo.starHistory"])
    tall.see("2011-01-26 · 1 star", "1,234,567 stars · 2026-11-26")
    assert "The end." in tall.line()
    peer.answer(asked["repo.summary"], results()["repo.summary"])
    tall.becomes(ASKING, None)
    assert "The end." in tall.line()
    tall.keys("M-<")
    tall.see("The first repository", "Languages", "1,731 watchers · 1 open issue")


@pytest.mark.parametrize(
    ("command", "heading"), [("gitxplorer-readme", "README"), ("gitxplorer-history", "Star history")]
)
def test_a_part_is_shown_from_its_heading_on(
    emacs: Emacs, peer: Peer, command: str, heading: str
) -> None:
    emacs.command(command, "https://github.com/octocat/Hello-World/issues/1")
    emacs.until(lambda screen: heading in screen[0] and "Asking" in screen[1], "a part")
    serve_repository(peer)
    emacs.until(lambda screen: heading in screen[0] and "Asking" not in screen[1], "its content")
    emacs.becomes(ASKING, None)
    assert heading in emacs.line()


def test_progress_is_shown_in_its_own_section(tall: Emacs, peer: Peer) -> None:
    tall.command("gitxplorer-repo", "octocat/Hello-World")
    asked = questions(peer)
    tokens = [question["params"]["workDoneToken"] for question in asked.values()]
    assert len(set(tokens)) == 3
    value = {"kind": "report", "message": "page 3 of 15"}
    peer.send(method="$/progress", params={"token": tokens[1], "value": value})
    screen = tall.see("page 3 of 15")
    rows = [row for row, line in enumerate(screen) if "Star history" in line]
    assert "page 3 of 15" in screen[rows[0] + 1]


def test_a_failed_part_is_one_sentence_in_its_section(tall: Emacs, peer: Peer) -> None:
    tall.command("gitxplorer-repo", "octocat/Hello-World")
    asked = questions(peer)
    peer.answer(asked["repo.summary"], results()["repo.summary"])
    peer.refuse(asked["repo.starHistory"], "GitHub's hourly limit is used up.", kind="rateLimited")
    peer.send(id=asked["repo.readme"]["id"], error=NOT_FOUND)
    screen = tall.see("▌ GitHub's hourly limit is used up.", "This repository has no README.")
    assert "spelling" not in "\n".join(screen) and "Ask again" not in "\n".join(screen)
    tall.type("g")
    serve_repository(peer)
    tall.see("2011-01-26 · 1 star", "# Hello, World!")
    tall.type("g")
    asked = questions(peer, refresh=True)
    peer.refuse(asked["repo.readme"], "GitHub could not be reached.")
    # What was known stays.
    tall.see("▌ GitHub could not be reached.", "# Hello, World!")


def test_a_stale_part_says_so_in_its_section(tall: Emacs, peer: Peer) -> None:
    stale = {**FRESHNESS, "source": "stale", "fetchedAt": later(-3 * 86400)}
    open_repository(tall, peer, readme={**results()["repo.readme"], "freshness": stale})
    screen = tall.see("GitHub could not be asked; this is what was known 3 days ago.")
    rows = [row for row, line in enumerate(screen) if "3 days ago" in line or "README" in line]
    assert "README" in screen[rows[0]] and "3 days ago" in screen[rows[-1]]


def test_a_repository_that_does_not_exist_is_one_error(tall: Emacs, peer: Peer) -> None:
    tall.command("gitxplorer-repo", "octocat/none")
    for question in questions(peer).values():
        peer.send(id=question["id"], error=NOT_FOUND)
    tall.becomes(ASKING, None)
    text = tall.value(TEXT)
    assert text.count("There is no user nobody") == 1 and "README" not in text


@pytest.mark.parametrize("closing", ["kill-current-buffer", "fundamental-mode"])
def test_a_killed_buffer_cancels_all_its_requests(tall: Emacs, peer: Peer, closing: str) -> None:
    tall.command("gitxplorer-repo", "octocat/Hello-World")
    asked = questions(peer)
    peer.answer(asked.pop("repo.summary"), results()["repo.summary"])
    tall.see("1,731 watchers")
    tall.command(closing)
    cancelled = {peer.expect("$/cancelRequest")["params"]["id"] for _ in asked}
    assert cancelled == {question["id"] for question in asked.values()}


def test_q_cancels_what_is_asked_until_the_buffer_is_shown_again(
    tall: Emacs, peer: Peer
) -> None:
    tall.command("gitxplorer-repo", "octocat/Hello-World")
    asked = questions(peer)
    peer.answer(asked.pop("repo.summary"), results()["repo.summary"])
    tall.see("1,731 watchers")
    # It is still shown in another window.
    tall.keys("C-x")
    tall.type("2q")
    tall.becomes("(buffer-name)", "*scratch*")
    tall.keys("C-x")
    tall.type("o")
    tall.becomes("(buffer-name)", "*GitXplorer repo octocat/Hello-World*")
    tall.type("q")
    cancelled = {peer.expect("$/cancelRequest")["params"]["id"] for _ in asked}
    assert cancelled == {question["id"] for question in asked.values()}
    tall.keys("C-x")
    tall.type("1")
    tall.keys("C-x")
    tall.type("b*GitXplorer repo octocat/Hello-World*")
    tall.keys("Enter")
    for method in asked:
        peer.serve(method, results()[method], owner="octocat")
    tall.shown("repo")
    tall.see("1,731 watchers", "2011-01-26 · 1 star", "# Hello, World!")
    # A complete page is not asked for again.
    tall.type("q")
    tall.see("*scratch*")
    tall.keys("C-x")
    tall.type("b*GitXplorer repo octocat/Hello-World*")
    tall.keys("Enter")
    tall.shown("repo")
    tall.type("g")
    assert set(questions(peer, refresh=True)) == set(PARTS)


INVALID_RESULTS: list[Any] = [
    {"freshness": {}}, {"points": 7}, {"points": [{"at": None}]}, {"text": 7}, [], "text",
    {"repository": {"fullName": 7}}, {"stars": "x", "points": [{"at": 7, "stars": "x"}]},
]  # fmt: skip


@pytest.mark.parametrize("method", PARTS)
def test_an_invalid_result_is_an_error_of_its_part(tall: Emacs, peer: Peer, method: str) -> None:
    for result in INVALID_RESULTS:
        tall.command("gitxplorer-repo", "octocat/Hello-World")
        for name, question in questions(peer).items():
            given = result if name == method else results()[name]
            peer.send(id=question["id"], result=given)
        tall.becomes(ASKING, None)
        text = tall.value(TEXT)
        assert text.count("GitXplorer does not understand the server's response") == 1, result
        shown = {"repo.summary": "watchers", "repo.starHistory": "2011-01-26", "repo.readme": "# Hello"}
        assert {name for name, words in shown.items() if words not in text} == {method}, result
        tall.value("(kill-buffer (window-buffer))")


def test_a_repository_without_anything_says_so(tall: Emacs, peer: Peer) -> None:
    known = results()
    empty = known["repo.summary"]["repository"] | {
        "description": None, "license": None, "language": None, "topics": [], "stars": 0,
        "homepage": None, "pushedAt": None,
    }  # fmt: skip
    summary = {**known["repo.summary"], "repository": empty, "languages": [], "latestRelease": None}
    now = {"at": "2026-11-26T00:00:00Z", "stars": 0}
    history = {**known["repo.starHistory"], "stars": 0, "points": [now]}
    readme = {**known["repo.readme"], "text": " \n\n", "truncated": False}
    open_repository(tall, peer, summary=summary, starHistory=history, readme=readme)
    screen = tall.see("Release      none", "No stars yet.", "The README is empty.")
    assert "Languages" not in "\n".join(screen)


def test_a_history_beyond_what_github_lists_says_so(tall: Emacs, peer: Peer) -> None:
    history = {**results()["repo.starHistory"], "complete": False}
    open_repository(tall, peer, starHistory=history)
    tall.see("Only the first 40,000 stargazers can be listed")


def test_the_plot_is_ascii_where_blocks_cannot_be_shown(
    start: Callable[..., Emacs], relay: list[str], peer: Peer
) -> None:
    emacs = start(
        f"(setq gitxplorer-command '{lisp(relay)}) (set-terminal-coding-system 'us-ascii)",
        size=(90, 60),
    )
    emacs.command("gitxplorer-repo", "octocat/Hello-World")
    serve_repository(peer)
    emacs.see("2011-01-26", "# Hello, World!")
    text = emacs.value(TEXT)
    plot = text[text.index("Star history"):text.index("2011-01-26")]
    assert "##" in plot and not set(plot) & set("▁▂▃▄▅▆▇█")


def test_a_readme_is_text_that_has_no_effect(
    start: Callable[..., Emacs], relay: list[str], peer: Peer
) -> None:
    emacs = start(f"(setq gitxplorer-command '{lisp(relay)}) {BROWSER}", size=(90, 60))
    emacs.value("(setq enable-local-variables :all enable-local-eval t)")
    text = (
        "-*- mode: sh; eval: (setq pwned t) -*-\n[[elisp:(setq pwned t)]] \\[save-buffer]\n"
        "one\x0ctwo\u2028three\x00\n\x1b]0;title\x07 \u2066\n\nLocal Variables:\n"
        "eval: (setq pwned t)\nmode: sh\nEnd:\n"
    )
    open_repository(emacs, peer, readme={**results()["repo.readme"], "text": text})
    shown = emacs.value(TEXT)
    for line in (r"-\x2a- mode: sh;", r"one\x0ctwo\u2028three\x00", r"\x1b]0;title\x07 \u2066"):
        assert line in shown
    read = "(progn (hack-local-variables) (list (set-auto-mode-1) (hack-local-variables t)))"
    assert emacs.value(read) == [None, None]
    assert emacs.value("(list (boundp 'pwned) (symbol-name major-mode))") == [
        None, "gitxplorer-mode",
    ]
    go_to(emacs, "is longer than")
    emacs.type("b")
    emacs.becomes("opened", ["https://github.com/octocat/Hello-World/blob/master/README"])


@pytest.mark.parametrize(
    "text",
    ["x" * 256_000, "a b " * 64_000, "\n" * 128_000 + "z", "日本語 " * 21_000, "\t" * 256_000 + "z",
     "e" + "\u0301" * 120_000, "-\n" * 128_000],
    ids=["one word", "one line", "line ends", "wide", "tabs", "marks", "lines"],
)  # fmt: skip
def test_the_longest_readme_is_shown_within_the_window(
    tall: Emacs, peer: Peer, text: str
) -> None:
    tall.command("gitxplorer-repo", "octocat/Hello-World")
    asked = questions(peer)
    for method, question in asked.items():
        peer.answer(question, {**results()[method], **({"text": text} if "text" in
                                                       results()[method] else {})})
    tall.becomes(ASKING, None)
    widest = (
        "(apply #'max (mapcar #'string-width"
        " (split-string (buffer-substring-no-properties (point-min) (point-max)) \"\\n\")))"
    )
    assert tall.value(widest) <= 90
    tall.type("q")
    tall.see("*scratch*")


def test_point_stays_in_the_readme_in_a_window_of_another_width(tall: Emacs, peer: Peer) -> None:
    open_repository(tall, peer)
    go_to(tall, "The end.")
    tall.resize(50, 30)
    tall.becomes("(gitxplorer-page-columns gitxplorer-page)", 49)
    assert "The end." in tall.line()
