"""The look of the screens: sizes, themes, untrusted text, and snapshots."""

import os
import re
from pathlib import Path
from typing import Any, Optional

import pytest
from fake_results import repository
from gitxplorer.browse import theme
from scripted_server import ScriptedServer
from stage import Stage, on_stage, portrait

SNAPSHOTS = Path(__file__).parent / "snapshots"
STARTS = [
    "random",
    "user octocat",
    "repos octocat",
    "starred octocat",
    "following octocat",
    "repo octocat/x",
    "stargazers octocat/x",
    "search octo",
    "search --repositories octo",
    "search",
]


def crowd(server: ScriptedServer) -> None:
    """Many users with pictures, and a user with many languages."""
    drawn: Any = server.results["users.random"]
    names = ["ada", "grace-hopper", "山田太郎", "linus", "a-very-long-login-that-goes-on-and-on-x"]
    base = drawn["users"][0]
    drawn["users"] = [
        {**base, "id": i, "login": name, "avatar": {"mimeType": "image/png", "data": portrait()}}
        for i, name in enumerate(names)
    ]
    server.results["user.avatar"]["data"] = portrait()  # type: ignore[index]
    summary: Any = server.results["user.summary"]
    summary["languages"] += [
        {"language": "Rust", "repositories": 3, "stars": 9},
        {"language": "Go", "repositories": 2, "stars": 0},
    ]
    graph(server)


def graph(server: ScriptedServer) -> None:
    """A repository with a history, and what was starred: not those of the schemas' examples."""
    results: Any = server.results
    created = "2011-01-26T19:01:12Z"
    results["repo.summary"].update(watchers=1731, openIssues=1, defaultBranch="main")
    results["repo.summary"]["repository"].update(topics=["cli"], license="MIT", createdAt=created)
    results["repo.readme"].update(path="README.md", text="# Hello\n\n[bold]World[/]!\n")
    points = [("2011-01-26", 1), ("2018-05-01", 400), ("2022-03-01", 2000), ("2026-09-01", 2486)]
    results["repo.starHistory"].update(
        stars=2486, points=[{"at": f"{at}T10:00:00Z", "stars": stars} for at, stars in points]
    )
    starred = {**repository("Hello-World", 42, language="Swift"), "starredAt": created}
    results["user.starred"].update(repositories=[starred], page=1, nextPage=None, lastPage=None)


@pytest.mark.parametrize("start", STARTS)
def test_every_screen_fits_small_and_large_terminals(tmp_path: Path, start: str) -> None:
    async def act(stage: Stage) -> None:
        for size in ((40, 12), (200, 60)):
            await stage.resize(*size)
            await stage.press("down", "j", "end", "pageup", "home")
            await stage.until(lambda: re.search("Help|Back", stage.text().split("\n")[-1]) is not None)
            assert stage.text().count("\n") + 1 == size[1]
            if start == "user octocat":
                await stage.shows("▌", "Hello-World")

    on_stage(tmp_path, start, act, size=(80, 24), prepare=crowd)


def test_the_last_line_has_only_whole_keys_and_as_many_as_fit(tmp_path: Path) -> None:
    keys = (
        "⏎ Open repo o GitHub ? Help q Quit / Search s Stars u Owner S Starred f Followers"
        " F Following i Filter t Sort r Reload"
    )

    async def act(stage: Stage) -> None:
        for columns in (200, 100, 80, 61, 40, 12, 80):
            await stage.resize(columns, 20)
            words = re.split(r" (?=\S [A-Z])", keys)
            fitting = max(i for i in range(99) if len(" ".join(words[:i])) <= columns)
            line = " ".join(words[:fitting])
            await stage.until(lambda: stage.text().split("\n")[-1] == line)

    on_stage(tmp_path, "repos octocat", act, size=(80, 24))


def test_the_terminal_may_be_resized(tmp_path: Path) -> None:
    async def act(stage: Stage) -> None:
        for size in ((40, 12), (200, 60), (10, 3), (80, 24)):
            await stage.resize(*size)
            await stage.settle()
        assert "Hello-World" in stage.text()

    on_stage(tmp_path, "user octocat", act)


def test_in_the_smallest_terminal_all_of_a_user_can_be_reached(tmp_path: Path) -> None:
    async def act(stage: Stage) -> None:
        await stage.shows("The Octocat", "▌")
        await stage.press("end")
        await stage.shows("▌", "last-of-many")
        await stage.press(*"jjjjjjjj")
        await stage.shows("Rust")
        await stage.press("home")
        await stage.shows("▌")
        await stage.press("home")
        await stage.shows("The Octocat", "▌")

    def prepare(server: ScriptedServer) -> None:
        crowd(server)
        summary: Any = server.results["user.summary"]
        first = summary["topRepositories"][0]
        summary["topRepositories"] = [
            {**first, "id": i, "name": name} for i, name in enumerate(["a", "b", "c", "d", "last-of-many"])
        ]

    on_stage(tmp_path, "user octocat", act, size=(40, 12), prepare=prepare)


def test_in_the_smallest_terminal_every_limit_can_be_reached(tmp_path: Path) -> None:
    async def act(stage: Stage) -> None:
        await stage.press("l", *"jjjjjjjj")
        gauge = re.compile(r"zebra +999,998 of 1,000,000 left\b")
        await stage.until(lambda: gauge.search(stage.text()) is not None)

    def prepare(server: ScriptedServer) -> None:
        resources: Any = server.results["rate.status"]["resources"]  # type: ignore[index]
        resources["zebra"] = {**resources["core"], "limit": 1_000_000, "remaining": 999_998}

    on_stage(tmp_path, "random", act, size=(40, 12), prepare=prepare)


