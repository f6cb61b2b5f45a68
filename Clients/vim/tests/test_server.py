"""The server: start, loss, sharing, sign-in."""

from __future__ import annotations

import json
import os
import select
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Callable

import pytest
from editor import Editor
from fake_results import PENDING, RESULTS
from harness.patience import PATIENCE
from peer import Peer, Server


@pytest.mark.parametrize("closing", ["bwipeout", "normal q", "close", "edit gitxplorer://rate"])
def test_a_closed_buffer_cancels_its_request(editor: Editor, peer: Peer, closing: str) -> None:
    editor.command("new")
    editor.command("edit gitxplorer://repos/octocat")
    question = peer.expect("repos.list")
    editor.command(closing)
    cancelled = peer.expect("$/cancelRequest")
    assert cancelled["params"] == {"id": question["id"]}
    assert "id" not in cancelled


def test_a_cancelled_request_is_repeated_when_its_buffer_is_shown_again(
    editor: Editor, peer: Peer
) -> None:
    editor.command("edit gitxplorer://repos/octocat")
    peer.expect("repos.list")
    editor.command("enew")
    peer.expect("$/cancelRequest")
    editor.command("buffer gitxplorer://repos")
    peer.serve("repos.list")
    editor.see("Hello-World")


def test_a_response_for_a_closed_buffer_is_ignored(editor: Editor, peer: Peer) -> None:
    editor.command("GitXplorer repos octocat")
    question = peer.expect("repos.list")
    editor.command("bwipeout")
    peer.expect("$/cancelRequest")
    peer.answer(question)
    editor.command("GitXplorer rate")
    peer.serve("rate.status")
    screen = "\n".join(editor.shown("rate"))
    assert "Hello-World" not in screen and "Error" not in screen


def test_a_dead_server_is_reported_and_the_next_request_starts_another(
    start: Callable[..., Editor], peer: Peer, relay: list[str]
) -> None:
    command = [*relay, "70", "first line\nthe disk is \x1b[31mfull"]
    editor = start(f"let g:gitxplorer_command = json_decode({vim_string(json.dumps(command))})")
    editor.command("GitXplorer user octocat")
    peer.expect("user.summary")
    peer.hang_up()
    screen = editor.see("The server ended with status 70", r"the disk is \x1b[31mfull")
    assert "first line" not in "\n".join(screen)
    editor.keys("C-r")
    peer.serve("user.summary")
    editor.see("The Octocat")
    peer.hang_up()
    editor.becomes("gitxplorer#server#state()", "closed")
    editor.command("GitXplorer rate")
    peer.serve("rate.status")
    editor.see("GitHub's rate limits")


def test_a_signal_that_ended_the_server_is_named(start: Callable[..., Editor]) -> None:
    editor = start("let g:gitxplorer_command = ['sh', '-c', 'read -r line; kill -KILL $$']")
    editor.command("GitXplorer user octocat")
    editor.see("The server was ended by SIGKILL; the next request restarts it.")


def test_cancelling_is_not_an_error_if_the_server_stops_reading(
    start: Callable[..., Editor], tmp_path: Path
) -> None:
    ending = tmp_path / "ending"
    os.mkfifo(ending)
    script = 'read -r line; exec <&-; echo >"$0"; read -r line <"$0"'
    command = json.dumps(["sh", "-c", script, str(ending)])
    editor = start(f"let g:gitxplorer_command = json_decode({vim_string(command)})")
    editor.command("GitXplorer user octocat")
    assert ending.read_text() == "\n"
    editor.command("bwipeout")
    assert "E631" not in editor.value("execute('messages')")
    assert editor.value("v:errmsg") == ""
    ending.write_text("\n")


def vim_string(text: str) -> str:
    """A text as a Vim script string."""
    return "'" + text.replace("'", "''") + "'"


