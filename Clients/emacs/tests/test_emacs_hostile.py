"""Untrusted text has no effect on Emacs: on no mode, variable, key or message."""

from __future__ import annotations

import contextlib

import pytest
from emacs_terminal import Emacs
from fake_results import RESULTS
from graph import questions
from hostile import EDITOR_TEXTS, ODD_MESSAGES, poisoned
from peer import Peer

#: Whether a text was executed, the mode, and the error messages.
STATE = (
    "(list (boundp 'pwned) (with-current-buffer (window-buffer) (symbol-name major-mode))"
    " (with-current-buffer (messages-buffer) (save-excursion (goto-char (point-min))"
    " (and (re-search-forward \"rror\" nil t) (buffer-string)))))"
)

NOTIFICATION = '"2.0","method"'

#: Treats the buffer's text as Emacs treats the text of a file.
READ = "(progn (hack-local-variables) (list (set-auto-mode-1) (hack-local-variables t)))"


@pytest.mark.parametrize(
    ("command", "method"),
    [
        (["gitxplorer-user", "x"], "user.summary"),
        (["gitxplorer-repos", "x"], "repos.list"),
        (["gitxplorer-stargazers", "x/y"], "repo.stargazers"),
        (["gitxplorer-search", "x"], "search.users"),
        (["gitxplorer-random"], "users.random"),
        (["gitxplorer-starred", "x"], "user.starred"),
        (["gitxplorer-followers", "x"], "user.followers"),
        (["gitxplorer-following", "x"], "user.following"),
        (["C-u gitxplorer-search", "x"], "search.repositories"),
    ],
)
def test_text_in_any_member_has_no_effect(
    emacs: Emacs, peer: Peer, command: list[str], method: str
) -> None:
    # The settings of a user who trusts all files.
    emacs.value("(setq enable-local-variables :all enable-local-eval t)")
    emacs.command(*command)
    question = peer.expect(method)
    mode = "gitxplorer-mode" if method == "user.summary" else "gitxplorer-list-mode"
    for text in ["harmless", *EDITOR_TEXTS]:
        peer.answer(question, poisoned(RESULTS[method], text))
        emacs.becomes("(null (gitxplorer-page-question gitxplorer-page))", True)
        assert emacs.value(READ) == [None, None], text
        assert emacs.value(STATE) == [None, mode, None], text
        emacs.type("g")
        question = peer.expect(method, refresh=True)


def test_local_variables_in_text_are_not_read(emacs: Emacs, peer: Peer) -> None:
    emacs.value("(setq enable-local-variables :all enable-local-eval t)")
    emacs.command("gitxplorer-user", "x")
    user = {**RESULTS["user.summary"]["user"], "name": "-*- mode: text; eval: (setq pwned t) -*-"}
    user |= {"bio": "Local Variables: " + "x" * 80 + " eval: (setq pwned t) " + "x" * 80 + " End:"}
    peer.serve("user.summary", {**RESULTS["user.summary"], "user": user})
    emacs.shown("user")
    assert emacs.value(READ) == [None, None]
    assert emacs.value(STATE) == [None, "gitxplorer-mode", None]
    emacs.see(r"-\x2a- mode: text;")


def test_text_in_any_part_of_a_repository_has_no_effect(emacs: Emacs, peer: Peer) -> None:
    emacs.value("(setq enable-local-variables :all enable-local-eval t)")
    emacs.command("gitxplorer-repo", "x/y")
    for text in ["harmless", *EDITOR_TEXTS]:
        for method, question in questions(peer).items():
            peer.answer(question, poisoned(RESULTS[method], text))
        emacs.becomes("(and (seq-some #'gitxplorer-page-question (gitxplorer-page--all)) t)", None)
        assert emacs.value(READ) == [None, None], text
        assert emacs.value(STATE) == [None, "gitxplorer-mode", None], text
        emacs.type("g")


def test_odd_notifications_are_ignored(emacs: Emacs, peer: Peer) -> None:
    emacs.command("gitxplorer-user", "x")
    question = peer.expect("user.summary")
    for message in ODD_MESSAGES:
        if NOTIFICATION in message:
            peer.say(message)
    peer.answer(question)
    emacs.see("The Octocat")
    assert "process filter" not in emacs.value("(with-current-buffer (messages-buffer)"
                                               " (buffer-string))")


@pytest.mark.parametrize("message", [m for m in ODD_MESSAGES if NOTIFICATION not in m])
def test_an_odd_message_is_ignored_or_ends_the_connection(
    emacs: Emacs, peer: Peer, message: str
) -> None:
    emacs.command("gitxplorer-user", "x")
    question = peer.expect("user.summary")
    peer.say(message)
    # Emacs may have ended the connection before the response is sent.
    with contextlib.suppress(OSError):
        peer.answer(question)
    screen = "\n".join(emacs.see("all keys"))
    assert "The Octocat" in screen or "The server sent a message that is not JSON-RPC" in screen
    assert "process filter" not in emacs.value("(with-current-buffer (messages-buffer)"
                                               " (buffer-string))")


def test_an_endless_message_ends_the_connection(emacs: Emacs, peer: Peer) -> None:
    emacs.command("gitxplorer-user", "x")
    peer.expect("user.summary")
    assert peer.connection is not None
    peer.connection.sendall(b"Content-Length: 999999999\r\n\r\n")
    with pytest.raises(OSError):
        for _ in range(40):
            peer.connection.sendall(b"x" * (1 << 20))
    peer.hang_up()
    emacs.see("The server sent a message longer than 16 MiB")