def test_the_keys_are_in_two_columns_at_each_size(tmp_path: Path) -> None:
    async def act(stage: Stage) -> None:
        await stage.press("question_mark")
        for size in ((120, 40), (40, 12)):
            await stage.resize(*size)
            await stage.press("home")
            await stage.shows(" j k  move", "Esc closes")
            lines = stage.text().splitlines()
            row = next(i for i, line in enumerate(lines) if " j k  move" in line)
            column = lines[row].index("move")
            for line in lines[row + 1 : row + 5]:
                # Either a key's description begins here, or the one above continues.
                assert line[column - 1] == " " and line[column] != " ", line
        await stage.press("end")
        await stage.shows("The mouse works")
        await stage.press("escape")
        await stage.shows("Hello-World")
        await stage.last_line("⏎ Open repo")

    on_stage(tmp_path, "repos octocat", act)


def test_the_help_of_a_search_scrolls(tmp_path: Path) -> None:
    async def act(stage: Stage) -> None:
        await stage.pilot.press(*["down"] * 20)
        await stage.settle()
        await stage.shows("Mona Lisa")
        assert "in any mixture" not in stage.text()
        await stage.pilot.press(*["up"] * 20)
        await stage.settle()
        await stage.shows("in any mixture")

    on_stage(tmp_path, "search", act, size=(40, 12))


def test_untrusted_text_is_not_markup_and_changes_nothing(tmp_path: Path) -> None:
    async def act(stage: Stage) -> None:
        text = stage.text()
        assert "日本語の説明\\u001b[31m rot\\u202e" in text
        assert "[bold red]x[/] [link=file:///etc]y" in text
        await stage.press("u")
        assert "[/nonsense] \\u0007[@click=app.quit]" in stage.text()
        assert stage.app.is_running

    def prepare(server: ScriptedServer) -> None:
        listed: Any = server.results["repos.list"]
        listed["repositories"][0]["description"] = "[bold red]x[/] [link=file:///etc]y"
        summary: Any = server.results["user.summary"]
        summary["user"]["bio"] = "[/nonsense] \x07[@click=app.quit]"

    on_stage(tmp_path, "repos octocat", act, size=(160, 20), prepare=prepare)


def test_without_color_the_cursor_is_still_visible(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")

    async def act(stage: Stage) -> None:
        strips = stage.app.screen._compositor.render_strips()
        styles = [s.style for strip in strips for s in strip if s.style is not None]
        colors = {color for style in styles for color in (style.color, style.bgcolor)}
        assert all(color is None or color.is_default for color in colors)
        assert any(style.reverse for style in styles)

    on_stage(tmp_path, "user octocat", act, prepare=crowd, means="shades")


@pytest.mark.parametrize("term", ["dumb", "vt100"])
def test_terminals_without_color_are_detected(term: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    assert not theme.plain()
    monkeypatch.setenv("TERM", term)
    assert theme.plain()


def test_d_switches_between_dark_and_light(tmp_path: Path) -> None:
    async def act(stage: Stage) -> None:
        assert stage.app.current_theme.dark
        await stage.press("D")
        assert not stage.app.current_theme.dark
        await stage.press("D")
        assert stage.app.current_theme.dark

    on_stage(tmp_path, "user octocat", act)


def test_a_light_terminal_gets_the_light_theme(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLORFGBG", "0;15")

    async def act(stage: Stage) -> None:
        assert not stage.app.current_theme.dark

    on_stage(tmp_path, "search", act)


@pytest.mark.parametrize(
    ("name", "start", "size", "key", "keys"),
    [
        ("random", "random", (70, 16), None, "⏎ Open user o"),
        ("user", "user octocat", (124, 20), None, "⏎ Open repo o"),
        ("user-light", "user octocat", (62, 20), "D", "⏎ Open repo o"),
        ("user-small", "user octocat", (40, 12), None, "⏎ Open repo o"),
        ("repositories", "repos octocat", (120, 12), "down", "⏎ Open repo o"),
        ("repository", "repo octocat/Hello-World", (80, 24), None, "o GitHub ?"),
        ("repository-small", "repo octocat/Hello-World", (40, 12), "space", "o GitHub ?"),
        ("starred", "starred octocat", (80, 10), None, "⏎ Open repo o"),
        ("limits", "random", (72, 16), "l", "? Help q"),
        ("help", "repos octocat", (64, 36), "question_mark", "⏎ Open repo o"),
    ],
)
def test_the_screens_match_the_snapshots(
    tmp_path: Path, name: str, start: str, size: tuple[int, int], key: Optional[str], keys: str
) -> None:
    """Compares with the SVG in snapshots/; UPDATE_SNAPSHOTS=1 updates it."""

    async def act(stage: Stage) -> None:
        if key is not None:
            await stage.press(key)
        file = SNAPSHOTS / f"{name}.svg"
        await stage.last_line(keys)
        seen = _plain(stage.app.export_screenshot(title=name))
        if os.environ.get("UPDATE_SNAPSHOTS"):
            SNAPSHOTS.mkdir(exist_ok=True)
            file.write_text(seen, encoding="utf-8")
        elif seen != file.read_text(encoding="utf-8"):
            other = tmp_path / file.name
            other.write_text(seen, encoding="utf-8")
            pytest.fail(f"{file.name} looks otherwise: {other}")

    on_stage(tmp_path, start, act, size=size, prepare=crowd)


def _plain(svg: str) -> str:
    # Rich derives its class names from a checksum of everything, and names fonts elsewhere.
    svg = re.sub(r"\s*@font-face \{.*?\}", "", svg, flags=re.DOTALL)
    return re.sub(r"terminal-\d+", "terminal", svg)
