"""Running requests, late responses, and errors."""

import itertools
import sys
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from fake_results import FRESHNESS, NO_CLIENT_ID, NOT_FOUND
from gitxplorer.browse.place import Place
from gitxplorer.browse.views.help import Help
from gitxplorer.browse.widgets.cards import Cards
from gitxplorer.browse.widgets.hidden import Hidden
from gitxplorer.browse.widgets.status import Status
from gitxplorer.browse.widgets.trouble import Trouble
from gitxplorer.target import Target
from scripted_server import LIMIT, ScriptedServer
from stage import NOW, Stage, on_stage
from textual import events
from textual.geometry import Size


def test_leaving_a_screen_cancels_its_requests(tmp_path: Path) -> None:
    async def act(stage: Stage) -> None:
        stage.server.held.add("user.summary")
        await stage.press("enter")
        await stage.server.until(lambda: stage.server.count("user.summary") == 1)
        assert stage.view.place == Place("user", "bmizerany")
        await stage.press("escape")
        await stage.server.until(lambda: stage.server.cancelled == ["user.summary"])
        assert stage.view.place == Place("random") and "bmizerany" in stage.text()

    on_stage(tmp_path, "random", act)


def test_returning_repeats_the_cancelled_requests(tmp_path: Path) -> None:
    async def act(stage: Stage) -> None:
        await stage.server.until(lambda: stage.server.count("user.summary") == 1)
        await stage.press("l")
        await stage.server.until(lambda: stage.server.cancelled == ["user.summary"])
        stage.server.held.clear()
        await stage.press("escape")
        assert stage.server.count("user.summary") == 2 and "Octocat" in stage.text()

    on_stage(tmp_path, "user octocat", act, prepare=lambda server: server.held.add("user.summary"))


def test_a_late_response_never_comes_to_the_front(tmp_path: Path) -> None:
    async def act(stage: Stage) -> None:
        stage.server.held.add("users.random")
        await stage.press("r")
        await stage.server.until(lambda: stage.server.count("users.random") == 2)
        await stage.press("question_mark")
        await stage.shows("─ Keys ─")
        await stage.server.release("users.random")
        await stage.settle()
        # What is beneath the keys may be drawn at any time.
        await stage.shows("─ Keys ─", "Esc closes")
        assert isinstance(stage.app.screen, Help)
        assert stage.server.cancelled == []  # The keys are no other place.

    on_stage(tmp_path, "random", act)


def test_pictures_appear_one_by_one_as_they_arrive(tmp_path: Path) -> None:
    def pictured(stage: Stage) -> list[bool]:
        return [not card.query(".stand-in") for card in stage.view.query_one(Cards).cards]

    async def act(stage: Stage) -> None:
        await stage.until(lambda: len(stage.view.query_one(Cards).cards) > 1)
        logins = [card.user["login"] for card in stage.view.query_one(Cards).cards]
        await stage.server.until(lambda: stage.server.count("user.avatar") == len(logins))
        assert not any(pictured(stage))
        await stage.server.release_one("user.avatar", login=logins[1])
        await stage.until(lambda: pictured(stage) == [i == 1 for i in range(len(logins))])
        await stage.press("enter")
        await stage.server.until(lambda: len(stage.server.cancelled) == len(logins) - 1)
        stage.server.held.clear()
        await stage.press("escape")
        await stage.until(lambda: all(pictured(stage)))

    on_stage(tmp_path, "random", act, prepare=lambda server: server.held.add("user.avatar"))


def test_a_user_without_a_picture_keeps_the_letter(tmp_path: Path) -> None:
    async def act(stage: Stage) -> None:
        assert stage.view.query(".stand-in") and "bmizerany" in stage.text()
        assert "from the sandbox" in stage.text() and NOT_FOUND["message"] not in stage.text()

    def prepare(server: ScriptedServer) -> None:
        server.errors["user.avatar"] = NOT_FOUND

    on_stage(tmp_path, "random", act, prepare=prepare)


