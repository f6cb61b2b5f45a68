"""The page of a repository: its parts, which come by themselves, and its text."""

from pathlib import Path
from typing import Any

import pytest
from fake_results import FRESHNESS, NOT_FOUND, RESULTS
from gitxplorer.browse.place import Place
from gitxplorer.browse.views.repository import Sheet
from gitxplorer.browse.widgets.plot import Curve
from hostile import TEXTS
from scripted_server import LIMIT, ScriptedServer
from stage import Stage, assert_harmless, on_stage

METHODS = ["repo.summary", "repo.starHistory", "repo.readme"]
START = "repo octocat/Hello-World"


def held(server: ScriptedServer) -> None:
    """Holds back all parts."""
    server.held.update(METHODS)


def test_the_page_shows_facts_history_languages_and_readme(tmp_path: Path) -> None:
    async def act(stage: Stage) -> None:
        text = stage.text()
        history = RESULTS["repo.starHistory"]
        first, last = (history["points"][index]["at"][:10] for index in (0, -1))
        for fact in (
            "octocat/Hello-World", "The first repository.", "★ 1,234,567 stars", "411,522 forks",
            "1,731 watchers", "1,291 open issues", "branch master", "since 20",
            "Latest release v1.0, The first one, 2020-01-02",
            "Star history: 2,486 stars", "2.5k ", first, last, "█",
            "Swift 100.0%", "79 KiB", "README", "Hello World!",
        ):  # fmt: skip
            assert fact in text, fact
        asked = [name for name, _ in stage.server.asked if name.startswith("repo.")]
        assert sorted(asked) == sorted(METHODS)
        assert stage.server.last("repo.starHistory")["points"] == 8
        await stage.press("r")
        assert all(stage.server.last(method)["refresh"] is True for method in METHODS)

    on_stage(tmp_path, START, act, size=(120, 30))


@pytest.mark.parametrize("part", ["readme", "history"])
def test_the_page_may_begin_at_the_readme_or_the_history(tmp_path: Path, part: str) -> None:
    title = {"readme": " README", "history": " Star history: 2,486 stars"}[part]

    async def act(stage: Stage) -> None:
        await stage.until(lambda: stage.text().splitlines()[1] == title)
        await stage.press("home", "r")
        await stage.shows("The first repository")  # A reload does not scroll.

    def prepare(server: ScriptedServer) -> None:
        server.results["repo.readme"]["text"] = "line\n" * 50  # type: ignore[index]

    on_stage(tmp_path, START.replace("repo", part), act, size=(40, 12), prepare=prepare)


def test_each_part_appears_as_it_arrives(tmp_path: Path) -> None:
    shown = {
        "repo.summary": "Latest release",
        "repo.starHistory": "2,486 stars",
        "repo.readme": "Hello World!",
    }

    async def act(stage: Stage) -> None:
        await stage.server.until(lambda: all(stage.server.count(m) == 1 for m in METHODS))
        for index, method in enumerate(reversed(METHODS)):
            present = [shown[m] in stage.text() for m in reversed(METHODS)]
            assert present == [i < index for i in range(3)]
            await stage.server.release(method)
            await stage.shows(shown[method])

    on_stage(tmp_path, START, act, size=(120, 30), prepare=held)


def test_the_progress_is_that_of_the_history_alone(tmp_path: Path) -> None:
    async def act(stage: Stage) -> None:
        await stage.server.until(lambda: all(stage.server.count(m) == 1 for m in METHODS))
        followed = [m for m in METHODS if "workDoneToken" in stage.server.last(m)]
        assert followed == ["repo.starHistory"]
        await stage.shows("page 1 of 2 ━━━━━╌╌╌╌╌")

    on_stage(tmp_path, START, act, prepare=held)


def test_leaving_the_page_cancels_all_parts_and_returning_asks_again(tmp_path: Path) -> None:
    async def act(stage: Stage) -> None:
        await stage.server.until(lambda: all(stage.server.count(m) == 1 for m in METHODS))
        await stage.press("l")
        await stage.server.until(lambda: sorted(stage.server.cancelled) == sorted(METHODS))
        stage.server.held.clear()
        await stage.press("escape")
        assert "Latest release" in stage.text() and "Hello World!" in stage.text()

    on_stage(tmp_path, START, act, prepare=held)


@pytest.mark.parametrize("method", METHODS)
def test_a_failed_part_is_a_sentence_in_its_place(tmp_path: Path, method: str) -> None:
    async def act(stage: Stage) -> None:
        text = stage.text()
        assert f"{LIMIT['message']} r asks again, L signs in." in text
        others = {"repo.summary": "1,731 watchers", "repo.readme": "Hello World!"}
        for other, fact in others.items():
            assert (fact in text) == (other != method)
        await stage.press("s", "escape", "u")
        assert stage.view.place == Place("user", "octocat")
        stage.server.errors.clear()
        await stage.press("escape")
        assert LIMIT["message"] not in stage.text()
        assert all(fact in stage.text() for fact in others.values())
        asked = [stage.server.count(part) for part in METHODS]
        await stage.press("s", "escape")
        assert [stage.server.count(part) for part in METHODS] == asked

    def prepare(server: ScriptedServer) -> None:
        server.errors[method] = LIMIT

    on_stage(tmp_path, START, act, size=(220, 30), prepare=prepare)