def test_a_missing_program_is_reported_with_its_setting(start: Callable[..., Editor]) -> None:
    editor = start("let g:gitxplorer_command = ['/none/gitxplorer', 'serve']")
    editor.command("GitXplorer user octocat")
    editor.see("There is no program /none/gitxplorer", "g:gitxplorer_command")
    editor.command("let g:gitxplorer_command = 'gitxplorer serve'")
    editor.keys("C-r")
    editor.see("g:gitxplorer_command must be a list")


def test_a_refused_flag_is_reported(
    start: Callable[..., Editor], fake_command: list[str]
) -> None:
    editor = start(f"let g:gitxplorer_command = {[*fake_command, '--exit', '64']!r}")
    editor.command("GitXplorer user octocat")
    editor.see("The server ended with status 64; correct the setting below.",
               "gitxplorer: unknown flag", "Setting      g:gitxplorer_command")


def test_quitting_ends_the_server_without_asking(editor: Editor, peer: Peer) -> None:
    editor.command("GitXplorer user octocat")
    peer.serve("user.summary")
    editor.see("The Octocat")
    editor.command("GitXplorer rate")
    peer.expect("rate.status")
    editor.command("qall")
    editor.see("ended with 0")
    peer.source.read()  # to its end


def test_the_socket_setting_takes_precedence_over_the_command(
    start: Callable[..., Editor], peer: Peer
) -> None:
    editor = start(
        f"let g:gitxplorer_socket = '{peer.path}' | let g:gitxplorer_command = ['/none']"
    )
    editor.command("GitXplorer user octocat")
    peer.serve("user.summary")
    editor.see("The Octocat")
    editor.command("GitXplorer rate")
    peer.expect("rate.status")
    peer.hang_up()
    editor.see("closed the connection")
    editor.keys("C-r")
    peer.serve("rate.status")
    editor.see("GitHub's rate limits")


def test_an_unused_socket_is_named(start: Callable[..., Editor], place: Path) -> None:
    editor = start(f"let g:gitxplorer_socket = '{place}/nobody'")
    editor.command("GitXplorer rate")
    editor.see(f"No server listens at {place}/nobody")


def test_nothing_is_sent_to_a_socket_of_another_user(
    kind: str, start: Callable[..., Editor], peer: Peer, place: Path, environment: dict[str, str]
) -> None:
    # The tests cannot create a file of another user, so the editor is told another id.
    settings = f"let g:gitxplorer_socket = '{peer.path}'\n"
    if kind == "vim":
        (place / "bin").mkdir()
        (place / "bin/id").write_text("#!/bin/sh\necho 4711\n")
        owned = "drwx------ 2 4712 4712 4096 Jan 1 00:00 x"
        (place / "bin/ls").write_text(f"#!/bin/sh\necho '{owned}'; echo '{owned}'\n")
        for name in ("id", "ls"):
            (place / "bin" / name).chmod(0o755)
        environment["PATH"] = f"{place}/bin:{environment['PATH']}"
    else:
        settings += "lua local stat = vim.uv.fs_stat; vim.uv.fs_stat = function(path, ...) " \
            f"if path == '{peer.path}' then return {{ uid = 4712 }} end return stat(path, ...) end"
    editor = start(settings)
    editor.command("GitXplorer rate")
    editor.until(
        lambda screen: "belongs to another user; nothing was sent"
        in " ".join(line.strip(" ▌") for line in screen),
        "what is wrong",
    )
    peer.listener.setblocking(False)
    with pytest.raises(BlockingIOError):
        peer.listener.accept()


@pytest.fixture
def browser(place: Path, environment: dict[str, str]) -> Iterator[int]:
    """A pipe with the opened pages."""
    os.mkfifo(place / "pages")
    (place / "open").mkdir()
    (place / "open/xdg-open").write_text(f'#!/bin/sh\necho "$1" >"{place}/pages"\n')
    (place / "open/xdg-open").chmod(0o755)
    environment["PATH"] = f"{place}/open:{environment['PATH']}"
    pipe = os.open(place / "pages", os.O_RDONLY | os.O_NONBLOCK)
    yield pipe
    os.close(pipe)


