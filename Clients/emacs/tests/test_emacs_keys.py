"""Keys, prompts and windows."""

from __future__ import annotations

from typing import Callable

import pytest
from emacs_terminal import BROWSER, Emacs, lisp
from fake_results import RESULTS, user
from graph import serve_repository
from peer import Peer


def open_repositories(emacs: Emacs, peer: Peer) -> None:
    """Shows the repositories of octocat, with point on the first of them."""
    emacs.command("gitxplorer-repos", "octocat")
    peer.serve("repos.list", login="octocat")
    emacs.shown("repos")


def test_the_buffer_appears_at_once(emacs: Emacs, peer: Peer) -> None:
    emacs.command("gitxplorer-user", "octocat")
    emacs.see("Asking", "*GitXplorer user octocat*", "asking")
    peer.serve("user.summary")
    emacs.shown("user")


def test_return_opens_repositories_and_the_repository_and_caret_goes_up(
    emacs: Emacs, peer: Peer
) -> None:
    emacs.command("gitxplorer-search", "octo")
    peer.serve("search.users", query="octo")
    emacs.shown("search")
    emacs.keys("Enter")
    peer.serve("user.summary", login="octocat")
    emacs.shown("user")
    # Point begins on what can be opened first.
    assert "3 repositories" in emacs.line()
    emacs.keys("Enter")
    peer.serve("repos.list", login="octocat")
    emacs.see("octocat · 3 repositories")
    emacs.keys("Enter")
    serve_repository(peer)
    emacs.shown("repo")
    emacs.type("s")
    peer.serve("repo.stargazers", owner="octocat", name="Hello-World", page=1)
    emacs.see("bmizerany")
    emacs.type("^")
    peer.serve("user.summary", login="octocat")
    emacs.shown("user")
    emacs.type("^")
    emacs.see("There is nothing above this page")
    open_repositories(emacs, peer)
    emacs.type("^")
    peer.serve("user.summary", login="octocat")
    emacs.shown("user")


def test_s_shows_the_stargazers_and_n_and_p_turn_pages(emacs: Emacs, peer: Peer) -> None:
    open_repositories(emacs, peer)
    emacs.type("s")
    question = peer.serve("repo.stargazers", page=1)
    emacs.see(" Page 1 of 400")
    emacs.type("p")
    emacs.see("There is no previous page")
    emacs.type("n")
    second = {**RESULTS["repo.stargazers"], "page": 2, "nextPage": None, "lastPage": 2}
    turned = peer.serve("repo.stargazers", second, page=2)
    assert {**question["params"], "page": 2, "workDoneToken": 0} == {
        **turned["params"], "workDoneToken": 0,
    }
    emacs.see(" Page 2 of 2")
    emacs.type("n")
    emacs.see("There is no next page")
    emacs.type("p")
    peer.serve("repo.stargazers", page=1)
    emacs.see(" Page 1 of 400")


def test_long_lists_of_repositories_are_paged(emacs: Emacs, peer: Peer) -> None:
    emacs.command("gitxplorer-repos", "octocat")
    first = RESULTS["repos.list"]["repositories"][0]
    many = [first | {"name": f"r{i}", "id": i} for i in range(250)]
    result = {**RESULTS["repos.list"], "repositories": many[:200], "total": 250}
    peer.serve("repos.list", {**result, "repositories": many[:100]}, limit=100)
    emacs.see("*GitXplorer repos octocat*  page 1 of 3  250 repositories", "r0")
    emacs.keys("M->")
    emacs.see("octocat · 250 repositories", "Page 1 of 3 · 100 a page · n next page")
    emacs.type("n")
    peer.serve("repos.list", result, limit=200)
    emacs.see("r100")
    assert emacs.value("(how-many \"Swift\" (point-min) (point-max))") == 100
    assert "r100" in emacs.line()


def test_n_draws_other_users_and_p_returns_to_the_former_ones(emacs: Emacs, peer: Peer) -> None:
    emacs.value("(setq gitxplorer-random-count 2)")
    emacs.command("gitxplorer-random")
    first = peer.serve("users.random", count=2)
    emacs.see("bmizerany")
    emacs.type("n")
    other = {**RESULTS["users.random"], "users": [user(7, "other")]}
    second = peer.serve("users.random", other, count=2)
    assert first["params"]["seed"] != second["params"]["seed"]
    emacs.see("other  ")
    emacs.type("p")
    peer.serve("users.random", count=2, seed=first["params"]["seed"])
    emacs.see("bmizerany")


def test_b_opens_the_page_and_w_copies_its_url(
    start: Callable[..., Emacs], relay: list[str], peer: Peer
) -> None:
    emacs = start(f"(setq gitxplorer-command '{lisp(relay)}) {BROWSER}")
    open_repositories(emacs, peer)
    emacs.type("b")
    emacs.becomes("opened", ["https://github.com/octocat/Hello-World"])
    emacs.type("w")
    emacs.see("Copied https://github.com/octocat/Hello-World")
    assert emacs.value("(current-kill 0)") == "https://github.com/octocat/Hello-World"


