"""Walking from users to repositories and back, and what each key and command asks for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from answers import ANSWERS
from editor import Editor
from peer import Peer


def serve(peer: Peer, page: str, /, **params: Any) -> None:
    """Answers the requests of a page, which must have these params."""
    for part in [page, *(["history", "readme"] if page == "repo" else [])]:
        method, result = ANSWERS[part]
        peer.serve(method, result(), **params)


def answered(editor: Editor) -> None:
    """Waits until the page has all its parts."""
    editor.becomes("[search('sking', 'nw'), search('g? all keys', 'nw') > 0]", [0, 1])


#: The commands, the page that answers, and the params.
COMMANDS: dict[str, tuple[str, dict[str, Any]]] = {
    "repo a/b": ("repo", {"owner": "a", "name": "b"}),
    "readme a/b.c": ("repo", {"owner": "a", "name": "b.c"}),
    "history a/b": ("repo", {"owner": "a", "name": "b"}),
    "starred octocat": ("starred", {"login": "octocat", "page": 1, "perPage": 100}),
    "followers octocat": ("followers", {"login": "octocat", "page": 1, "perPage": 100}),
    "following octocat": ("following", {"login": "octocat", "page": 1, "perPage": 100}),
    "search --repositories a.zip b": ("repositories", {"query": "a.zip b", "page": 1}),
    "search --repositoriesx": ("search", {"query": "--repositoriesx", "page": 1}),
}


@pytest.mark.parametrize("command", COMMANDS)
def test_each_subcommand_asks_for_its_page(editor: Editor, peer: Peer, command: str) -> None:
    page, params = COMMANDS[command]
    editor.command(f"GitXplorer {command}")
    serve(peer, page, **params)
    answered(editor)
    assert "rror" not in editor.value("execute('messages')")


@pytest.mark.parametrize(
    "command", ["repo", "starred", "followers", "search", "search --repositories"]
)
def test_an_invalid_argument_is_answered_with_the_usage(editor: Editor, command: str) -> None:
    editor.command(f"GitXplorer {command}")
    editor.see(f"usage: :GitXplorer {command.split()[0]} ")


@pytest.mark.parametrize("argument", ["a", "a/b/c", "https://gitlab.com/a/b"])
def test_what_is_no_repository_is_answered_with_one(editor: Editor, argument: str) -> None:
    editor.command(f"GitXplorer repo {argument}")
    editor.see("a repository is OWNER/NAME, such as octocat/Hello-World, found '")


@pytest.mark.parametrize("page", ["starred", "followers", "repositories"])
def test_brackets_turn_the_pages_of_a_list(editor: Editor, peer: Peer, page: str) -> None:
    method, result = ANSWERS[page]
    editor.command(f"GitXplorer {'search --repositories c#' if page == 'repositories' else page}"
                   f"{'' if page == 'repositories' else ' octocat'}")
    first = peer.serve(method, result(), page=1)
    editor.see("]] next page")
    editor.type("]]")
    last = {**result(), "page": 2, "nextPage": None, "lastPage": None}
    second = peer.serve(method, last, page=2)
    assert {**second["params"], "page": 1, "workDoneToken": 0} == {
        **first["params"], "workDoneToken": 0,
    }
    editor.see("[[ previous page", "Page 2 of 10" if page == "repositories" else "Page 2 of 2")
    address = {"repositories": "search/c%23?type=repositories&page=2"}.get(
        page, f"{page}/octocat?page=2"
    )
    assert editor.value("bufname()") == f"gitxplorer://{address}"
    editor.type("]]")
    editor.see("there is no next page")
    editor.type("[[")
    peer.serve(method, result(), page=1)
    editor.see("Page 1 of")


@pytest.mark.parametrize(
    ("command", "title"),
    {"repos a": "a · repositories", "stargazers a/b": "a/b · stargazers",
     "starred a": "a · starred", "followers a": "a · followers", "following a": "a · following",
     "search a": "Search: a · users",
     "search --repositories a": "Search: a · repositories"}.items(),
)  # fmt: skip
def test_a_list_is_named_before_it_is_known(
    editor: Editor, peer: Peer, command: str, title: str
) -> None:
    editor.command(f"GitXplorer {command}")
    page = "repositories" if "--repositories" in command else command.split()[0]
    question = peer.expect(ANSWERS[page][0])
    editor.see(f" {title} ", "Asking GitHub")
    peer.refuse(question, "GitHub has no such page.")
    editor.see("▌ GitHub has no such page.")
    assert editor.page()[0] == f" {title}"


@pytest.mark.parametrize("page", ["repos", "stargazers", "starred", "followers", "following",
                                  "search", "repositories"])  # fmt: skip
def test_a_page_past_the_last_one_says_so(editor: Editor, peer: Peer, page: str) -> None:
    method, result = ANSWERS[page]
    past = {"page": 999, "nextPage": None, "lastPage": 1, "totalCount": 1,
            "repositories": [], "users": [], "stargazers": []}  # fmt: skip
    address = {"search": "search/x?", "repositories": "search/x?type=repositories&",
               "stargazers": "stargazers/a/b?"}.get(page, f"{page}/octocat?")  # fmt: skip
    editor.command(f"edit gitxplorer://{address}page=999")
    peer.serve(method, {name: past.get(name, value) for name, value in result().items()})
    lines = editor.see("This page is past the last one.", " Page 999 · ", "[[ previous page")
    assert "Nobody." not in "\n".join(lines) and "No repositories." not in "\n".join(lines)
    assert "<CR>" not in "\n".join(lines)


#: By page: the line on which the cursor is, and the request of each key there.
KEYS: list[tuple[str, str, dict[str, tuple[str, dict[str, Any]]]]] = [
    ("user octocat", "The Octocat", {
        "a": ("repos.list", {"login": "octocat"}),
        "S": ("user.starred", {"login": "octocat"}),
        "f": ("user.followers", {"login": "octocat"}),
        "F": ("user.following", {"login": "octocat"}),
        "s": ("", {}),
    }),
    ("user octocat", "Hello-World", {
        "Enter": ("repo.summary", {"owner": "octocat", "name": "Hello-World"}),
        "s": ("repo.stargazers", {"owner": "octocat", "name": "Hello-World"}),
        "S": ("user.starred", {"login": "octocat"}),
    }),
    ("user octocat", "[0-9,]* followers", {"Enter": ("user.followers", {"login": "octocat"})}),
    ("user octocat", "[0-9,]* following", {"Enter": ("user.following", {"login": "octocat"})}),
    ("user octocat", "[0-9]* repositories", {"Enter": ("repos.list", {"login": "octocat"})}),
    ("repo octocat/linguist", "octocat/linguist", {
        "Enter": ("user.summary", {"login": "octocat"}),
        "s": ("repo.stargazers", {"owner": "octocat", "name": "linguist"}),
        "u": ("user.summary", {"login": "octocat"}),
        "a": ("repos.list", {"login": "octocat"}),
        "f": ("user.followers", {"login": "octocat"}),
    }),
    ("repo octocat/linguist", "by octocat", {"Enter": ("user.summary", {"login": "octocat"})}),
    ("repo octocat/linguist", "12,345 stars", {
        "Enter": ("repo.stargazers", {"owner": "octocat", "name": "linguist"}),
    }),
    ("repo octocat/linguist", "indented", {
        "s": ("repo.stargazers", {"owner": "octocat", "name": "linguist"}),
        "Enter": ("", {}),
    }),
    ("stargazers octocat/linguist", "bmizerany", {
        "Enter": ("user.summary", {"login": "bmizerany"}),
        "u": ("user.summary", {"login": "bmizerany"}),
        "S": ("user.starred", {"login": "bmizerany"}),
        "F": ("user.following", {"login": "bmizerany"}),
        "s": ("", {}),
    }),
    ("stargazers octocat/Hello-World", "stargazers", {
        "Enter": ("repo.summary", {"owner": "octocat", "name": "Hello-World"}),
        "u": ("user.summary", {"login": "octocat"}),
    }),
    ("starred bmizerany", "octocat/linguist", {
        "Enter": ("repo.summary", {"owner": "octocat", "name": "linguist"}),
        "s": ("repo.stargazers", {"owner": "octocat", "name": "linguist"}),
        "u": ("user.summary", {"login": "octocat"}),
        "f": ("user.followers", {"login": "octocat"}),
    }),
    ("starred octocat", "starred", {
        "Enter": ("user.summary", {"login": "octocat"}),
        "u": ("user.summary", {"login": "octocat"}),
        "F": ("user.following", {"login": "octocat"}),
    }),
    ("followers octocat", "bmizerany", {
        "Enter": ("user.summary", {"login": "bmizerany"}),
        "a": ("repos.list", {"login": "bmizerany"}),
        "f": ("user.followers", {"login": "bmizerany"}),
    }),
    ("search --repositories x", "octocat/linguist", {
        "Enter": ("repo.summary", {"owner": "octocat", "name": "linguist"}),
        "u": ("user.summary", {"login": "octocat"}),
    }),
    ("random 2", "bmizerany", {"S": ("user.starred", {"login": "bmizerany"})}),
    ("rate", "core", {"s": ("", {}), "f": ("", {})}),
]  # fmt: skip


@pytest.mark.parametrize(
    ("command", "line", "keys"), KEYS, ids=[f"{command}, {line}" for command, line, _ in KEYS]
)
def test_each_key_opens_what_it_is_for(
    start: Callable[..., Editor], relayed: str, peer: Peer, command: str, line: str,
    keys: dict[str, tuple[str, dict[str, Any]]],
) -> None:  # fmt: skip
    editor = start(relayed, size=(90, 45))
    editor.command(f"GitXplorer {command}")
    page = command.split()[0]
    serve(peer, "repositories" if "--repositories" in command else page)
    answered(editor)
    editor.command("only")
    for key, (method, params) in keys.items():
        editor.command(f"call cursor(1, 1) | call search('{line}', 'c')")
        before = editor.value("[bufname(), line('.')]")
        editor.keys(key)
        if not method:
            editor.see("on this line.")
            continue
        question = peer.expect(method, **params)
        peer.answer(question)
        if method == "repo.summary":
            peer.serve("repo.starHistory", **params)
            peer.serve("repo.readme", **params)
        answered(editor)
        editor.command(f"bwipeout | buffer {before[0]}")
        assert editor.value("[bufname(), line('.')]") == before


@pytest.mark.parametrize(
    ("page", "tab"), [("starred", "stars"), ("followers", "followers"), ("following", "following")]
)
def test_a_list_of_a_user_has_a_page_of_its_own(
    editor: Editor, peer: Peer, page: str, tab: str
) -> None:
    editor.command(f"GitXplorer {page} octocat")
    serve(peer, page)
    answered(editor)
    editor.command("normal! gg")
    for line in ("1", "$"):
        editor.command(line)
        editor.keys("C-y")
        editor.see(f"yanked https://github.com/octocat?tab={tab}")
        editor.command("echo 'gone on'")
        editor.until(lambda screen: screen[-1].startswith("gone on"), "the next command")


def test_the_whole_graph_is_walked_and_back_keeps_each_place(editor: Editor, peer: Peer) -> None:
    editor.command("GitXplorer user octocat")
    serve(peer, "user")
    places = []
    for line, key, page in [
        ("Hello-World", "Enter", "repo"),
        ("Latest release", "s", "stargazers"),
        ("bmizerany", "Enter", "user"),
        ("The Octocat", "S", "starred"),
        ("octocat/linguist", "Enter", "repo"),
        ("README", "u", ""),  # The first page again, which is still there.
        ("Most stars", "f", "followers"),
    ]:
        answered(editor)
        # Unlike a search by `/`, this is no jump.
        editor.command(f"call search('{line}', 'c')")
        places.append(editor.value("[bufname(), line('.'), getline('.')]"))
        editor.keys(key)
        if page:
            serve(peer, page)
    editor.see("octocat · followers", "bmizerany")
    for place in reversed(places):
        editor.keys("C-o")
        editor.becomes("[bufname(), line('.'), getline('.')]", place)
