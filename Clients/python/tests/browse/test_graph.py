"""From each person and repository to all that belongs to them, and back."""

import re
from pathlib import Path
from typing import Any

import pytest
from fake_results import repository, user
from gitxplorer.browse.place import Place
from scripted_server import ScriptedServer
from stage import Stage, on_stage


def graph(server: ScriptedServer) -> None:
    """A repository with three stargazers, who starred three of hubot's."""
    results: Any = server.results
    summary = results["repo.summary"]
    starred = [
        {
            **repository(name, id),
            "id": id,
            "owner": "hubot",
            "fullName": f"hubot/{name}",
            "url": f"https://github.com/hubot/{name}",
            "starredAt": None,
        }
        for id, name in ((7, "brain"), (8, "arms"), (9, "ears"))
    ]
    gazers = [user(44, "first"), user(45, "second"), user(46, "gazer")]
    results["repo.stargazers"].update(
        stargazers=[{**gazer, "starredAt": "2012-03-04T05:06:07Z"} for gazer in gazers],
        nextPage=None,
    )
    results["user.starred"].update(repositories=starred, nextPage=None)
    results["search.repositories"].update(repositories=starred[:1], totalCount=1, nextPage=None)
    results["user.followers"].update(
        users=[user(4, "friend"), user(5, "fan"), user(6, "other")], nextPage=None
    )
    results["user.following"].update(
        users=[user(1, "star"), user(2, "hero"), user(7, "idol")], nextPage=None
    )
    results["repo.summary"] = lambda params: {
        **summary,
        "repository": {
            **summary["repository"],
            "owner": params["owner"],
            "name": params["name"],
            "fullName": f"{params['owner']}/{params['name']}",
        },
    }


def test_the_whole_graph_is_walked_with_single_keys_and_back(tmp_path: Path) -> None:
    #: How often the cursor moves down, the key that is pressed then, and where it leads.
    walk = [
        (1, "enter", Place("repo", "octocat/日本語テスト")),
        (0, "s", Place("stargazers", "octocat/日本語テスト")),
        (2, "S", Place("starred", "gazer")),
        (1, "enter", Place("repo", "hubot/arms")),
        (0, "f", Place("followers", "hubot")),
        (2, "F", Place("following", "other")),
        (2, "a", Place("repos", "idol")),
    ]

    async def act(stage: Stage) -> None:
        views, lines = [stage.view], []
        for steps, key, place in walk:
            await stage.press(*["down"] * steps)
            lines.append(marked(stage))
            await stage.press(key)
            assert stage.view.place == place
            views.append(stage.view)
        asked = len(stage.server.asked)
        for view, line in zip(reversed(views[:-1]), reversed(lines)):
            await stage.press("escape")
            assert stage.view is view
            await stage.until(lambda: marked(stage) == line)
        assert len(stage.server.asked) == asked

    on_stage(tmp_path, "user octocat", act, prepare=graph, size=(80, 24))


def marked(stage: Stage) -> list[str]:
    """The line under the cursor."""
    return [line for line in stage.text().splitlines() if "▌" in line]


@pytest.mark.parametrize(
    ("start", "keys"),
    [
        ("random", "aSfF"),
        ("user octocat", "saSfF"),
        ("repos octocat", "suSfF"),
        ("starred gazer", "suaSfF"),
        ("followers octocat", "uaSfF"),
        ("following octocat", "uaSfF"),
        ("repo octocat/x", "suaSfF"),
        ("stargazers octocat/x", "uaSfF"),
        ("search tom", "aSfF"),
        ("search --repositories tom", "suaSfF"),
    ],
)
def test_each_page_offers_its_keys(tmp_path: Path, start: str, keys: str) -> None:
    kinds = dict(s="stargazers", u="user", a="repos", S="starred", f="followers", F="following")

    async def act(stage: Stage) -> None:
        view = stage.view
        for key, kind in kinds.items():
            offer = re.compile(rf" {key} [A-Z].*\Z")
            if key in keys:
                await stage.until(lambda: offer.search(stage.text()) is not None)
            await stage.press(key)
            if key in keys:
                assert stage.view.place.kind == kind, key
                await stage.press("escape")
            assert stage.view is view

    on_stage(tmp_path, start, act, prepare=graph, size=(200, 24))


