"""Each screen and each key, on the scripted server."""

from pathlib import Path
from typing import Any

import pytest
from fake_results import NOT_FOUND
from gitxplorer.browse.keys import KEYS
from gitxplorer.browse.place import Place
from gitxplorer.browse.views.repositories import Filter
from gitxplorer.browse.views.search import Query
from gitxplorer.browse.widgets.cards import Cards
from scripted_server import ScriptedServer
from stage import Stage, on_stage
from textual import events
from textual.widgets import Input


def test_a_random_users_most_starred_repository_is_three_keys_away(tmp_path: Path) -> None:
    async def act(stage: Stage) -> None:
        assert "bmizerany" in stage.text()
        await stage.last_line("⏎ Open user")
        await stage.press("enter")
        assert stage.view.place == Place("user", "bmizerany")
        assert "★ 1,234,609 stars" in stage.text().replace("\xa0", " ")
        await stage.press("o")
        assert stage.opened == ["https://github.com/octocat/Hello-World"]

    on_stage(tmp_path, "random", act)


def test_enter_on_a_repository_opens_its_page_and_s_its_stargazers(tmp_path: Path) -> None:
    async def act(stage: Stage) -> None:
        await stage.press("down", "enter")
        assert stage.view.place == Place("repo", "octocat/日本語テスト")
        await stage.press("backspace", "k", "s")
        assert stage.view.place == Place("stargazers", "octocat/Hello-World")

    on_stage(tmp_path, "user octocat", act)


def test_a_opens_all_repositories_of_a_user(tmp_path: Path) -> None:
    async def act(stage: Stage) -> None:
        await stage.press("right", "a")
        assert stage.view.place == Place("repos", "github")
        assert stage.server.last("repos.list")["login"] == "github"
        await stage.press("u")
        assert stage.view.place == Place("user", "github")
        await stage.press("a")
        assert stage.view.place == Place("repos", "octocat")

    on_stage(tmp_path, "random", act)


def test_arrows_and_letters_move_between_pictures(tmp_path: Path) -> None:
    async def act(stage: Stage) -> None:
        for keys, login in (("j", "github"), ("k", "bmizerany"), (["down"], "github"), (["up"], "bmizerany")):
            await stage.press(*keys)
            assert stage.view.subject().login == login  # type: ignore[union-attr]

    on_stage(tmp_path, "random", act, size=(40, 12))


def test_back_restores_the_same_list_at_the_same_place(tmp_path: Path) -> None:
    async def act(stage: Stage) -> None:
        view = stage.view
        await stage.press("right", "enter", "escape")
        assert stage.view is view and stage.view.subject().login == "github"  # type: ignore[union-attr]
        assert stage.server.count("user.summary") == 1
        asked = stage.server.count("users.random")
        await stage.press("right_square_bracket")
        assert stage.view.place == Place("user", "github")
        await stage.press("left_square_bracket", "escape")
        assert stage.view is view
        assert (stage.server.count("users.random"), stage.server.count("user.summary")) == (asked, 1)

    on_stage(tmp_path, "random", act)


def test_the_last_line_says_what_enter_and_o_open(tmp_path: Path) -> None:
    async def act(stage: Stage) -> None:
        await stage.last_line("⏎ Open user o GitHub ? Help")
        await stage.press("enter")
        await stage.last_line("⏎ Open repo o GitHub ? Help q Quit / Search Esc Back s Stars")
        await stage.press("enter")
        await stage.last_line("o GitHub ? Help q Quit / Search Esc Back s Stars u Owner a Repos")
        await stage.press("s")
        await stage.last_line("⏎ Open user o GitHub ? Help")
        stage.server.errors["user.summary"] = NOT_FOUND
        await stage.press("enter")
        await stage.last_line("? Help")
        stage.server.errors.clear()
        summary: Any = stage.server.results["user.summary"]
        summary["topRepositories"] = []
        await stage.press("r")
        assert "No public repositories." in stage.text()
        await stage.last_line("o GitHub ? Help")
        await stage.press("enter", "o")
        assert stage.opened == ["https://github.com/bmizerany"]

    on_stage(tmp_path, "random", act)


def test_the_last_line_lists_only_keys_that_work_in_a_text_field(tmp_path: Path) -> None:
    async def act(stage: Stage) -> None:
        await stage.press("slash")
        await stage.until(lambda: stage.text().endswith("\n⏎ Search Esc Back"))
        await stage.press("escape", "i")
        await stage.until(lambda: stage.text().endswith("\n⏎ To the list Esc Show all"))

    on_stage(tmp_path, "repos octocat", act)


def test_a_new_screen_discards_the_forward_history(tmp_path: Path) -> None:
    async def act(stage: Stage) -> None:
        await stage.press("enter", "escape", "l", "escape", "right_square_bracket")
        assert stage.view.place == Place("rate")

    on_stage(tmp_path, "random", act)