@pytest.mark.parametrize("url", ["file:///etc/passwd", "javascript:alert(1)", "https://a/\x1b[2J"])
def test_unsafe_urls_are_not_opened(
    start: Callable[..., Emacs], relay: list[str], peer: Peer, url: str
) -> None:
    emacs = start(f"(setq gitxplorer-command '{lisp(relay)}) {BROWSER}")
    emacs.command("gitxplorer-search", "octo")
    found = {**RESULTS["search.users"], "users": [{**user(1, "stranger"), "profileUrl": url}]}
    peer.serve("search.users", found)
    emacs.shown("search")
    emacs.type("b")
    emacs.see("There is no page for this line")
    assert emacs.value("opened") is None


def test_q_closes_and_g_sends_refresh_and_keeps_point_on_its_item(
    emacs: Emacs, peer: Peer
) -> None:
    open_repositories(emacs, peer)
    emacs.keys("C-s")
    emacs.type("empty")
    emacs.keys("Enter")
    emacs.type("g")
    renewed = RESULTS["repos.list"]["repositories"]
    renewed = [renewed[2] | {"stars": 9999999}, *renewed[:2]]
    peer.serve("repos.list", {**RESULTS["repos.list"], "repositories": renewed}, refresh=True)
    emacs.see("9,999,999")
    assert "empty" in emacs.line()
    emacs.command("gitxplorer-repos", "octocat")
    question = peer.serve("repos.list")
    assert "refresh" not in question["params"]
    emacs.until(lambda screen: "9,999,999" not in "\n".join(screen), "the new answer")
    assert "empty" in emacs.line()
    emacs.type("q")
    emacs.see("*scratch*")


QUERIES = [
    "tom repos:>42 followers:<7",
    "c# 100% a+b ?page=2",
    "%41 %zz what? #1 !",
    "'quoted' \"double\" \\ | `id` $(id) $HOME ~ *",
    "日本語 é",
]


@pytest.mark.parametrize("query", QUERIES)
def test_a_query_is_sent_unchanged(emacs: Emacs, peer: Peer, query: str) -> None:
    emacs.command("gitxplorer-search", query)
    peer.serve("search.users", query=query)
    emacs.see(f"{query} · 1,001 users")
    emacs.type("n")
    peer.serve("search.users", query=query, page=2)
    emacs.see(" Page 2 of 34")
    emacs.type("g")
    peer.serve("search.users", query=query, page=2, refresh=True)


def test_names_seen_before_are_offered_with_annotations(emacs: Emacs, peer: Peer) -> None:
    emacs.command("gitxplorer-user", "octocat")
    peer.serve("user.summary")
    emacs.shown("user")
    emacs.keys("C-x")
    emacs.type("b*scratch*")
    emacs.keys("Enter")
    emacs.command("gitxplorer-stargazers")
    emacs.see("Stargazers of OWNER/NAME:")
    emacs.type("octo")
    emacs.keys("Tab")
    emacs.see("octocat/")
    emacs.keys("Tab", "Tab")
    emacs.see("octocat/Hello-World", "1,234,567 ★ The first repository.")
    emacs.type("Hello-World")
    emacs.keys("Enter")
    peer.serve("repo.stargazers", owner="octocat", name="Hello-World")
    emacs.see("bmizerany")
    # The default is the item at point.
    emacs.command("gitxplorer-repos")
    emacs.see("Repositories of (default bmizerany):")
    emacs.keys("Enter")
    peer.serve("repos.list", login="bmizerany")


@pytest.mark.parametrize("command", ["gitxplorer-stargazers", "gitxplorer-repo"])
def test_a_repository_without_its_owner_is_refused(emacs: Emacs, command: str) -> None:
    emacs.command(command, "Hello-World")
    emacs.see("A repository is OWNER/NAME")


@pytest.mark.parametrize("command", ["gitxplorer-search", "C-u gitxplorer-search"])
def test_a_search_without_a_word_is_refused(emacs: Emacs, command: str) -> None:
    emacs.command(command, " ")
    emacs.see("A search needs a word")


def test_the_menu_and_the_help_list_the_keys(emacs: Emacs, peer: Peer) -> None:
    open_repositories(emacs, peer)
    emacs.type("?")
    emacs.see(
        "s     List the stargazers of the repository", "u     Show the user",
        "a     List all repositories", "*     List what the user", "f     List who follows",
        "F     List whom the user", "^     Go from what a user or a repository has",
    )
    assert emacs.value("(and (lookup-key gitxplorer-list-mode-map [menu-bar GitXplorer]) t)")


def test_consult_offers_names_seen_before(
    start: Callable[..., Emacs], relay: list[str], peer: Peer
) -> None:
    emacs = start(f"(setq gitxplorer-command '{lisp(relay)} consult-buffer-sources nil)")
    open_repositories(emacs, peer)
    assert emacs.value("consult-buffer-sources") == ["gitxplorer-consult-source"]
    names = emacs.value("(funcall (plist-get gitxplorer-consult-source :items))")
    assert {"octocat", "octocat/Hello-World"} <= set(names)
    emacs.value('(progn (funcall (plist-get gitxplorer-consult-source :action) "octocat") t)')
    peer.serve("user.summary", login="octocat")