@pytest.mark.parametrize(
    ("start", "above"),
    [
        ("stargazers a/b", Place("repo", "a/b")),
        ("repo a/b", Place("user", "a")),
        ("starred a", Place("user", "a")),
        ("followers a", Place("user", "a")),
        ("following a", Place("user", "a")),
        ("repos a", Place("user", "a")),
    ],
)
def test_a_circumflex_leads_from_a_list_to_its_page(
    tmp_path: Path, start: str, above: Place
) -> None:
    async def act(stage: Stage) -> None:
        await stage.press("circumflex_accent")
        assert stage.view.place == above

    on_stage(tmp_path, start, act)


def test_the_owner_is_the_one_of_the_repository_under_the_cursor(tmp_path: Path) -> None:
    async def act(stage: Stage) -> None:
        await stage.press("u")
        assert stage.view.place == Place("user", "hubot")

    on_stage(tmp_path, "starred gazer", act, prepare=graph)


def test_lists_of_a_user_load_more_while_scrolling(tmp_path: Path) -> None:
    def page(params: dict[str, Any]) -> dict[str, Any]:
        number = params["page"]
        users = [user(number * 100 + i, f"fan{number}x{i}") for i in range(params["perPage"])]
        following = number + 1 if number < 3 else None
        return {**one, "users": users, "page": number, "nextPage": following, "lastPage": 3}

    one: dict[str, Any] = {}

    def prepare(server: ScriptedServer) -> None:
        one.update(server.results["user.followers"])  # type: ignore[arg-type]
        server.results["user.followers"] = page

    async def act(stage: Stage) -> None:
        assert "page 1 of 3" in stage.text()
        await stage.press("end", "end", "end")
        await stage.shows("fan3x49", "page 3 of 3")
        pages = [params["page"] for name, params in stage.server.asked if name == "user.followers"]
        assert pages == [1, 2, 3]
        await stage.press("enter", "escape")
        assert stage.view.subject().login == "fan3x49"  # type: ignore[union-attr]

    on_stage(tmp_path, "followers octocat", act, prepare=prepare, size=(40, 12))


def test_a_late_page_of_another_order_is_not_added(tmp_path: Path) -> None:
    def page(params: dict[str, Any]) -> dict[str, Any]:
        page = params["page"]
        number = page + (10 if "direction" in params else 0)
        found = [
            {**repository(f"r{number}x{i}", i), "id": number * 100 + i, "starredAt": None}
            for i in range(30)
        ]
        return {**one, "repositories": found, "page": page, "nextPage": page + 1}

    one: dict[str, Any] = {}

    def prepare(server: ScriptedServer) -> None:
        one.update(server.results["user.starred"])  # type: ignore[arg-type]
        server.results["user.starred"] = page

    async def act(stage: Stage) -> None:
        stage.server.held.add("user.starred")
        await stage.press("end")
        await stage.server.until(lambda: stage.server.last("user.starred")["page"] == 2)
        await stage.press("t")
        await stage.server.until(lambda: "user.starred" in stage.server.cancelled)
        await stage.server.release("user.starred")
        await stage.press("home")
        await stage.shows("r11x0", "first starred first")
        await stage.settle()
        assert "r2x" not in stage.text()

    on_stage(tmp_path, "starred octocat", act, prepare=prepare, size=(100, 12))