def test_the_same_error_of_two_parts_is_said_once(tmp_path: Path) -> None:
    async def act(stage: Stage) -> None:
        assert stage.text().count(LIMIT["message"]) == 1
        assert stage.text().count("Not known.") == 1
        stage.server.errors.clear()
        await stage.press("r")
        assert LIMIT["message"] not in stage.text() and "Not known." not in stage.text()

    def prepare(server: ScriptedServer) -> None:
        server.errors.update({"repo.starHistory": LIMIT, "repo.readme": LIMIT})

    on_stage(tmp_path, START, act, size=(220, 30), prepare=prepare)


def test_the_languages_come_back_with_the_facts(tmp_path: Path) -> None:
    async def act(stage: Stage) -> None:
        assert "Languages" not in stage.text()
        stage.server.errors.clear()
        stage.server.held.add("repo.starHistory")
        await stage.press("r")
        await stage.shows("1,731 watchers", "Swift 100.0%")

    def prepare(server: ScriptedServer) -> None:
        server.errors["repo.summary"] = LIMIT

    on_stage(tmp_path, START, act, size=(120, 30), prepare=prepare)


def test_a_repository_without_a_readme_says_so(tmp_path: Path) -> None:
    async def act(stage: Stage) -> None:
        assert "It has no README." in stage.text() and NOT_FOUND["message"] not in stage.text()
        assert "from the sandbox" in stage.text()

    def prepare(server: ScriptedServer) -> None:
        server.errors["repo.readme"] = NOT_FOUND

    on_stage(tmp_path, START, act, prepare=prepare)


@pytest.mark.parametrize("text", ["", " \n\t\r\n"])
def test_an_empty_readme_is_said_to_be_empty(tmp_path: Path, text: str) -> None:
    async def act(stage: Stage) -> None:
        assert "It is empty." in stage.text()

    def prepare(server: ScriptedServer) -> None:
        server.results["repo.readme"]["text"] = text  # type: ignore[index]

    on_stage(tmp_path, START, act, prepare=prepare)


def test_an_unknown_repository_is_one_error_with_a_way_on(tmp_path: Path) -> None:
    async def act(stage: Stage) -> None:
        assert stage.text().count(NOT_FOUND["message"]) == 1
        assert "h   see random users" in stage.text()
        stage.server.errors.clear()
        await stage.press("r")
        assert "1,731 watchers" in stage.text() and "Hello World!" in stage.text()
        stage.server.errors.update({method: LIMIT for method in METHODS})
        await stage.press("r")
        assert "1,731 watchers" in stage.text() and LIMIT["message"][:30] in stage.text()

    def prepare(server: ScriptedServer) -> None:
        server.errors.update({method: NOT_FOUND for method in METHODS})

    on_stage(tmp_path, START, act, prepare=prepare)


def test_a_lost_server_is_reported_and_r_asks_again(tmp_path: Path) -> None:
    async def act(stage: Stage) -> None:
        await stage.server.until(lambda: all(stage.server.count(m) == 1 for m in METHODS))
        await stage.server.hang_up()
        await stage.shows("The server closed the connection")
        stage.server.held.clear()
        await stage.press("r")
        assert "1,731 watchers" in stage.text()

    on_stage(tmp_path, START, act, prepare=held)


def test_the_worst_source_of_the_parts_is_shown(tmp_path: Path) -> None:
    async def act(stage: Stage) -> None:
        assert "old: the sandbox could not be asked" in stage.text()

    def prepare(server: ScriptedServer) -> None:
        history: Any = server.results["repo.starHistory"]
        history["freshness"] = {**FRESHNESS, "source": "stale"}

    on_stage(tmp_path, START, act, prepare=prepare)


def test_little_is_known_of_a_new_repository(tmp_path: Path) -> None:
    async def act(stage: Stage) -> None:
        for fact in ("★ 0 stars", "No release", "Nobody has starred it yet.", "No language"):
            assert fact in stage.text()

    def prepare(server: ScriptedServer) -> None:
        results: Any = server.results
        summary = results["repo.summary"]
        summary["repository"].update(description=None, license=None, pushedAt=None, stars=0)
        summary.update(languages=[], latestRelease=None)
        results["repo.starHistory"].update(
            stars=0, points=[{"at": "2026-11-21T10:00:00Z", "stars": 0}]
        )

    on_stage(tmp_path, START, act, prepare=prepare)