#: Where the server of an editor in its test's home stores tokens.
FOLDER = "~/config/gitxplorer"
SIGNED_IN = {**RESULTS["auth.status"], "state": "authenticated", "login": "octocat"}


def decide(editor: Editor, answer: str) -> None:
    """Answers the question whether the token may be stored."""
    editor.see("for later sessions? (y/n)")
    editor.type(answer)
    editor.keys("Enter")


def login(peer: Peer, **params: Any) -> dict[str, Any]:
    """The request to sign in, after those for the state, which may be cancelled."""
    while (message := peer.take())["method"] in ("auth.status", "$/cancelRequest"):
        pass
    assert message["method"] == "auth.login" and params.items() <= message["params"].items()
    return message


def test_sign_in_by_code_works_within_the_editor(
    browser: int, start: Callable[..., Editor], relayed: str, peer: Peer
) -> None:
    editor = start(relayed)
    editor.command("GitXplorer login")
    editor.see("Token (empty: sign in by a code):")
    editor.keys("Enter")
    editor.see(f"Store the token in {FOLDER} for later sessions? (y/n)")
    decide(editor, "yes")
    peer.answer(login(peer, device=True, store=True), PENDING)
    editor.see("WDJB-MJHT", "https://github.com/login/device")
    assert select.select([browser], [], [], PATIENCE)[0]
    assert os.read(browser, 1000) == b"https://github.com/login/device\n"
    peer.send(method="auth.changed", params={"state": "authenticated", "login": "octocat"})
    peer.serve("auth.status", {**SIGNED_IN, "tokenSource": "session"})
    editor.see("Signed in as octocat.", f"stored in {FOLDER}")
    editor.command("GitXplorer logout")
    while (question := peer.take())["method"] != "auth.logout":
        pass
    peer.answer(question)
    editor.see("Signed out.")


def test_a_denied_sign_in_is_reported_and_enter_starts_again(
    browser: int, start: Callable[..., Editor], relayed: str, peer: Peer
) -> None:
    editor = start(relayed)
    editor.command("edit gitxplorer://login")
    peer.serve("auth.status")
    editor.see("Not signed in")
    editor.keys("Enter")
    editor.see("Token (")
    editor.keys("Enter")
    decide(editor, "")
    editor.after_prompt()
    editor.keys("Enter")
    editor.see("Token (")
    editor.keys("Enter")
    decide(editor, "n")
    peer.serve("auth.login", PENDING, store=False)  # The first: the other was cancelled.
    editor.see("WDJB-MJHT")
    peer.send(method="auth.changed", params={"state": "anonymous", "login": None})
    peer.serve("auth.status")
    editor.see("The sign-in was denied or timed out.")


TOKEN = "ghp_never0to1be2seen"
TOKENS = "https://github.com/settings/tokens"


def offered(editor: Editor, peer: Peer) -> None:
    """Signs in to a server without an OAuth client id, until a token can be pasted."""
    editor.command("GitXplorer login")
    editor.see("Token (")
    editor.keys("Enter")
    decide(editor, "n")
    peer.refuse(login(peer, device=True, store=False), "The server has no OAuth client id.",
                kind="unauthorized", tokenUrl=TOKENS)
    editor.see(TOKENS, "gh auth token | gitxplorer login --with-token", "Press <CR> here")
    editor.keys("Enter")
    editor.see("Token:")


