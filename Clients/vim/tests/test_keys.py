"""Keys, addresses and windows."""

from __future__ import annotations

import json
import os
import select
from pathlib import Path
from typing import Callable

import pytest
from editor import Editor
from fake_results import RESULTS, user
from harness.patience import PATIENCE
from harness.paths import REPOSITORY
from peer import Peer

#: The requests of a repository's page.
PARTS = ("repo.summary", "repo.starHistory", "repo.readme")


def open_repositories(editor: Editor, peer: Peer) -> None:
    """Shows the repositories of octocat, with the cursor on the first of them, where it starts."""
    editor.command("GitXplorer repos octocat")
    peer.serve("repos.list")
    # The known contents of a page appear at once, until the new ones arrive.
    editor.until(lambda screen: any("Hello-World" in line for line in screen)
                 and not any("asking" in line for line in screen), "the answer")


def test_enter_opens_users_and_repositories_and_back_returns(
    editor: Editor, peer: Peer
) -> None:
    editor.command("GitXplorer search octo")
    peer.serve("search.users", query="octo")
    editor.see("octocat  User")
    editor.keys("Enter")
    peer.serve("user.summary", login="octocat")
    editor.see("The Octocat")
    editor.command("call search('3 repositories')")
    editor.keys("Enter")
    peer.serve("repos.list", login="octocat")
    editor.see("octocat · 3 repositories")
    editor.keys("Enter")
    for method in PARTS:
        peer.serve(method, owner="octocat", name="Hello-World")
    editor.see("Hello World!")
    editor.keys("C-o")
    editor.see("octocat · 3 repositories")
    editor.keys("C-o")
    editor.see("The Octocat")
    assert editor.value("bufname()") == "gitxplorer://user/octocat"


def test_the_cursor_waits_for_the_first_item_and_stays_where_it_was_put(
    editor: Editor, peer: Peer
) -> None:
    editor.command("GitXplorer repos octocat")
    question = peer.expect("repos.list")
    assert "Asking" in editor.value("getline('.')")
    peer.answer(question)
    editor.see("Hello-World")
    assert editor.value("[line('.'), line('w0'), getline('.') =~# 'Hello-World']") == [4, 1, True]
    editor.command("GitXplorer followers octocat")
    question = peer.expect("user.followers")
    editor.type("gg")
    assert editor.value("line('.')") == 1
    peer.answer(question)
    editor.see("octocat · followers", "Login")
    assert editor.value("line('.')") == 1


def test_s_shows_the_stargazers_and_brackets_turn_pages(editor: Editor, peer: Peer) -> None:
    open_repositories(editor, peer)
    editor.type("s")
    question = peer.serve("repo.stargazers", page=1)
    editor.see("Page 1 of 400")
    editor.type("[[")
    editor.see("there is no previous page")
    editor.type("]]")
    second = {**RESULTS["repo.stargazers"], "page": 2, "nextPage": None, "lastPage": 2}
    turned = peer.serve("repo.stargazers", second, page=2)
    assert {**question["params"], "page": 2, "workDoneToken": 0} == {
        **turned["params"], "workDoneToken": 0,
    }
    editor.see("Page 2 of 2")
    assert editor.value("bufname()") == "gitxplorer://stargazers/octocat/Hello-World?page=2"
    editor.type("]]")
    editor.see("there is no next page")
    editor.type("[[")
    peer.serve("repo.stargazers", page=1)
    editor.see("Page 1 of 400")


def test_long_lists_of_repositories_are_paged(editor: Editor, peer: Peer) -> None:
    editor.command("GitXplorer repos octocat")
    first = RESULTS["repos.list"]["repositories"][0]
    many = [first | {"name": f"r{i}", "id": i} for i in range(250)]
    result = {**RESULTS["repos.list"], "repositories": many[:200], "total": 250}
    peer.serve("repos.list", {**result, "repositories": many[:100]}, limit=100)
    editor.see("octocat · 250 repositories")
    assert "Page 1 of 3" in "\n".join(editor.page())
    editor.type("]]")
    peer.serve("repos.list", result, limit=200)
    editor.see("r100")
    assert len([line for line in editor.page() if "Swift" in line]) == 100


def test_brackets_draw_other_users_and_back_returns_to_the_former_ones(
    editor: Editor, peer: Peer
) -> None:
    editor.command("GitXplorer random 2")
    first = peer.serve("users.random", count=2)
    editor.see("bmizerany")
    editor.type("]]")
    other = {**RESULTS["users.random"], "users": [user(7, "other")]}
    second = peer.serve("users.random", other, count=2)
    assert first["params"]["seed"] != second["params"]["seed"]
    editor.see("other")
    editor.keys("C-o")
    editor.see("bmizerany")


