"""Each screen shows untrusted text in any member as text, and nothing else happens."""

from pathlib import Path
from typing import Any, Callable

import pytest
from fake_results import NOT_FOUND, PENDING, RESULTS
from gitxplorer.browse.text import shown
from hostile import TEXTS, poisoned, unseen
from scripted_server import LIMIT, ScriptedServer
from stage import Stage, assert_harmless, on_stage

STARTS = [
    "random",
    "user octocat",
    "repos octocat",
    "starred octocat",
    "followers octocat",
    "repo a/b",
    "stargazers a/b",
    "search tom",
    "search --repositories tom",
]

#: One text of each sort. `test_text.py` is about `shown`, through which all texts go.
SORTS = ["markup", "an action", "codes", "lines", "heaps", "wide", "half a pair", "nothing"]
#: What Textual would interpret, and what cannot be encoded.
MIXED = " ".join(TEXTS[name] for name in ("codes", "an action", "markup", "half a pair"))

hostile = pytest.mark.parametrize("text", [MIXED, TEXTS["heaps"], ""], ids=["mixed", "heaps", "nothing"])


def poison(text: str) -> Callable[[ScriptedServer], None]:
    """Puts the text into every result of the server."""

    def prepare(server: ScriptedServer) -> None:
        server.results = {name: poisoned(each, text) for name, each in RESULTS.items()}

    return prepare


def assert_shown(stage: Stage, text: str) -> None:
    """The screen shows the start of the text; there may be no room for more."""
    assert "".join(shown(text).split())[:5] in "".join(stage.text().split())


@pytest.mark.parametrize("start", STARTS)
def test_results_are_shown_as_text(tmp_path: Path, start: str) -> None:
    async def act(stage: Stage) -> None:
        for text in map(TEXTS.__getitem__, SORTS):
            poison(text)(stage.server)
            await stage.press("r")
            assert_harmless(stage)
            assert_shown(stage, text)

    on_stage(tmp_path, start, act, size=(140, 24))


@pytest.mark.parametrize("start", STARTS)
def test_keys_treat_results_as_text(tmp_path: Path, start: str) -> None:
    async def act(stage: Stage) -> None:
        for key in ("t", "a", "escape", "s", "escape", "S", "escape", "enter", "o", "y", "r"):
            await stage.press(key)
            assert_harmless(stage)
        assert not stage.app._exit

    on_stage(tmp_path, start, act, size=(40, 12), prepare=poison(MIXED))


def test_limits_are_shown_as_text(tmp_path: Path) -> None:
    async def act(stage: Stage) -> None:
        rate: Any = stage.server.results["rate.status"]
        texts = ["[b]x", "\x1b[2Jx", "x\u202e"]
        rate["resources"].update(dict.fromkeys(texts, rate["resources"]["core"]))
        await stage.press("l")
        await stage.shows(*map(shown, texts))
        assert_harmless(stage)

    on_stage(tmp_path, "random", act)


@hostile
def test_errors_are_shown_as_text(tmp_path: Path, text: str) -> None:
    async def act(stage: Stage) -> None:
        server = stage.server
        for error in (NOT_FOUND, LIMIT):
            server.errors["user.summary"] = poisoned(error, text)
            await stage.press("r")
            assert_harmless(stage)
            assert_shown(stage, f"✗{text}")
        faults = [{"path": text, "message": text}]
        data = {"kind": "invalidParams", "retryable": False, "errors": faults}
        server.errors["user.summary"] = {"code": -32602, "message": "x", "data": data}
        await stage.press("r")
        assert_harmless(stage)
        assert_shown(stage, text)
        # A server that has ended, with the last line that it wrote to standard error.
        stage.app._lost(f"The server has ended: {text}")
        await stage.settle()
        assert_harmless(stage)

    def prepare(server: ScriptedServer) -> None:
        server.errors["user.summary"] = poisoned(NOT_FOUND, text)

    on_stage(tmp_path, "user octocat", act, prepare=prepare)


@hostile
def test_errors_beneath_results_and_notifications_are_shown_as_text(
    tmp_path: Path, text: str
) -> None:
    async def act(stage: Stage) -> None:
        stage.server.errors["users.random"] = poisoned(NOT_FOUND, text)
        await stage.press("r")
        assert_harmless(stage)
        await stage.server.notify("auth.changed", {"state": "authenticated", "login": text})
        await stage.shows("Signed in as")
        assert_harmless(stage)

    on_stage(tmp_path, "random", act)


def test_progress_is_shown_as_text(tmp_path: Path) -> None:
    async def act(stage: Stage) -> None:
        stage.view.status.busy("Asking")
        for text in TEXTS.values():
            stage.view.status.progressed({"kind": "report", "message": text, "percentage": 50})
            await stage.pilot.pause()
            assert_harmless(stage)

    on_stage(tmp_path, "random", act)


@hostile
def test_a_sign_in_is_shown_as_text(tmp_path: Path, text: str) -> None:
    async def act(stage: Stage) -> None:
        stage.server.results["auth.login"] = {**poisoned(PENDING, text), "state": "pending"}
        await stage.press("L", "enter", "n")
        await stage.shows("Type in this code")
        assert_harmless(stage)
        await stage.press("y")
        assert unseen(stage.app.clipboard) == []
        signed_in = {"state": "authenticated", "login": text, "scopes": [text], "tokenSource": text}
        stage.server.results["auth.status"] = signed_in
        await stage.press("escape", "L")
        await stage.shows("Signed in as")
        assert_harmless(stage)

    on_stage(tmp_path, "random", act)


@pytest.mark.parametrize(
    "page",
    ["javascript:alert(1)", "https://github.com/x\nrm -rf ~", "file:///etc/passwd", "\x1b]0;x\x07", ""],
)
def test_only_web_pages_are_copied_and_opened(
    tmp_path: Path, page: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr("gitxplorer.browse.browser.opens", opened.append)

    async def act(stage: Stage) -> None:
        del stage.app.open_page  # The app's own.
        await stage.press("y", "o")
        assert stage.app.clipboard == "" and opened == []
        await stage.press("right", "y")
        assert stage.app.clipboard == "https://github.com/github"
        await stage.press("o")
        assert opened == ["https://github.com/github"]

    def prepare(server: ScriptedServer) -> None:
        users: Any = server.results["users.random"]
        users["users"][0]["profileUrl"] = page

    on_stage(tmp_path, "random", act, prepare=prepare)
