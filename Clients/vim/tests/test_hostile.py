"""Untrusted text has no effect, however a buffer is loaded and whatever events plugins raise."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from editor import Editor
from fake_results import PENDING, RESULTS, repository
from hostile import BROWSERS, EDITOR_TEXTS, ODD_MESSAGES, poisoned
from peer import Peer

#: Every line is checked for a modeline, and modelines may do everything that they can.
SETTINGS = """
set modeline modelines=9999 foldenable title
if exists('+modelineexpr') | set modelineexpr | endif
if exists('+winbar') | set winbar=%f | endif
set statusline=%f%m%r%y titlestring=%f%m
autocmd User Theirs let g:raised = 1
"""

#: The options of all loaded buffers and windows, whether a text was executed, and all messages.
OPTIONS = (
    "[map(filter(range(1, bufnr('$')), 'bufloaded(v:val)'), {_, n -> copy(getbufvar(n, '&'))}),"
    " map(range(1, winnr('$')), {_, n -> filter(copy(getwinvar(n, '&')), {name, _ ->"
    " index(['scroll', 'winhighlight'], name) < 0})}), exists('g:pwned')]"
)

#: By name: the commands that put a text into a buffer, or examine it again. `ask` stands
#: for an answer of the server.
WAYS = {
    "edit": ["edit!", "ask"],
    "doautocmd": ["doautocmd User Theirs"],
    "BufRead": ["doautocmd BufRead"],
    "BufReadPost": ["doautocmd BufReadPost"],
    "BufWinEnter": ["doautocmd BufWinEnter"],
    "doautoall": ["doautoall User Theirs", "doautoall BufRead"],
    "filetype": ["filetype detect"],
    "split": ["split", "doautocmd User Theirs"],
    "tab": ["tab split", "doautocmd User Theirs"],
    "jumps": ["edit other", 'execute "normal! \\<C-o>"', "doautocmd User Theirs"],
    "hidden": ["enew", "buffer gitxplorer://", "doautocmd User Theirs"],
    "unloaded": ["let g:n = bufnr()", "new", "execute 'bunload' g:n", "execute 'buffer' g:n",
                 "ask", "only", "doautocmd User Theirs"],
    "modeline": ["set modeline", "doautocmd User Theirs", "edit!", "ask",
                 "set modeline", "doautocmd User Theirs"],
    "session": ["set sessionoptions+=localoptions", "mksession! session.vim", "%bwipeout",
                "source session.vim", "ask", "doautoall SessionLoadPost"],
}


def settled(editor: Editor) -> None:
    """Waits until the result is in the buffer."""
    editor.becomes("search('g? all keys', 'nw') > 0 && getline(1) !~# 'asking'", True)


def options(
    editor: Editor, peer: Peer, address: str, method: str, result: Any, way: list[str]
) -> Any:
    """The options after a page was loaded in this way. The editor is then restored."""
    editor.command(f"edit gitxplorer://{address}")
    for command in ["ask", *way]:
        if command == "ask":
            peer.serve(method, result)
            settled(editor)
        else:
            editor.command(f"silent! {command}")
    settled(editor)
    found = editor.value(OPTIONS)
    editor.command("silent! tabonly | silent! only | silent! %bwipeout!")
    return found


def page_of(texts: list[str]) -> Any:
    """A user whose repositories and languages have these texts, each on a separate line."""
    return {
        **RESULTS["user.summary"],
        "topRepositories": [repository(text, 1, description=text) for text in texts],
        "languages": [{"language": t, "repositories": 1, "stars": 1} for t in texts[:10]],
    }


@pytest.mark.parametrize("way", WAYS)
def test_no_way_of_loading_a_buffer_executes_its_text(
    start: Callable[..., Editor], relayed: str, peer: Peer, way: str
) -> None:
    # A user who wants modelines everywhere, whatever plugins set.
    wanting = "autocmd BufEnter,FileType * setlocal modeline"
    editor = start(f"{relayed}\n{SETTINGS}\n{wanting}")
    editor.command(f"cd {editor.place}")
    wanted, found = (
        options(editor, peer, "user/x", "user.summary", page_of(texts), WAYS[way])
        for texts in (["harmless"] * len(EDITOR_TEXTS), EDITOR_TEXTS)
    )
    assert not differences(wanted, found)
    assert not list(editor.place.glob("*pwned*"))


@pytest.mark.parametrize(
    ("address", "method"),
    [
        ("user/x", "user.summary"),
        ("repos/x", "repos.list"),
        ("stargazers/x/y", "repo.stargazers"),
        ("search/x", "search.users"),
        ("search/x?type=repositories", "search.repositories"),
        ("starred/x", "user.starred"),
        ("followers/x", "user.followers"),
        ("random?count=2&seed=1", "users.random"),
    ],
)
def test_text_in_any_member_has_no_effect(
    start: Callable[..., Editor], relayed: str, peer: Peer, address: str, method: str
) -> None:
    editor = start(f"{relayed}\n{SETTINGS}")
    editor.command(f"cd {editor.place}")
    way = ["edit!", "ask", "doautocmd User Theirs", "filetype detect", "set modeline",
           "doautocmd User Theirs"]
    wanted = options(editor, peer, address, method, poisoned(RESULTS[method], "harmless"), way)
    for text in EDITOR_TEXTS:
        result = poisoned(RESULTS[method], text)
        found = options(editor, peer, address, method, result, way)
        assert not differences(wanted, found), text
    assert not list(editor.place.glob("*pwned*"))


def differences(wanted: Any, found: Any) -> list[Any]:
    """The members in which two values differ."""
    if isinstance(wanted, dict) and isinstance(found, dict):
        return [(name, wanted.get(name), found.get(name))
                for name in {*wanted, *found} if wanted.get(name) != found.get(name)]
    if isinstance(wanted, list) and isinstance(found, list) and len(wanted) == len(found):
        return [one for a, b in zip(wanted, found) for one in differences(a, b)]
    return [] if wanted == found else [(wanted, found)]


def test_a_line_with_a_modeline_is_shown_unchanged(editor: Editor, peer: Peer) -> None:
    editor.command("GitXplorer user x")
    user = {**RESULTS["user.summary"]["user"], "bio": "Plugins for vim: set and vi: and ex: too."}
    peer.serve("user.summary", {**RESULTS["user.summary"], "user": user})
    settled(editor)
    (line,) = [line for line in editor.page() if "Plugins" in line]
    assert line == " Plugins for\xa0vim: set and\xa0vi: and\xa0ex: too."


@pytest.mark.parametrize("name", ["a.zip", "a.tar.gz", "a.jar", "a.shada", "COMMIT_EDITMSG"])
def test_a_repository_named_like_a_file_is_opened_by_no_other_plugin(
    editor: Editor, peer: Peer, name: str
) -> None:
    editor.command("GitXplorer repos octocat")
    peer.serve("repos.list", {**RESULTS["repos.list"], "repositories": [repository(name, 1)]})
    settled(editor)
    editor.command("call search('^ *1  ')")
    editor.keys("Enter")
    for method in ("repo.summary", "repo.starHistory", "repo.readme"):
        peer.serve(method, owner="octocat", name=name)
    settled(editor)
    editor.command("doautocmd BufRead")
    assert editor.value("[&filetype, &modifiable, &buftype]") == ["gitxplorer", 0, "nowrite"]
    assert "rror" not in editor.value("execute('messages')")


def test_only_valid_names_are_completed(editor: Editor, peer: Peer) -> None:
    texts = ["harmless", "octocat/Hello-World", *EDITOR_TEXTS]
    for method, member, command in [
        ("repos.list", "repositories", "repos x"),
        ("repo.stargazers", "stargazers", "stargazers x/y"),
        ("user.starred", "repositories", "starred x"),
        ("user.following", "users", "following x"),
        ("search.repositories", "repositories", "search --repositories x"),
    ]:
        item = RESULTS[method][member][0]
        editor.command(f"GitXplorer {command}")
        peer.serve(method, {**RESULTS[method], member: [poisoned(item, text) for text in texts]})
        settled(editor)
        editor.command("%bwipeout")
    for subcommand, name in {
        "user": "harmless", "followers": "harmless", "search": "harmless",
        "stargazers": "octocat/Hello-World", "repo": "octocat/Hello-World",
    }.items():
        names = editor.value(f"getcompletion('GitXplorer {subcommand} ', 'cmdline')")
        assert name in names
        assert not [n for n in names if re.search(r"[^A-Za-z0-9._/-]", n)], names


def test_a_code_on_the_clipboard_has_no_control_characters(
    start: Callable[..., Editor], relayed: str, peer: Peer
) -> None:
    editor = start(relayed)
    editor.command("e gitxplorer://login")
    peer.serve("auth.status")
    editor.see("Not signed in")
    editor.keys("Enter")
    editor.see("Token (")
    editor.keys("Enter")
    editor.see("for later sessions?")
    editor.type("n")
    editor.keys("Enter")
    peer.serve("auth.login", {**PENDING, "userCode": "WDJB\rrm -rf ~\r\x1b", "verificationUri": 7})
    editor.see(r"WDJB rm -rf ~ \x1b")
    editor.command("let @x = has('clipboard') ? @+ : ''")
    assert editor.value("@x") in ("", r"WDJB rm -rf ~ \x1b")
    assert "rror" not in editor.value("execute('messages')")


# Neovim opens pages with `vim.ui.open`, which does not read $BROWSER.
@pytest.mark.parametrize("kind", ["vim"])
def test_a_browser_command_never_interprets_the_page(
    start: Callable[..., Editor], relayed: str, peer: Peer, environment: dict[str, str]
) -> None:
    environment["BROWSER"] = 'sh -c "touch pwned; echo %s"'
    editor = start(relayed)
    editor.command(f"cd {editor.place}")
    editor.command("GitXplorer user x")
    peer.serve("user.summary")
    settled(editor)
    editor.keys("C-b")
    editor.see("run the page as code; name a program")
    for value, words in BROWSERS.items():
        text = value.replace("'", "''")
        call = f"gitxplorer#browse#command(split('{text}'), 'https://github.com/x')"
        assert editor.value(call) == (words or []), value
    assert not list(editor.place.glob("*pwned*"))


def test_odd_notifications_are_ignored(editor: Editor, peer: Peer) -> None:
    editor.command("GitXplorer user x")
    question = peer.expect("user.summary")
    for message in ODD_MESSAGES:
        if "method" in message:
            peer.say(message)
    peer.answer(question)
    editor.see("g? all keys")
    assert not re.search(r"E\d+:|rror (executing|detected)", editor.value("execute('messages')"))