def test_an_empty_list_says_so(tmp_path: Path) -> None:
    async def act(stage: Stage) -> None:
        assert "Nobody follows octocat yet." in stage.text()
        await stage.press("F")
        assert "octocat follows nobody." in stage.text()
        await stage.press("S")
        assert "octocat has starred nothing." in stage.text()
        await stage.press("enter", "s")
        assert stage.view.place == Place("starred", "octocat")

    def prepare(server: ScriptedServer) -> None:
        results: Any = server.results
        for method in ("user.followers", "user.following"):
            results[method].update(users=[], nextPage=None, lastPage=None)
        results["user.starred"].update(repositories=[], nextPage=None, lastPage=None)

    on_stage(tmp_path, "followers octocat", act, prepare=prepare)


def test_ctrl_t_searches_for_repositories_and_for_users_again(tmp_path: Path) -> None:
    async def act(stage: Stage) -> None:
        assert "● users  ○ repositories  Ctrl+T" in stage.text()
        await stage.type("tT")
        await stage.press("ctrl+t")
        assert "○ users  ● repositories" in stage.text() and "stars:>=100" in stage.text()
        assert stage.server.count("search.users") == 0
        await stage.press("enter")
        assert stage.server.last("search.repositories")["query"] == "tT"
        assert "hubot/brain" in stage.text() and "1 repository by best match" in stage.text()
        await stage.press("t")
        assert stage.server.last("search.repositories")["sort"] == "stars"
        await stage.press("ctrl+t")
        last = stage.server.last("search.users")
        assert (last["query"], last["sort"], last["page"]) == ("tT", "bestMatch", 1)
        assert "hubot/brain" not in stage.text() and "octocat" in stage.text()
        await stage.press("enter")
        assert stage.view.place == Place("user", "octocat")

    def prepare(server: ScriptedServer) -> None:
        graph(server)
        server.results["search.users"]["nextPage"] = None  # type: ignore[index]

    on_stage(tmp_path, "search", act, prepare=prepare)


@pytest.mark.parametrize("held", [False, True])
def test_ctrl_t_without_a_query_shows_the_examples(tmp_path: Path, held: bool) -> None:
    async def act(stage: Stage) -> None:
        await stage.press("slash", "end", "backspace", "backspace", "backspace", "ctrl+t")
        assert stage.view.place == Place("search", "", repositories=True)
        assert "○ users  ● repositories" in stage.text() and "stars:>=100" in stage.text()
        assert "octocat" not in stage.text().replace("user:octocat", "")
        assert "from the" not in stage.text() and "Asking" not in stage.text()
        assert stage.server.count("search.repositories") == 0
        if held:
            await stage.server.until(lambda: stage.server.cancelled == ["search.users"])
        await stage.type("x")
        stage.server.held.clear()
        await stage.press("enter")
        assert stage.server.last("search.repositories")["query"] == "x"
        assert "hubot/brain" in stage.text() and "stars:>=100" not in stage.text()

    def prepare(server: ScriptedServer) -> None:
        graph(server)
        server.results["search.users"]["nextPage"] = None  # type: ignore[index]
        server.held.update(["search.users"] if held else [])

    on_stage(tmp_path, "search tom", act, prepare=prepare)


def test_the_other_search_cancels_the_one_under_way(tmp_path: Path) -> None:
    async def act(stage: Stage) -> None:
        await stage.press("ctrl+t")
        await stage.server.until(lambda: stage.server.cancelled == ["search.users"])
        stage.server.held.clear()
        await stage.settle()
        assert "hubot/brain" in stage.text()

    def prepare(server: ScriptedServer) -> None:
        graph(server)
        server.held.add("search.users")

    on_stage(tmp_path, "search tom", act, prepare=prepare)


def test_the_search_is_also_changed_by_a_click(tmp_path: Path) -> None:
    async def act(stage: Stage) -> None:
        await stage.pilot.click("Choice")
        await stage.shows("● repositories")
        await stage.press("question_mark")
        assert stage.view.query_one("Query").value == "?"  # type: ignore[attr-defined]

    on_stage(tmp_path, "search", act)