def test_progress_is_on_the_screen(tmp_path: Path) -> None:
    async def act(stage: Stage) -> None:
        await stage.until(lambda: "page 1 of 2 ━━━━━╌╌╌╌╌" in stage.text())
        await stage.server.release("repos.list")
        await stage.settle()
        assert "page 1 of 2" not in stage.text() and "3 repositories" in stage.text()

    on_stage(tmp_path, "repos octocat", act, prepare=lambda server: server.held.add("repos.list"))


_BLOCKED = {**NOT_FOUND, "code": 1403, "data": {**NOT_FOUND["data"], "kind": "forbidden"}}  # type: ignore[dict-item]


def test_an_error_says_what_to_do_and_offers_a_page_to_open(tmp_path: Path) -> None:
    async def act(stage: Stage) -> None:
        assert NOT_FOUND["message"] in stage.text()
        assert "open https" not in stage.text()  # There is no such page.
        await stage.press("o", "a")
        assert stage.opened == [] and stage.view.place == Place("user", "nobody")
        stage.server.errors["user.summary"] = _BLOCKED
        await stage.press("r")
        await stage.press("o")
        assert stage.opened == ["https://github.com/nobody"]
        stage.server.errors.clear()
        await stage.press("r")
        assert "The Octocat" in stage.text() and NOT_FOUND["message"] not in stage.text()

    def prepare(server: ScriptedServer) -> None:
        server.errors["user.summary"] = NOT_FOUND

    on_stage(tmp_path, "user nobody", act, prepare=prepare)


@pytest.mark.parametrize(
    ("start", "way"), [("user nobody", "h   see random users"), ("random", "q   quit")]
)
def test_an_error_on_the_first_screen_offers_a_way_on(
    tmp_path: Path, start: str, way: str
) -> None:
    async def act(stage: Stage) -> None:
        assert way in stage.text() and "go back" not in stage.text()
        await stage.press("h", "l")
        assert "Esc   go back" in stage.text()

    def prepare(server: ScriptedServer) -> None:
        for method in ("user.summary", "users.random", "rate.status"):
            server.errors[method] = NOT_FOUND

    on_stage(tmp_path, start, act, prepare=prepare)


def test_invalid_params_are_reported_once_and_not_sent_again(tmp_path: Path) -> None:
    async def act(stage: Stage) -> None:
        assert stage.text().count("The login: expected a login; per page: expected 1") == 1
        assert "/login" not in stage.text() and "perPage" not in stage.text()
        await stage.until(lambda: stage.text().endswith("\n? Help q Quit / Search"))
        await stage.press("r", "a", "F")
        assert stage.server.count("user.summary") == 1 and stage.view.place == Place("user", "x")

    faults = [
        {"path": "/login", "message": "expected a login"},
        {"path": "/perPage", "message": "expected 1"},
    ]
    error = {
        "code": -32602,
        "message": "Correct the params: login: expected a login.",
        "data": {"kind": "invalidParams", "retryable": False, "errors": faults},
    }
    on_stage(
        tmp_path, "user x", act, prepare=lambda server: server.errors.update({"user.summary": error})
    )


def test_an_error_does_not_remove_what_is_shown(tmp_path: Path) -> None:
    async def act(stage: Stage) -> None:
        stage.server.errors["repos.list"] = LIMIT
        await stage.press("r")
        assert "Hello-World" in stage.text() and "hourly limit is used up" in stage.text()

    on_stage(tmp_path, "repos octocat", act)


def test_a_used_up_limit_says_when_it_resets_and_how_to_sign_in(tmp_path: Path) -> None:
    async def act(stage: Stage) -> None:
        assert "It opens again in 55 min." in stage.text()
        assert "sign in, which allows" in stage.text()

    def prepare(server: ScriptedServer) -> None:
        server.errors["repos.list"] = LIMIT

    on_stage(tmp_path, "repos octocat", act, prepare=prepare)


def test_source_and_age_of_a_result_are_shown_and_stale_ones_marked(
    tmp_path: Path,
) -> None:
    async def act(stage: Stage) -> None:
        assert "from the sandbox, 5 min ago" in stage.text()
        summary: Any = stage.server.results["user.summary"]
        summary["freshness"] = {**FRESHNESS, "source": "stale"}
        await stage.press("r")
        assert "old: the sandbox could not be asked; as it was, 5 min ago" in stage.text()

    on_stage(tmp_path, "user octocat", act)


