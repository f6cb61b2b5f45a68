"""The sign-in: by code, or by a token that leaves no trace."""

from __future__ import annotations

from typing import Any, Callable

import pytest
from emacs_terminal import BROWSER, Emacs, lisp
from fake_results import PENDING, RESULTS
from peer import Peer

SIGNED_IN = {**RESULTS["auth.status"], "state": "authenticated", "login": "octocat"}

TOKENS = "https://github.com/settings/tokens"

#: A token in two halves, so that an expression that looks for it does not have it itself.
HALVES = ("ghp_0123456789", "abcdefghijklm")
TOKEN = "".join(HALVES)

#: Where the token is: names of buffers and of histories, and the last keys.
TRACES = f"""
(let ((token (concat "{HALVES[0]}" "{HALVES[1]}")) found)
  (dolist (buffer (buffer-list))
    (with-current-buffer buffer
      (save-excursion
        (goto-char (point-min))
        (when (search-forward token nil t) (push (buffer-name) found)))))
  (mapatoms (lambda (symbol)
              (when (and (boundp symbol)
                         (string-match-p "history\\\\|kill-ring" (symbol-name symbol))
                         (string-search token (format "%S" (symbol-value symbol))))
                (push (symbol-name symbol) found))))
  (let ((keys (recent-keys)))
    (when (or (string-search token (format "%S" keys))
              (string-search token (apply #'string (seq-filter #'characterp keys))))
      (push "keys" found)))
  found)
"""


@pytest.fixture
def emacs(start: Callable[..., Emacs], relay: list[str]) -> Emacs:
    """An Emacs that keeps the pages it would open, and whose folder of tokens is in its home."""
    folder = '(setenv "XDG_CONFIG_HOME" nil)'
    return start(f"(setq gitxplorer-command '{lisp(relay)}) {folder} {BROWSER}")


def sign_in(emacs: Emacs, store: str) -> None:
    """Begins to sign in."""
    emacs.command("gitxplorer-login")
    emacs.see("Store the token in ~/.config/gitxplorer for later sessions?")
    decide(emacs, store)


def decide(emacs: Emacs, store: str) -> None:
    """Answers whether the token may be stored. An answered prompt stays, with its answer."""
    emacs.until(lambda screen: screen[-1].endswith("(y or n)"), "a prompt")
    emacs.type(store)


def refuse_code(peer: Peer, **data: Any) -> None:
    """Answers that there is no code."""
    question = peer.expect("auth.login", device=True)
    data = {"kind": "unauthorized", "retryable": False, **data}
    peer.send(id=question["id"], error={"code": 1401, "message": "No client id.", "data": data})


def paste(emacs: Emacs, token: str) -> None:
    """Gives a token to the prompt for one."""
    emacs.keys("Enter")
    emacs.see("Paste the token")
    emacs.type(token)
    emacs.keys("Enter")


def test_sign_in_by_code_works_within_emacs(emacs: Emacs, peer: Peer) -> None:
    sign_in(emacs, "y")
    peer.serve("auth.login", PENDING, device=True, store=True)
    emacs.see("WDJB-MJHT", "https://github.com/login/device")
    emacs.becomes("opened", ["https://github.com/login/device"])
    assert emacs.value("(current-kill 0)") == "WDJB-MJHT"
    peer.send(method="auth.changed", params={"state": "authenticated", "login": "octocat"})
    # Until the next start, what was stored is the session's, too.
    peer.serve("auth.status", {**SIGNED_IN, "tokenSource": "session"})
    emacs.see("Signed in as octocat.", "stored in ~/.config/gitxplorer", "M-x gitxplorer-logout")
    emacs.type("g")
    asked = peer.serve("auth.status", {**SIGNED_IN, "tokenSource": "environment"})
    assert not asked.get("params")
    emacs.see("from the server's environment")
    emacs.command("gitxplorer-logout")
    peer.serve("auth.logout")
    emacs.see("Signed out.", "M-x gitxplorer-login")


def test_a_denied_sign_in_is_reported_and_return_starts_again(emacs: Emacs, peer: Peer) -> None:
    sign_in(emacs, "n")
    peer.serve("auth.login", PENDING, store=False)
    emacs.see("WDJB-MJHT")
    peer.send(method="auth.changed", params={"state": "anonymous", "login": None})
    peer.serve("auth.status")
    emacs.see("The sign-in was denied or timed out.")
    emacs.keys("Enter")
    decide(emacs, "n")
    peer.serve("auth.login", PENDING)
    emacs.see("WDJB-MJHT")


def test_a_token_is_pasted_where_there_is_no_code_and_leaves_no_trace(
    emacs: Emacs, peer: Peer
) -> None:
    sign_in(emacs, "n")
    refuse_code(peer, tokenUrl=TOKENS)
    emacs.see(TOKENS, "gh auth token | gitxplorer login --with-token", "then restart Emacs",
              "until the server ends")
    emacs.type("b")
    emacs.becomes("opened", [TOKENS])
    paste(emacs, TOKEN)
    question = peer.expect("auth.login", token=TOKEN, store=False)
    assert "device" not in question["params"]
    peer.answer(question, {**SIGNED_IN, "tokenSource": "session"})
    emacs.see("Signed in as octocat.", "kept until the server ends")
    assert emacs.value(TRACES) is None


def test_a_refused_token_is_reported_and_another_one_is_taken(emacs: Emacs, peer: Peer) -> None:
    sign_in(emacs, "y")
    refuse_code(peer)
    # Where the page is not known, none is named.
    assert "https://" not in "\n".join(emacs.see("make one,", "in ~/.config/gitxplorer"))
    for token, says in [("", "No token was given"), ("two words", "A token is one word")]:
        paste(emacs, token)
        emacs.see(says)
    paste(emacs, TOKEN)
    peer.refuse(peer.expect("auth.login", token=TOKEN), "GitHub refused the token.")
    emacs.see("GitHub refused the token.", "make one,")
    paste(emacs, TOKEN)
    peer.serve("auth.login", SIGNED_IN, token=TOKEN, store=True)
    emacs.see("Signed in as octocat.")
    assert emacs.value(TRACES) is None


def test_a_cancelled_sign_in_changes_nothing(emacs: Emacs, peer: Peer) -> None:
    emacs.command("gitxplorer-login")
    emacs.see("for later sessions?")
    emacs.leave_prompt()
    assert emacs.value("(buffer-name)") == "*scratch*"
    sign_in(emacs, "n")
    refuse_code(peer, tokenUrl=TOKENS)
    emacs.see(TOKENS)
    emacs.keys("Enter")
    emacs.see("Paste the token")
    emacs.type(TOKEN)
    emacs.leave_prompt()
    emacs.see(TOKENS)
    assert emacs.value(TRACES) is None
    # Nothing was sent before this.
    emacs.command("gitxplorer-rate")
    peer.serve("rate.status")
    emacs.shown("rate")