def test_a_pasted_token_signs_in_and_is_nowhere_in_the_editor(
    editor: Editor, peer: Peer, place: Path
) -> None:
    offered(editor, peer)
    editor.keys("Escape")
    editor.after_prompt()
    for refused in (True, False):
        editor.keys("Enter")
        editor.see("Token:")
        editor.type(TOKEN)
        editor.see("*" * len(TOKEN))
        editor.keys("Enter")
        question = peer.expect("auth.login", token=TOKEN, store=False, device=None)
        if refused:
            peer.refuse(question, "GitHub does not accept this token.", kind="unauthorized")
            screen = "\n".join(editor.see("GitHub does not accept this token.", TOKENS))
            assert "Ask again" not in screen and screen.count("all keys") == 1
            assert "*" not in screen
            editor.keys("C-r")
            peer.serve("auth.status")
            editor.until(lambda screen: "accept this" not in "\n".join(screen), "the offer alone")
            editor.see(TOKENS)
    peer.answer(question, {**SIGNED_IN, "tokenSource": "session"})
    editor.see("Signed in as octocat.", "for this session only")
    assert "*" not in "\n".join(editor.screen())
    kept = place / "kept"
    editor.command("wshada! " + str(kept) if editor.name == "nvim" else f"wviminfo! {kept}")
    everything = "[execute('messages'), execute('history all'), execute('registers'), " \
        "getline(1, '$'), string(gitxplorer#buffer#state(bufnr('')))]"
    assert TOKEN not in str(editor.value(everything))
    assert TOKEN.encode() not in kept.read_bytes()


def test_what_is_pasted_right_after_the_command_is_the_token(editor: Editor, peer: Peer) -> None:
    editor.type(f":GitXplorer login\r{TOKEN}\r")
    decide(editor, TOKEN)
    editor.see("neither y nor n; nothing was sent.")
    assert TOKEN not in str(editor.value("[bufname(), execute('history all')]"))
    editor.type(f":GitXplorer login\r{TOKEN}\r")
    decide(editor, "n")
    peer.refuse(login(peer, token=TOKEN, store=False), "GitHub does not accept this token.",
                kind="unauthorized")
    editor.see("GitHub does not accept this token.", "Press <CR> here to sign in")


def test_the_sandbox_is_named_where_it_is_asked(editor: Editor, peer: Server) -> None:
    peer.about = {**peer.about,
                  "upstream": {"name": "the sandbox", "url": "http://127.0.0.1:7357"}}
    editor.command("GitXplorer user http://127.0.0.1:7357/octocat")
    # The address is not known before the server has said it.
    question = peer.expect("user.summary")
    editor.see("Asking the sandbox")
    peer.answer(question)
    editor.see("The Octocat", "from the sandbox")
    editor.command("GitXplorer repos http://127.0.0.1:7357/octocat")
    peer.serve("repos.list", login="octocat")
    editor.see("octocat · 3 repositories")
    editor.command("GitXplorer rate")
    peer.serve("rate.status")
    editor.see("The sandbox's rate limits", ":GitXplorer login")


def test_errors_call_params_what_a_person_does(editor: Editor, peer: Peer) -> None:
    editor.command("GitXplorer user octo cat")
    errors = [{"path": "/login", "message": 'expected a GitHub login, found "octo cat"'},
              {"path": "/perPage", "message": "expected an integer from 1 to 100, found 0"}]
    peer.refuse(peer.expect("user.summary", login="octo cat"), "Correct the params: /login: …",
                kind="invalidParams", errors=errors)
    screen = "\n".join(editor.see('LOGIN: expected a GitHub login, found "octo cat"', "items per"))
    assert "/login" not in screen and "perPage" not in screen


@pytest.mark.parametrize("result", [{}, [], "text", 7, None, {"user": {"login": 7}}])
def test_an_invalid_result_is_an_error(editor: Editor, peer: Peer, result: object) -> None:
    editor.command("GitXplorer user octocat")
    peer.send(id=peer.expect("user.summary")["id"], result=result)
    editor.see("This plugin does not understand the server's response")
    editor.command("GitXplorer rate")
    peer.serve("rate.status")
    editor.see("GitHub's rate limits")


def test_the_autoload_files_are_loaded_on_demand(editor: Editor) -> None:
    loaded = editor.value("execute('scriptnames')")
    assert "plugin/gitxplorer.vim" in loaded
    assert "autoload/gitxplorer" not in loaded


def test_a_rate_result_without_limits_is_shown(editor: Editor, peer: Peer) -> None:
    editor.command("GitXplorer rate")
    peer.serve("rate.status", {"resources": {}, "authenticated": True,
                               "freshness": RESULTS["rate.status"]["freshness"]})
    editor.see("GitHub's rate limits · signed in")