@pytest.fixture
def pages(place: Path, environment: dict[str, str]) -> int:
    """A pipe with the opened pages. The browser has the name of Neovim's opener."""
    os.mkfifo(place / "pages")
    (place / "bin").mkdir()
    browser = place / "bin" / "xdg-open"
    browser.write_text(f'#!/bin/sh\nprintf "%s\\n" "$#" "$1" >"{place}/pages"\n')
    browser.chmod(0o755)
    environment["PATH"] = f"{place}/bin:{environment['PATH']}"
    return os.open(place / "pages", os.O_RDONLY | os.O_NONBLOCK)


def test_the_browser_gets_a_page_as_one_argument(
    pages: int, start: Callable[..., Editor], relayed: str, peer: Peer
) -> None:
    editor = start(relayed)
    editor.command("GitXplorer user octocat")
    url = "https://github.com/octo$(id)'cat?a=1&b=%41#!%"
    octocat = {**RESULTS["user.summary"]["user"], "profileUrl": url}
    peer.serve("user.summary", {**RESULTS["user.summary"], "user": octocat})
    editor.see("The Octocat")
    editor.type("gg")
    editor.keys("C-b")
    assert select.select([pages], [], [], PATIENCE)[0]
    assert os.read(pages, 1000).decode() == f"1\n{url}\n"
    os.close(pages)
    editor.keys("C-y")
    editor.see("yanked https://")
    assert editor.value("getreg('\"')") == url


@pytest.mark.parametrize("url", ["file:///etc/passwd", "javascript:alert(1)", "https://a/\x1b[2J"])
def test_unsafe_urls_are_not_opened(editor: Editor, peer: Peer, url: str) -> None:
    editor.command("GitXplorer search octo")
    found = {**RESULTS["search.users"], "users": [{**user(1, "stranger"), "profileUrl": url}]}
    peer.serve("search.users", found)
    editor.see("stranger")
    editor.keys("C-b")
    editor.see("there is no page for this line")


def test_q_closes_the_window_and_never_ends_the_editor(editor: Editor, peer: Peer) -> None:
    editor.type("ihere before")
    editor.keys("Escape")
    open_repositories(editor, peer)
    editor.until(lambda screen: "here before" in "\n".join(screen), "both windows")
    editor.type("q")
    editor.until(lambda screen: "Hello-World" not in "\n".join(screen), "one window")
    assert editor.value("[winnr('$'), getline(1)]") == [1, "here before"]
    open_repositories(editor, peer)
    editor.command("only")
    editor.type("q")
    editor.see("here before")
    editor.command("enew!")
    open_repositories(editor, peer)
    editor.command("only")
    editor.type("q")
    editor.until(lambda screen: "Hello-World" not in "\n".join(screen), "an empty buffer")
    assert editor.value("winnr('$')") == 1


@pytest.mark.parametrize("helped", [False, True])
def test_q_goes_back_page_by_page(editor: Editor, peer: Peer, helped: bool) -> None:
    walked = {"user octocat": ["user.summary"], "repo octocat/Hello-World": PARTS,
              "stargazers octocat/Hello-World": ["repo.stargazers"],
              "starred octocat": ["user.starred"]}  # fmt: skip
    for command, methods in walked.items():
        editor.command(f"GitXplorer {command}")
        for method in methods:
            peer.serve(method)
        editor.becomes("[search('sking', 'nw'), search('g? all keys', 'nw') > 0]", [0, 1])
    for command in list(walked)[-2::-1]:
        if helped:
            editor.type("g?")
            editor.see("Keys · q closes")
            editor.type("q")
        editor.type("q")
        editor.becomes("bufname()", f"gitxplorer://{command.replace(' ', '/', 1)}")
    editor.type("q")
    editor.becomes("[winnr('$'), bufname(), getline(1, '$')]", [1, "", [""]])


def test_the_help_lists_the_keys(editor: Editor, peer: Peer) -> None:
    open_repositories(editor, peer)
    editor.type("g?")
    editor.see("stargazers of the repository", "Hello-World")
    editor.keys("Enter")
    editor.command("set filetype?")
    editor.see("filetype=gitxplorer")
    assert editor.value("&modifiable") == 0
    editor.type("g?q")
    editor.until(lambda screen: "the repository" not in "\n".join(screen), "the page alone")
    assert editor.value("[winnr('$'), bufname()]") == [1, "gitxplorer://repos/octocat"]