def test_stars_that_github_does_not_list_are_said_to_be_estimated(tmp_path: Path) -> None:
    async def act(stage: Stage) -> None:
        text = stage.text()
        note = text.index("Only the first 40,000 stars are listed; the dim part is estimated.")
        first = RESULTS["repo.starHistory"]["points"][0]["at"][:10]
        assert text.index("2.5k ") < text.index(f"{first} ") < note
        history: Any = stage.server.results["repo.starHistory"]
        history["complete"] = True
        await stage.press("r")
        assert "40,000" not in stage.text() and "2.5k " in stage.text()

    def prepare(server: ScriptedServer) -> None:
        server.results["repo.starHistory"]["complete"] = False  # type: ignore[index]

    on_stage(tmp_path, START, act, size=(160, 30), prepare=prepare)


LINES = [f"line {i}" for i in range(400)]
README = "\n".join(["# [bold]Title[/]", *LINES, "\x1b[31mthe end\u202e"])


def test_a_long_readme_is_plain_text_that_scrolls_and_keeps_its_place(tmp_path: Path) -> None:
    async def act(stage: Stage) -> None:
        await stage.shows("octocat/Hello-World", "Star history")
        sheet = stage.view.query_one(Sheet)
        await stage.press("space", "space", "space", "j", "k")
        await stage.shows("line 1")
        place = sheet.scroll_y
        assert place > 0
        await stage.press("s", "escape")
        assert sheet.scroll_y == place
        await stage.press("G")
        await stage.shows("\\u001b[31mthe end\\u202e")
        await stage.press("home")
        await stage.shows("octocat/Hello-World")
        await stage.press("enter")
        assert stage.view.place == Place("user", "octocat")

    def prepare(server: ScriptedServer) -> None:
        results: Any = server.results
        results["repo.readme"]["text"] = README
        results["repo.summary"]["repository"]["description"] = None

    on_stage(tmp_path, START, act, size=(40, 12), prepare=prepare)


def test_a_readme_that_is_cut_says_so(tmp_path: Path) -> None:
    async def act(stage: Stage) -> None:
        assert "[bold]Title[/]" in stage.text()
        assert "Only the beginning is here." in stage.text()

    def prepare(server: ScriptedServer) -> None:
        readme: Any = server.results["repo.readme"]
        readme.update(text=README, truncated=True)

    on_stage(tmp_path, START, act, size=(100, 40), prepare=prepare)


def test_a_readme_may_be_one_line_of_a_quarter_of_a_megabyte(tmp_path: Path) -> None:
    async def act(stage: Stage) -> None:
        for size in ((40, 12), (100, 30)):
            await stage.resize(*size)
            await stage.press("end")
            await stage.shows("the-end")
            assert_harmless(stage)

    def prepare(server: ScriptedServer) -> None:
        server.results["repo.readme"]["text"] = "日本 x" * 40_000 + " the-end"  # type: ignore[index]

    on_stage(tmp_path, START, act, prepare=prepare)


@pytest.mark.parametrize("size", [(40, 12), (80, 24)])
def test_a_readme_of_hostile_texts_is_harmless(tmp_path: Path, size: tuple[int, int]) -> None:
    async def act(stage: Stage) -> None:
        for _ in range(40):
            assert_harmless(stage)
            await stage.pilot.press("pagedown")
            await stage.pilot.pause()
        assert stage.app.is_running

    def prepare(server: ScriptedServer) -> None:
        server.results["repo.readme"]["text"] = "\n".join(TEXTS.values())  # type: ignore[index]

    on_stage(tmp_path, START, act, size=size, prepare=prepare)


@pytest.mark.parametrize(
    ("points", "heights"),
    [
        ([("2020-01-01", 0), ("2020-01-05", 40)], [0, 2, 4, 6, 8]),
        ([("2020-01-01", 1), ("2020-01-03", 1), ("2020-01-05", 100)], [1, 1, 1, 4, 8]),
        ([("2020-01-01", 5)], [8, 8, 8, 8, 8]),
        ([("2020-01-01", 5), ("2020-01-01", 10)], [8, 8, 8, 8, 8]),
        ([("2020-01-05", 40), ("2020-01-01", 0)], [0, 2, 4, 6, 8]),
        ([("never", 0), ("", 40)], [0, 2, 4, 6, 8]),
        ([("2020-01-01", -3), ("2020-01-05", 10**15)], [0, 2, 4, 6, 8]),
        ([("2020-01-01", 0)], [0, 0, 0, 0, 0]),
    ],
)
def test_a_curve_is_as_high_as_its_stars(
    points: list[tuple[str, int]], heights: list[int]
) -> None:
    curve = Curve([{"at": at, "stars": stars} for at, stars in points])
    assert curve.heights(5, 8) == heights


def test_dates_are_at_the_ends_of_a_curve_and_in_its_middle() -> None:
    days = ("2020-01-01T00:00:00Z", "2020-01-05T23:00:00Z")
    curve = Curve([{"at": at, "stars": 1} for at in days])
    assert curve.dates(21) == "2020-01-01 2020-01-05"
    assert curve.dates(40) == "2020-01-01     2020-01-03     2020-01-05"
    assert curve.dates(12) == "  2020-01-05"
    assert curve.before_last(10) == 0