def test_r_draws_other_users_and_sends_refresh_for_other_screens(tmp_path: Path) -> None:
    async def act(stage: Stage) -> None:
        seeds = {params["seed"] for name, params in stage.server.asked if name == "users.random"}
        assert len(seeds) == 1
        await stage.press("r")
        seeds = {params["seed"] for name, params in stage.server.asked if name == "users.random"}
        assert len(seeds) == 2
        await stage.press("enter", "r")
        summaries = [params for name, params in stage.server.asked if name == "user.summary"]
        assert [params.get("refresh") for params in summaries] == [None, True]

    on_stage(tmp_path, "random", act)


def test_t_sorts_by_followers_and_back(tmp_path: Path) -> None:
    async def act(stage: Stage) -> None:
        await stage.press("t")
        assert stage.server.last("users.random")["sort"] == "followers"
        await stage.press("t")
        assert stage.server.last("users.random")["sort"] == "id"

    on_stage(tmp_path, "random", act)


def test_repositories_are_sorted_and_filtered_while_typing(tmp_path: Path) -> None:
    def names(stage: Stage) -> list[str]:
        lines = stage.text().splitlines()
        return [word for line in lines for word in ("Hello-World", "日本語", "empty") if word in line]

    async def act(stage: Stage) -> None:
        assert names(stage) == ["Hello-World", "日本語", "empty"]
        await stage.press("t")
        assert names(stage) == ["empty", "Hello-World", "日本語"]
        await stage.press("i")
        await stage.type("swift")
        assert names(stage) == ["Hello-World"] and "1 of 3 repositories" in stage.text()
        await stage.press("enter", "enter")
        assert stage.view.place == Place("repo", "octocat/Hello-World")
        await stage.press("escape", "i", "escape")
        assert len(names(stage)) == 3

    on_stage(tmp_path, "repos octocat", act, size=(120, 20))


def test_every_letter_is_text_in_the_search_field(tmp_path: Path) -> None:
    async def act(stage: Stage) -> None:
        await stage.press("slash")
        assert "followers:>=100" in stage.text()
        await stage.type("jkroysaLqhtfiuD?/ x")
        await stage.press("backspace", "y", "enter")
        assert stage.server.last("search.users")["query"] == "jkroysaLqhtfiuD?/ y"
        assert stage.app.is_running and stage.view.place.kind == "search"
        await stage.press("enter")
        assert stage.view.place == Place("user", "octocat")

    def one_page(server: ScriptedServer) -> None:
        server.results["search.users"]["nextPage"] = None  # type: ignore[index]

    on_stage(tmp_path, "random", act, prepare=one_page)


@pytest.mark.parametrize(
    ("start", "burst", "field"),
    [("random", "/quick", Query), ("repos octocat", "/q", Query), ("repos octocat", "iq", Filter),
     ("user octocat", "aiquick", Filter)],
)
def test_keys_of_one_burst_are_text_once_a_field_is_asked_for(
    tmp_path: Path, start: str, burst: str, field: type[Input]
) -> None:
    async def act(stage: Stage) -> None:
        for character in burst:
            name = "slash" if character == "/" else character
            stage.app.post_message(events.Key(name, character))
        text = burst[burst.index("q"):]
        await stage.until(
            lambda: stage.view.query(field) and stage.view.query_one(field).value == text
        )
        assert stage.app.is_running and stage.app.screen is stage.view

    on_stage(tmp_path, start, act)


def test_a_pasted_slash_and_query_are_a_search(tmp_path: Path) -> None:
    async def act(stage: Stage) -> None:
        stage.app.post_message(events.Paste("quit"))
        stage.app.post_message(events.Paste("/quick"))
        await stage.until(
            lambda: stage.view.query(Query) and stage.view.query_one(Query).value == "quick"
        )

    on_stage(tmp_path, "random", act)


def test_only_keys_that_do_something_are_offered(tmp_path: Path) -> None:
    def offered(stage: Stage) -> set[str]:
        return {binding.description for _, binding, *_ in stage.app.screen.active_bindings.values()}

    async def act(stage: Stage) -> None:
        assert {"Starred", "Following", "Sort", "Reload"} <= offered(stage)
        await stage.press("right")  # An organization stars nothing and follows nobody.
        assert not {"Starred", "Following"} & offered(stage) and "Followers" in offered(stage)
        await stage.press("slash", "escape")
        await stage.press("slash")
        assert not {"Reload", "Sort"} & offered(stage)
        summary: Any = stage.server.results["user.summary"]
        summary.update(topRepositories=[], user={**summary["user"], "type": "Organization"})
        await stage.press("escape", "enter")
        assert not {"Starred", "Following"} & offered(stage) and "Followers" in offered(stage)
        stage.server.errors["user.summary"] = NOT_FOUND
        await stage.press("escape", "left", "enter")
        assert not {"GitHub", "Repos", "Followers"} & offered(stage)
        assert not {"Sort", "Filter", "Open user", "Open repo"} & offered(stage)

    on_stage(tmp_path, "random", act)


