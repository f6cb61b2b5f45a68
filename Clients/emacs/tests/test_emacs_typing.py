"""Responses and notifications do not disturb typing."""

from __future__ import annotations

import pytest
from emacs_terminal import Emacs
from fake_results import RESULTS
from peer import Peer


def test_a_response_does_not_disturb_typing(emacs: Emacs, peer: Peer) -> None:
    emacs.command("gitxplorer-user", "octocat")
    emacs.see("Asking")
    question = peer.expect("user.summary", login="octocat")
    emacs.keys("C-x")
    emacs.type("2")
    emacs.keys("C-x")
    emacs.type("bnotes")
    emacs.keys("Enter")
    emacs.type("one two")
    emacs.keys("Left", "Left", "Left")
    emacs.cursor_at(4, 0)
    peer.answer(question)
    emacs.see("The Octocat")
    emacs.cursor_at(4, 0)
    emacs.type("and ")
    emacs.see("one and two")
    assert emacs.value("(list (buffer-name) (buffer-string))") == ["notes", "one and two"]


@pytest.mark.parametrize(
    ("before", "there", "after", "text"),
    [
        (["M-x"], "(active-minibuffer-window)", ["u p c a s e - w o r d", "Enter"],
         "ONE two\nthree"),
        (["C-s", "t w"], '(equal isearch-string "tw")', ["o", "Enter", "DC"], "one twothree"),
        (["C-Space", "M-f"], "(and mark-active (= (window-point) 4))", ["C-w"], " two\nthree"),
        (["C-u", "3"], "(eql prefix-arg 3)", ["C-d"], " two\nthree"),
        (["C-x"], "(eql ?\\C-x (seq-first (reverse (recent-keys))))", ["h", "C-w"], ""),
    ],
    ids=["minibuffer", "search", "region", "prefix argument", "prefix key"],
)
def test_an_unfinished_command_continues_when_a_response_arrives(
    emacs: Emacs, peer: Peer, before: list[str], there: str, after: list[str], text: str
) -> None:
    emacs.command("gitxplorer-user", "octocat")
    question = peer.expect("user.summary")
    emacs.keys("C-x")
    emacs.type("2")
    emacs.keys("C-x")
    emacs.type("bnotes")
    emacs.keys("Enter")
    emacs.type("one two")
    emacs.keys("Enter")
    emacs.type("three")
    emacs.keys("M-<")
    emacs.see("three")
    for keys in before:
        emacs.keys(*keys.split())
    emacs.becomes(f"(and {there} t)", True)
    peer.answer(question)
    emacs.see("The Octocat")
    for keys in after:
        emacs.keys(*keys.split())
    emacs.becomes("(list (buffer-name) (buffer-string))", ["notes", text])


def test_a_reload_moves_point_in_no_other_window(emacs: Emacs, peer: Peer) -> None:
    emacs.command("gitxplorer-repos", "octocat")
    peer.serve("repos.list")
    emacs.shown("repos")
    emacs.keys("C-s")
    emacs.type("empty")
    emacs.keys("Enter", "C-x")
    emacs.type("2g")
    question = peer.expect("repos.list", refresh=True)
    emacs.keys("C-x")
    emacs.type("o")
    emacs.keys("M-<", "C-x")
    emacs.type("3")
    emacs.keys("C-x")
    emacs.type("bnotes")
    emacs.keys("Enter")
    emacs.type("here")
    emacs.becomes("(buffer-string)", "here")
    renewed = RESULTS["repos.list"]["repositories"][::-1]
    peer.answer(question, {**RESULTS["repos.list"], "repositories": renewed, "total": 1003})
    emacs.see("1,003 repositories")
    assert emacs.value("(list (buffer-string) (point))") == ["here", 5]
    lines = emacs.value(
        '(mapcar (lambda (window) (with-selected-window window (buffer-substring-no-properties'
        " (line-beginning-position) (line-end-position))))"
        ' (get-buffer-window-list "*GitXplorer repos octocat*"))'
    )
    assert sorted(word for line in lines for word in line.split() if word in
                  ("empty", "Hello-World")) == ["Hello-World", "empty"]


def test_a_sign_in_elsewhere_does_not_cover_a_prompt(emacs: Emacs, peer: Peer) -> None:
    emacs.command("gitxplorer-rate")
    peer.serve("rate.status")
    emacs.shown("rate")
    emacs.keys("M-x")
    emacs.type("upc")
    emacs.see("M-x upc")
    peer.send(method="auth.changed", params={"state": "authenticated", "login": "octocat"})
    emacs.type("ase")
    emacs.until(lambda screen: screen[-1] == "M-x upcase", "the prompt alone")
    emacs.leave_prompt()
    emacs.see("signed in as octocat")