def test_a_lost_server_is_reported_at_once_and_r_reconnects(tmp_path: Path) -> None:
    async def act(stage: Stage) -> None:
        await stage.server.hang_up()
        await stage.until(lambda: "The server closed the connection; r tries again" in stage.text())
        assert "Hello-World" in stage.text()
        await stage.press("r")
        assert "3 repositories" in stage.text() and "closed" not in stage.text().split("\n")[-2]

    on_stage(tmp_path, "repos octocat", act)


def test_a_dead_servers_last_line_is_quoted_and_the_server_restarted(tmp_path: Path) -> None:
    async def act(stage: Stage) -> None:
        await stage.server.stop()
        await stage.until(lambda: "closed the connection" in stage.text())
        fake = [sys.executable, str(Path(__file__).parents[1] / "fake_server.py"), "serve"]
        stage.app.session.target = Target([*fake, "--exit", "64"])
        await stage.press("l")
        trouble = stage.view.query_one(Trouble)
        await stage.until(lambda: trouble.display)
        await stage.until(lambda: "(exit status 64): gitxplorer: unknown flag" in stage.text())
        stage.app.session.target = Target(fake)
        await stage.press("r")
        assert "API requests" in stage.text()
        await stage.app.session.close()

    on_stage(tmp_path, "repos octocat", act)


_PENDING = {
    "state": "pending",
    "userCode": "ABCD-1234",
    "verificationUri": "https://github.com/login/device",
    "expiresAt": "2026-09-01T12:20:00Z",
    "interval": 5,
}


def test_signing_in_shows_the_code_and_repeats_failed_requests(tmp_path: Path) -> None:
    async def act(stage: Stage) -> None:
        await stage.press("L")
        await stage.press("enter")
        assert "in ~/" in stage.text() and stage.server.count("auth.login") == 0
        await stage.press("q", "x", "n")
        assert stage.server.last("auth.login")["store"] is False
        assert "ABCD-1234" in stage.text() and "good for 15 min" in stage.text()
        assert stage.app.clipboard == "ABCD-1234"
        assert stage.opened == ["https://github.com/login/device"]
        with mock.patch("gitxplorer.browse.browser.opens", return_value=False):
            await stage.app._open(stage.opened[0])
        await stage.settle()
        assert "No browser" not in stage.text()  # The dialog has the address.
        await stage.server.notify("auth.changed", {"state": "pending"})
        stage.server.errors.clear()
        await stage.server.notify("auth.changed", {"state": "authenticated", "login": "hubot"})
        await stage.until(lambda: "Signed in as hubot." in stage.text())
        await stage.until(lambda: "Hello-World" in stage.text())
        assert "ABCD-1234" not in stage.text()

    def prepare(server: ScriptedServer) -> None:
        server.errors["repos.list"] = LIMIT
        server.results["auth.login"] = _PENDING

    on_stage(tmp_path, "repos octocat", act, prepare=prepare)


def test_a_denied_sign_in_is_reported_and_changes_nothing(tmp_path: Path) -> None:
    async def act(stage: Stage) -> None:
        await stage.press("L", "enter", "s")
        await stage.server.notify("auth.changed", {"state": "anonymous"})
        await stage.until(lambda: "denied or timed out" in stage.text())
        await stage.press("r")
        assert stage.server.count("auth.login") == 2 and "ABCD-1234" in stage.text()
        assert stage.server.last("auth.login")["store"] is True
        await stage.press("escape")
        assert "Hello-World" in stage.text() and stage.server.count("repos.list") == 1

    def prepare(server: ScriptedServer) -> None:
        server.results["auth.login"] = _PENDING

    on_stage(tmp_path, "repos octocat", act, prepare=prepare)


#: Not a form of GitHub's tokens, which clients take out of messages by themselves.
_TOKEN = "quxojyrsn-a-token"