def test_slash_returns_to_the_query_and_t_changes_the_order(tmp_path: Path) -> None:
    def one_page(server: ScriptedServer) -> None:
        server.results["search.users"]["nextPage"] = None  # type: ignore[index]

    async def act(stage: Stage) -> None:
        await stage.press("t")
        assert stage.server.last("search.users")["sort"] == "followers"
        await stage.press("slash", "end", "x", "enter")
        assert stage.server.last("search.users")["query"] == "octox"
        await stage.press("slash", "escape", "escape")
        assert stage.view.place == Place("search", "octox")

    on_stage(tmp_path, "search octo", act, prepare=one_page)


def test_a_search_that_finds_nobody_says_how_to_change_it(tmp_path: Path) -> None:
    async def act(stage: Stage) -> None:
        assert "Nobody was found; / changes the query." in stage.text()
        await stage.press("slash", "end")
        await stage.type("y")
        await stage.press("enter")
        assert stage.server.last("search.users")["query"] == "nobodyy"

    def nobody(server: ScriptedServer) -> None:
        found: Any = server.results["search.users"]
        found.update(users=[], totalCount=0, nextPage=None)

    on_stage(tmp_path, "search nobody", act, prepare=nobody)


def test_scrolling_loads_more_stargazers(tmp_path: Path) -> None:
    def page(params: dict) -> dict:  # type: ignore[type-arg]
        number = params["page"]
        base = one["stargazers"][0]
        users = [
            {**base, "id": number * 100 + i, "login": f"star{number}x{i}"} for i in range(50)
        ]
        following = number + 1 if number < 4 else None
        return {**one, "stargazers": users, "page": number, "nextPage": following, "lastPage": 4}

    one: dict = {}  # type: ignore[type-arg]

    def prepare(server: ScriptedServer) -> None:
        one.update(server.results["repo.stargazers"])  # type: ignore[arg-type]
        server.results["repo.stargazers"] = page

    async def act(stage: Stage) -> None:
        assert stage.server.count("repo.stargazers") == 1
        for number in range(1, 5):
            await stage.press("end")
            await stage.shows(f"star{number}x49", f"page {min(number + 1, 4)} of 4")
        pages = [p["page"] for name, p in stage.server.asked if name == "repo.stargazers"]
        assert pages == [1, 2, 3, 4]
        await stage.press("enter", "escape")
        assert stage.view.subject().login == "star4x49"  # type: ignore[union-attr]

    on_stage(tmp_path, "stargazers octocat/Hello-World", act, prepare=prepare, size=(100, 20))


def test_ctrl_c_says_how_to_quit(tmp_path: Path) -> None:
    async def act(stage: Stage) -> None:
        await stage.press("ctrl+c")
        await stage.shows("q quits.")

    on_stage(tmp_path, "random", act)


def test_y_copies_the_address_and_question_mark_lists_the_keys(tmp_path: Path) -> None:
    async def act(stage: Stage) -> None:
        await stage.press("y")
        assert stage.app.clipboard == "https://github.com/bmizerany"
        await stage.press("question_mark")
        for what in ("what is left of the limits", "sign in or out", "copy the page"):
            assert what in stage.text()
        await stage.press("escape")
        assert "bmizerany" in stage.text()

    on_stage(tmp_path, "random", act)


def test_each_key_has_one_meaning_in_the_list_of_keys() -> None:
    keys = [key for binding in KEYS for key in binding.key.split(",")]
    assert len(set(keys)) == len(keys)


def test_l_shows_the_limits_and_the_first_line_what_is_left(tmp_path: Path) -> None:
    async def act(stage: Stage) -> None:
        assert "3 of 60 left" in stage.text().splitlines()[0]
        await stage.press("l")
        assert "full again in 55:00" in stage.text() and "Not signed in" in stage.text()

    on_stage(tmp_path, "random", act)


def test_a_click_opens_the_item(tmp_path: Path) -> None:
    async def act(stage: Stage) -> None:
        await stage.pilot.click("Rows", offset=(10, 2))
        await stage.settle()
        assert stage.view.place == Place("repo", "octocat/日本語テスト")
        await stage.press("escape")
        await stage.pilot.click("Rows", offset=(10, 0))
        await stage.shows("by name")
        await stage.press("h")
        await stage.pilot.click(stage.view.query_one(Cards).cards[1])
        await stage.settle()
        assert stage.view.place == Place("user", "github")

    on_stage(tmp_path, "repos octocat", act)


def test_q_quits(tmp_path: Path) -> None:
    async def act(stage: Stage) -> None:
        await stage.pilot.press("q")
        await stage.pilot.pause()
        assert not stage.app.is_running or stage.app._exit

    on_stage(tmp_path, "random", act)
