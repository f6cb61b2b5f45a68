"""The walk from users to repositories and back."""

from __future__ import annotations

from typing import Any

import pytest
from emacs_terminal import Emacs
from fake_results import RESULTS
from graph import open_repository, results, serve_repository
from peer import Peer

#: By command: its answer to the prompt, the kind of its page, its method, and the params.
LISTS: dict[str, tuple[str, str, str, dict[str, Any]]] = {
    "gitxplorer-starred": ("octocat", "starred", "user.starred", {"login": "octocat"}),
    "gitxplorer-followers": ("octocat", "followers", "user.followers", {"login": "octocat"}),
    "gitxplorer-following": ("octocat", "following", "user.following", {"login": "octocat"}),
    "C-u gitxplorer-search": (
        "chess c# 100%", "search repositories", "search.repositories", {"query": "chess c# 100%"},
    ),
}  # fmt: skip

#: By key: the kind of the page that it opens from a user or a repository, and its method.
KEYS = {
    "u": ("user", "user.summary"),
    "a": ("repos", "repos.list"),
    "*": ("starred", "user.starred"),
    "f": ("followers", "user.followers"),
    "F": ("following", "user.following"),
}


def serve(peer: Peer, method: str, **params: Any) -> dict[str, Any]:
    """Answers a question."""
    return peer.serve(method, results().get(method) or RESULTS[method], **params)


@pytest.mark.parametrize("command", LISTS)
def test_each_list_is_paged(emacs: Emacs, peer: Peer, command: str) -> None:
    answer, kind, method, params = LISTS[command]
    emacs.command(command, answer)
    given = results()[method]
    peer.serve(method, {**given, "nextPage": 2, "lastPage": 3}, **params, page=1, perPage=100)
    emacs.shown(kind)
    emacs.type("n")
    peer.serve(method, {**given, "nextPage": None, "page": 2}, **params, page=2)
    emacs.see("Page 2")
    emacs.type("p")
    serve(peer, method, **params, page=1)
    emacs.until(
        lambda screen: "Page 2" not in "\n".join(screen) and "all keys" in "\n".join(screen),
        "the first page",
    )
    emacs.type("g")
    serve(peer, method, **params, refresh=True)
    emacs.shown(kind)


@pytest.mark.parametrize("command", LISTS)
def test_an_empty_list_says_so(emacs: Emacs, peer: Peer, command: str) -> None:
    answer, kind, method, _ = LISTS[command]
    emacs.command(command, answer)
    empty = {"users": [], "repositories": [], "totalCount": 0, "nextPage": None, "lastPage": None}
    peer.serve(method, {**results()[method], **empty})
    emacs.shown(kind)
    emacs.see({
        "starred": "Nothing starred.", "followers": "No followers.",
        "following": "Following nobody.", "search repositories": "Nothing was found.",
    }[kind])


@pytest.mark.parametrize("key", KEYS)
def test_each_key_opens_what_a_user_has(emacs: Emacs, peer: Peer, key: str) -> None:
    kind, method = KEYS[key]
    emacs.command("gitxplorer-stargazers", "octocat/Hello-World")
    serve(peer, "repo.stargazers")
    emacs.shown("stargazers")
    emacs.type(key)
    serve(peer, method, login="bmizerany")
    emacs.shown(kind)
    emacs.type("q")
    emacs.shown("stargazers")
    assert "bmizerany" in emacs.line()


@pytest.mark.parametrize("key", ["S", *KEYS])
def test_each_key_opens_what_a_repository_s_owner_has(emacs: Emacs, peer: Peer, key: str) -> None:
    kind, method = KEYS.get(key, KEYS["*"])
    open_repository(emacs, peer)
    # On no line of its own: the page's.
    emacs.keys("M->")
    emacs.type(key)
    serve(peer, method, login="octocat")
    emacs.shown(kind)


def test_s_on_a_repository_s_page_shows_its_stargazers_and_return_its_owner(
    emacs: Emacs, peer: Peer
) -> None:
    open_repository(emacs, peer)
    emacs.type("s")
    serve(peer, "repo.stargazers", owner="octocat", name="Hello-World")
    emacs.shown("stargazers")
    emacs.keys("M->", "C-r")
    emacs.type("Hello-World")
    emacs.keys("Enter", "Enter")
    serve_repository(peer)
    emacs.shown("repo")
    emacs.keys("M-<", "C-s")
    emacs.type("Owner")
    emacs.keys("Enter", "Enter")
    serve(peer, "user.summary", login="octocat")
    emacs.shown("user")


@pytest.mark.parametrize("command", [*LISTS, "gitxplorer-repo", "gitxplorer-repos"])
def test_caret_goes_up_to_the_user(emacs: Emacs, peer: Peer, command: str) -> None:
    if command == "gitxplorer-repo":
        open_repository(emacs, peer)
    else:
        _, kind, method, _ = LISTS.get(command, ("", "repos", "repos.list", {}))
        emacs.command(command, "octocat")
        serve(peer, method)
        emacs.shown(kind)
    emacs.type("^")
    if "search" in command:
        emacs.see("There is nothing above this page")
    else:
        serve(peer, "user.summary", login="octocat")
        emacs.shown("user")


def test_a_key_for_a_user_on_a_page_about_none_is_refused(emacs: Emacs, peer: Peer) -> None:
    emacs.command("gitxplorer-rate")
    peer.serve("rate.status")
    emacs.shown("rate")
    for key in KEYS:
        emacs.type(key)
        emacs.see("There is no user on this line")
        emacs.keys("C-g")
        emacs.see("Quit")
    emacs.type("s")
    emacs.see("There is no repository on this line")


def test_the_walk_leads_back_with_the_place_kept(emacs: Emacs, peer: Peer) -> None:
    emacs.command("gitxplorer-user", "octocat")
    serve(peer, "user.summary", login="octocat")
    emacs.shown("user")
    emacs.type("a")
    serve(peer, "repos.list", login="octocat")
    emacs.shown("repos")
    emacs.keys("C-n", "C-n")
    emacs.keys("Enter")
    serve_repository(peer)
    emacs.shown("repo")
    emacs.type("s")
    serve(peer, "repo.stargazers")
    emacs.shown("stargazers")
    emacs.keys("C-n")
    emacs.type("*")
    serve(peer, "user.starred", login="a-login-of-thirty-nine-characters-at-most")
    emacs.shown("starred")
    emacs.keys("C-n")
    emacs.keys("Enter")
    serve_repository(peer, owner="github")
    emacs.see("*GitXplorer repo github/kept*")
    emacs.shown("repo github/kept")
    emacs.type("f")
    serve(peer, "user.followers", login="octocat")
    emacs.shown("followers")
    for kind, line in [
        ("repo github/kept", ""), ("starred", "github/kept"), ("stargazers", "a-login-of"),
        ("repo octocat/empty", ""), ("repos", "empty"), ("user octocat", ""),
    ]:  # fmt: skip
        emacs.type("q")
        emacs.shown(kind)
        assert line in emacs.line()
