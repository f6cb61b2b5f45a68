"""Responses and notifications do not disturb typing."""

from __future__ import annotations

import pytest
from editor import Editor
from fake_results import RESULTS
from peer import Peer


def test_a_response_does_not_disturb_typing(editor: Editor, peer: Peer) -> None:
    editor.command("GitXplorer user octocat")
    question = peer.expect("user.summary", login="octocat")
    editor.see("Asking GitHub")
    editor.command("new")
    editor.keys("i")
    editor.type("one two")
    editor.keys("Left", "Left", "Left")
    editor.cursor_at(4, 0)
    peer.answer(question)
    editor.see("The Octocat", "-- INSERT --")
    editor.cursor_at(4, 0)
    editor.type("and ")
    editor.keys("Escape")
    editor.see("one and two")
    assert editor.value("[bufname(), getline(1, '$')]") == ["", ["one and two"]]


@pytest.mark.parametrize(
    ("before", "shown", "after", "text"),
    [
        ("vw", ["VISUAL", "5"], "d", "wo"),
        ("Vj", ["VISUAL", "LINE", "2"], "d", "three"),
        ("d", ["d"], "w", "two"),
        (":let g:typed", [":let", "g:typed"], " = 1\r", "one two"),
        ("/thr", ["/thr"], "ee\rx", "hree"),
        ('"', ['"'], "yyp", "one two"),
    ],
    ids=["visual", "lines", "operator", "command line", "search", "register"],
)
def test_an_unfinished_command_continues_when_a_response_arrives(
    editor: Editor, peer: Peer, before: str, shown: list[str], after: str, text: str
) -> None:
    editor.command("GitXplorer user octocat")
    question = peer.expect("user.summary")
    editor.command("new")
    editor.command("call setline(1, ['one two', 'two', 'three']) | set showcmd")
    editor.see("three")
    editor.type(before)
    editor.until(lambda screen: {*shown} <= {*screen[-1].replace("--", " ").split()}, before)
    peer.answer(question)
    if editor.name == "vim" or before in ("vw", "Vj", "d"):
        # Neovim draws no window while a command line or the name of a register is typed.
        editor.see("The Octocat")
    editor.type(after)
    editor.see("The Octocat")
    assert editor.value("[mode(), winnr(), getline('.')]") == ["n", 1, text]


def test_a_reload_moves_the_cursor_in_no_other_window(editor: Editor, peer: Peer) -> None:
    editor.command("GitXplorer repos octocat")
    peer.serve("repos.list")
    editor.see("Hello-World")
    editor.command("call search('empty')")
    editor.command("vnew")
    editor.command("wincmd p")
    editor.keys("C-r")
    question = peer.expect("repos.list", refresh=True)
    editor.command("wincmd p")
    editor.type("ihere")
    editor.cursor_at(4, 0)
    renewed = RESULTS["repos.list"]["repositories"][::-1]
    peer.answer(question, {**RESULTS["repos.list"], "repositories": renewed, "total": 1003})
    editor.see("1,003 repositories")
    editor.cursor_at(4, 0)
    editor.keys("Escape")
    editor.command("wincmd p")
    assert "empty" in editor.value("getline('.')")


def test_a_sign_in_elsewhere_does_not_cover_a_command(editor: Editor, peer: Peer) -> None:
    editor.command("GitXplorer rate")
    peer.serve("rate.status")
    editor.see("GitHub's rate limits")
    editor.type(":let g:typed =")
    editor.see(":let g:typed =")
    peer.send(method="auth.changed", params={"state": "authenticated", "login": "octocat"})
    editor.type(" 7")
    editor.see(":let g:typed = 7")
    editor.keys("Enter")
    editor.see("signed in as octocat")
    assert editor.value("g:typed") == 7