def test_a_reload_sends_refresh_and_keeps_the_cursor_on_its_item(
    editor: Editor, peer: Peer
) -> None:
    open_repositories(editor, peer)
    editor.command("call search('empty')")
    for again in ("e!", "normal \x16\x12"):  # Ctrl-V in front of Ctrl-R
        if again == "e!":
            editor.command(again)
        else:
            editor.keys("C-r")
        renewed = RESULTS["repos.list"]["repositories"]
        renewed = [renewed[2] | {"stars": 9999999}, *renewed[:2]] if again == "e!" else renewed
        result = {**RESULTS["repos.list"], "repositories": renewed}
        peer.serve("repos.list", result, refresh=True)
        editor.see("9,999,999" if again == "e!" else " 0  empty")
        assert "empty" in editor.value("getline('.')")


def test_a_reload_without_bang_accepts_cached_results(editor: Editor, peer: Peer) -> None:
    open_repositories(editor, peer)
    editor.command("e")
    question = peer.serve("repos.list")
    assert "refresh" not in question["params"]


def test_a_session_keeps_the_place_in_a_list(editor: Editor, peer: Peer, place: Path) -> None:
    gazer = RESULTS["repo.stargazers"]["stargazers"][0]
    many = [{**gazer, "login": f"gazer-{number}"} for number in range(80)]
    result = {**RESULTS["repo.stargazers"], "stargazers": many}
    editor.command("GitXplorer stargazers octocat/Hello-World")
    peer.serve("repo.stargazers", result)
    editor.see("gazer-1")
    editor.command("60 | normal! zz")
    where = "[line('.'), getline('.'), winsaveview().topline]"
    before = editor.value(where)
    session = place / "session.vim"
    editor.command(f"mksession {session} | silent! %bwipeout | source {session}")
    question = peer.expect("repo.stargazers")
    editor.see("Asking GitHub")
    assert len(editor.page()) < 9
    peer.answer(question, result)
    editor.becomes(where, before)


QUERIES = [
    "tom repos:>42 followers:<7",
    "c# 100% a+b ?page=2",
    "%41 %zz what? #1 !",
    "'quoted' \"double\" \\ | `id` $(id) $HOME ~ *",
    "日本語 é",
]


@pytest.mark.parametrize("query", QUERIES)
def test_a_query_survives_its_address(
    editor: Editor, peer: Peer, place: Path, query: str
) -> None:
    session = place / "session.vim"
    editor.command(f"GitXplorer search {query}")
    peer.serve("search.users", query=query)
    editor.see("octocat  User")
    editor.command("e!")
    peer.serve("search.users", query=query, refresh=True)
    editor.command("split")
    editor.until(lambda screen: sum("octocat  User" in line for line in screen) == 2, "both")
    editor.type("]]")
    peer.serve("search.users", query=query, page=2)
    editor.see("Page 2 of 34")
    editor.command(f"mksession {session} | silent! %bwipeout | source {session}")
    asked = sorted(peer.serve("search.users", query=query)["params"]["page"] for _ in range(2))
    assert asked == [1, 2]


def test_addresses_can_be_typed(editor: Editor, peer: Peer) -> None:
    for address, method, params in (
        ("random?count=15&seed=7", "users.random", {"count": 15, "seed": 7}),
        ("random", "users.random", {"count": 15, "seed": None}),
        ("user/octocat", "user.summary", {"login": "octocat"}),
        ("repos/octocat", "repos.list", {"login": "octocat"}),
        ("stargazers/octocat/Hello-World?page=2", "repo.stargazers",
         {"owner": "octocat", "name": "Hello-World", "page": 2}),
        ("search/tom what?page=3", "search.users", {"query": "tom what", "page": 3}),
        ("followers/octocat?page=1", "user.followers", {"login": "octocat", "page": 1}),
        ("following/octocat", "user.following", {"login": "octocat", "page": 1}),
        ("starred/octocat?page=3", "user.starred", {"login": "octocat", "page": 3}),
        ("search/tom what?type=repositories", "search.repositories",
         {"query": "tom what", "page": 1}),
        ("search/a?b?type=repositories&page=2", "search.repositories",
         {"query": "a?b", "page": 2}),
        ("search/c?page=2&type=repositories", "search.repositories", {"query": "c", "page": 2}),
        ("search/c?type=users", "search.users", {"query": "c", "page": 1}),
        ("search/c?type=what", "search.users", {"query": "c?type=what"}),
        ("rate", "rate.status", {}),
    ):
        editor.command(f"e gitxplorer://{address}")
        peer.serve(method, **params)
        editor.shown(address)
    editor.command("e gitxplorer://repo/octocat/Hello-World")
    for method in PARTS:
        peer.serve(method, owner="octocat", name="Hello-World")
    editor.see("Hello World!")
    for address in ("what/ever", "repo/octocat", "starred", "search", "repo/a/b/", "repo/a/b/c",
                    "stargazers/a//b", "help/x", "rate?page=2", "random?page=2",
                    "random/x"):  # fmt: skip
        editor.command("enew")
        editor.until(lambda screen: "not an address" not in "\n".join(screen), "nothing")
        editor.command(f"e gitxplorer://{address}")
        editor.see("This is not an address of GitXplorer")


