"""No message asks for a key, even where the ruler takes a part of 80 columns."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from answers import repo_summary
from editor import Editor
from peer import Peer

LONG = "x" * 200


@pytest.fixture
def editor(start: Callable[..., Editor], relayed: str) -> Editor:
    editor = start(relayed, size=(80, 24))
    editor.command("set laststatus=0 ruler showcmd cmdheight=1")
    assert editor.value("v:echospace") < 60
    return editor


@pytest.fixture
def lines(editor: Editor) -> Editor:
    """The editor with two lines of text."""
    editor.command("call setline(1, ['one', 'two'])")
    return editor


def goes_on(editor: Editor, says: str) -> None:
    """Waits for a message, after which the editor obeys the next keys."""
    screen = editor.see(says)
    assert "Press ENTER" not in "\n".join(screen), screen
    # A prompt for a key ignores a `j`, and the text would be in the first line.
    editor.type("jA goes on")
    editor.keys("Escape")
    editor.see("two goes on")
    editor.command("silent undo | 1 | redraw | echo ''")
    editor.until(lambda screen: says not in "\n".join(screen), "no message")


@pytest.mark.parametrize(
    ("command", "says"),
    [
        ("what", "no subcommand what; :GitXplorer lists them."),
        ("repoz octocat", "try :GitXplorer repos; there is no repoz."),
        (LONG, "no subcommand xxx"),
        ("stargazers a", "a repository is OWNER/NAME, such as octocat/Hello"),
        ("search", "usage: :GitXplorer search [--repositories] QUERY"),
        ("rate 7", "usage: :GitXplorer rate"),
        ("followers", "usage: :GitXplorer followers LOGIN"),
        ("login ghp_secret", "usage: :GitXplorer login"),
    ],
    ids=lambda text: text[:20],
)
def test_a_rejected_command_is_answered_on_one_line(
    lines: Editor, command: str, says: str
) -> None:
    lines.command(f"GitXplorer {command}")
    # The typed command may have scrolled the screen, which the message does not wait for.
    goes_on(lines, says)


@pytest.mark.parametrize(
    ("text", "says"),
    [("'short'", "GitXplorer: short"), ("repeat('x', 200)", "xxx"),
     ("repeat('日本語', 40)", "日本語日本語")],
    ids=["short", "long", "wide"],
)  # fmt: skip
def test_a_message_of_any_length_is_one_line(lines: Editor, text: str, says: str) -> None:
    for function in ("tell", "complain"):
        lines.command(f"call gitxplorer#{function}({text})")
        goes_on(lines, says)


def test_keys_that_have_nothing_to_do_say_so_on_one_line(editor: Editor, peer: Peer) -> None:
    editor.command("GitXplorer repo octocat/linguist")
    repository = {**repo_summary()["repository"], "url": f"https://github.com/{LONG}"}
    peer.serve("repo.summary", {**repo_summary(), "repository": repository})
    peer.serve("repo.starHistory")
    peer.serve("repo.readme")
    editor.see("Latest release")
    for key, says in {"]]": "there is no next page.", "[[": "there is no previous page.",
                      "C-y": "yanked https://github.com/xxx"}.items():
        editor.keys(key) if key == "C-y" else editor.type(key)
        screen = editor.see(says)
        assert "Press ENTER" not in "\n".join(screen)
    editor.command("GitXplorer rate")
    peer.serve("rate.status")
    editor.see("Resource")
    editor.type("gg")
    for key, says in {"s": "there is no repository on this line.", "f": "there is no user on",
                      "Enter": "nothing to open on this line.",
                      "C-b": "there is no page for this line."}.items():
        editor.keys(key)
        screen = editor.see(says)
        assert "Press ENTER" not in "\n".join(screen)


@pytest.mark.parametrize("way", ["GitXplorer", "normal g?"])
def test_help_is_a_page_and_no_message(editor: Editor, peer: Peer, way: str) -> None:
    editor.command("GitXplorer rate")
    peer.serve("rate.status")
    editor.see("Resource")
    editor.command(way)
    editor.see("Keys · q closes", "show these keys")
    editor.type("q")
    editor.until(lambda screen: "show these keys" not in "\n".join(screen), "no help")
    editor.command("let g:answered = 1")
    assert editor.value("g:answered") == 1


def test_a_sign_in_is_told_on_one_line(editor: Editor, peer: Peer) -> None:
    editor.command("GitXplorer rate")
    peer.serve("rate.status")
    editor.see("Resource")
    peer.send(method="auth.changed", params={"state": "authenticated", "login": LONG})
    screen = editor.see("signed in as xxx")
    assert "Press ENTER" not in "\n".join(screen)


def test_a_page_with_a_long_address_is_shown_again_without_a_message(
    editor: Editor, peer: Peer
) -> None:
    editor.command("set shortmess=")  # As in Vi-compatible mode.
    query = "x y " * 40
    editor.command("silent call gitxplorer#command(0, '', 'search ' . repeat('x y ', 40))")
    peer.serve("search.users", query=query.strip())
    editor.see("octocat  User")
    editor.command("GitXplorer rate")
    peer.serve("rate.status")
    editor.see("Resource")
    editor.command("call gitxplorer#command(0, '', 'search ' . repeat('x y ', 40))")
    screen = editor.see("octocat  User")
    assert "Press ENTER" not in "\n".join(screen)
    editor.command("let g:answered = 1")
    assert editor.value("g:answered") == 1