def _needs_token(server: ScriptedServer) -> None:
    server.errors["auth.login"] = NO_CLIENT_ID
    server.errors["repos.list"] = LIMIT


@pytest.mark.parametrize(("key", "stores"), [("s", True), ("n", False)])
@pytest.mark.parametrize("size", [(80, 24), (40, 12)])
def test_without_a_client_id_a_token_is_pasted_and_the_screen_renewed(
    tmp_path: Path, key: str, stores: bool, size: tuple[int, int]
) -> None:
    async def act(stage: Stage) -> None:
        view = stage.view
        # In one read: the field is not there yet when the token comes.
        for character in f"L{_TOKEN}":
            name = "minus" if character == "-" else character
            stage.app.post_message(events.Key(name, character))
        await stage.shows("•" * 9)
        assert stage.server.count("auth.login") == 0
        assert stage.text().split("\n")[-1] == " ⏎ go on  Esc back"
        assert _TOKEN not in stage.text() and stage.view is view
        stage.server.errors.clear()
        signed_in = {"state": "authenticated", "login": "hubot"}
        stage.server.results["auth.login"] = {**stage.server.results["auth.status"], **signed_in}
        await stage.press("enter")
        await stage.shows("Where shall the token be kept?", " s ", " n ")
        await stage.press(key)
        # The response and the notification both end the sign-in.
        await stage.server.notify("auth.changed", signed_in)
        await stage.shows("Hello-World", *["The token is stored in"] * stores)
        assert ("The token is stored in" in stage.text()) is stores
        asked = {"token": _TOKEN, "store": stores}
        assert asked.items() <= stage.server.last("auth.login").items()
        assert stage.app.screen is view and stage.app.is_running

    on_stage(tmp_path, "repos octocat", act, prepare=_needs_token, size=size)


def test_a_refused_token_may_be_pasted_again_and_a_cancelled_one_is_not_sent(
    tmp_path: Path,
) -> None:
    async def act(stage: Stage) -> None:
        await stage.press("L", "enter", "n")
        await stage.shows("github.com/settings/tokens")
        await stage.press("ctrl+o", "ctrl+y")
        assert stage.opened == ["https://github.com/settings/tokens"] == [stage.app.clipboard]
        assert "gh auth token" not in stage.text()  # It is the sandbox.
        stage.server.errors["auth.login"] = {**NO_CLIENT_ID, "message": "GitHub refused it."}
        stage.app.post_message(events.Paste(f" {_TOKEN}\n"))
        await stage.shows("•")
        await stage.press("enter")
        await stage.shows("GitHub refused it.")
        assert stage.server.last("auth.login")["token"] == _TOKEN
        asked = stage.server.count("auth.login")
        await stage.type("other")
        await stage.press("escape")
        assert stage.app.screen is stage.view and stage.server.count("auth.login") == asked

    on_stage(tmp_path, "repos octocat", act, prepare=_needs_token)


def test_a_token_is_in_no_message_and_no_description_of_its_field() -> None:
    field = Hidden()
    field._add(_TOKEN)
    texts = (repr(field), repr(field.Submitted()), field.render().plain)
    assert all(_TOKEN not in text for text in texts)
    assert field.take() == _TOKEN and field.take() == ""


@pytest.mark.parametrize("source", ["network", "revalidated", "cache", "stale"])
@pytest.mark.parametrize("busy", ["", "Pictures", "page 11 of 622"])
def test_the_page_is_never_pushed_out_of_the_status_line(source: Any, busy: str) -> None:
    for upstream in ("GitHub", "the sandbox", "github.a-long-name.example.com"):
        status = Status(lambda: NOW, lambda upstream=upstream: upstream)  # type: ignore[misc]
        status._freshness = {**FRESHNESS, "source": source}
        status._note, status._busy = "page 1 of 622, oldest first", busy
        for columns, part in itertools.product((20, 24, 30, 40, 60, 80, 120), (None, 0.5)):
            status._part = part
            with mock.patch.object(Status, "size", Size(columns, 1)):
                line = status.render()
            assert "page 1 of 622" in line.plain and line.cell_len == columns
            assert "\u2026" not in line.plain