def test_names_may_be_pasted(editor: Editor, peer: Peer) -> None:
    file = REPOSITORY / "Tests/names.json"
    forms = json.loads(file.read_text())
    of = "gitxplorer#names#{}(form.text)"
    read = f"{{_, form -> [{of.format('login')}, {of.format('repository')}]}}"
    assert editor.value(f"map(json_decode(join(readfile('{file}'))), {read})") == [
        [form.get("login", form["text"].strip()), form.get("repository", "")] for form in forms
    ]
    editor.command("GitXplorer user https://github.com/octocat?tab=stars")
    peer.serve("user.summary", login="octocat")
    editor.shown("user/octocat")
    page = "https://github.com/octocat/Hello-World/issues/1"
    for command in ("GitXplorer stargazers {}", "e gitxplorer://stargazers/{}"):
        editor.command(command.format(page))
        peer.serve("repo.stargazers", owner="octocat", name="Hello-World")
        editor.see("octocat/Hello-World · stargazers", "Page 1 of 400")
        editor.command("enew")


def test_former_commands_still_work_and_a_bare_command_lists_subcommands(
    editor: Editor, peer: Peer
) -> None:
    for command, method, params in (
        ("GitXplorerUser octocat", "user.summary", {"login": "octocat"}),
        ("GitXplorerRepos octocat", "repos.list", {"login": "octocat"}),
        ("GitXplorerStargazers a/b", "repo.stargazers", {"owner": "a", "name": "b"}),
        ("GitXplorerRandom 3", "users.random", {"count": 3}),
        ("GitXplorerSearch a b", "search.users", {"query": "a b"}),
        ("GitXplorerRate", "rate.status", {}),
    ):
        editor.command("enew")
        editor.until(lambda screen: "g? all keys" not in "\n".join(screen), "nothing")
        editor.command(command)
        peer.serve(method, **params)
        editor.see("g? all keys")
    editor.command("GitXplorer stargazers")
    editor.see("usage: :GitXplorer stargazers OWNER/NAME")
    editor.command("GitXplorer")
    editor.see("random [COUNT] | user LOGIN | repos LOGIN")


def test_subcommands_and_logins_are_completed(editor: Editor, peer: Peer) -> None:
    open_repositories(editor, peer)
    complete = "getcompletion('GitXplorer {}', 'cmdline')"
    assert editor.value(complete.format("s")) == ["stargazers", "starred", "search"]
    assert editor.value(complete.format("user oc")) == ["octocat"]
    for subcommand in ("starred", "followers", "following", "search"):
        assert editor.value(complete.format(f"{subcommand} oc")) == ["octocat"]
    for subcommand in ("repo", "readme", "history", "stargazers"):
        assert "octocat/Hello-World" in editor.value(complete.format(f"{subcommand} octo"))
    assert editor.value(complete.format("search --")) == ["--repositories"]
    assert editor.value(complete.format("search --repositories --")) == []


def test_untrusted_text_is_shown_but_has_no_effect(editor: Editor, peer: Peer) -> None:
    editor.command("GitXplorer user octocat")
    octocat = {
        **RESULTS["user.summary"]["user"],
        "name": "x\x1b[31m\u202eevil\x07\u2066 vim:set ft=c: \x9b2J\x00",
        "bio": "one\r\ntwo\u2028three",
        "company": "x\ufeff\u0301",
    }
    peer.serve("user.summary", {**RESULTS["user.summary"], "user": octocat})
    editor.see(
        r"日本語の説明\x1b[31m rot\u202e",
        r"x\x1b[31m\u202eevil\x07\u2066" "\xa0" r"vim:set ft=c: \x9b2J",
        r"one two\u2028three",
        "x\\ufeff\u0301",
    )
    assert editor.value("&filetype") == "gitxplorer"
