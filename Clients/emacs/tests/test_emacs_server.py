"""The server: start, loss, sharing, whom it asks."""

from __future__ import annotations

from pathlib import Path
from typing import Callable

import pytest
from emacs_peer import Server
from emacs_terminal import Emacs, lisp
from fake_results import RESULTS
from peer import Peer


def command(*words: str) -> str:
    """The setting by which Emacs starts this server."""
    return f"(setq gitxplorer-command '{lisp(words)})"


@pytest.mark.parametrize("closing", ["kill-current-buffer", "fundamental-mode"])
def test_a_killed_buffer_cancels_its_request(emacs: Emacs, peer: Peer, closing: str) -> None:
    emacs.command("gitxplorer-repos", "octocat")
    question = peer.expect("repos.list")
    emacs.command(closing)
    cancelled = peer.expect("$/cancelRequest")
    assert cancelled["params"] == {"id": question["id"]}
    assert "id" not in cancelled


def test_a_new_request_cancels_the_former_one(emacs: Emacs, peer: Peer) -> None:
    emacs.command("gitxplorer-repos", "octocat")
    question = peer.expect("repos.list")
    emacs.type("g")
    assert peer.expect("$/cancelRequest")["params"] == {"id": question["id"]}
    peer.serve("repos.list", refresh=True)
    emacs.shown("repos")


def test_a_response_for_a_closed_buffer_is_ignored(emacs: Emacs, peer: Peer) -> None:
    emacs.command("gitxplorer-repos", "octocat")
    question = peer.expect("repos.list")
    emacs.command("kill-current-buffer")
    peer.expect("$/cancelRequest")
    peer.answer(question)
    emacs.command("gitxplorer-rate")
    peer.serve("rate.status")
    screen = "\n".join(emacs.shown("rate"))
    assert "Hello-World" not in screen and "rror" not in screen


def test_a_dead_server_is_reported_and_the_next_request_starts_another(
    start: Callable[..., Emacs], peer: Peer, relay: list[str]
) -> None:
    emacs = start(command(*relay, "70", "first line\nthe disk is \x1b[31mfull"))
    emacs.command("gitxplorer-user", "octocat")
    peer.expect("user.summary")
    peer.hang_up()
    screen = emacs.see("The server ended with status 70", r"the disk is \x1b[31mfull")
    assert "first line" not in "\n".join(screen)
    emacs.type("g")
    peer.serve("user.summary")
    emacs.shown("user")
    # If a server ends while no request is open, the next request reports it.
    peer.hang_up()
    emacs.becomes("(null gitxplorer-server--connection)", True)
    emacs.command("gitxplorer-rate")
    peer.expect("rate.status")
    emacs.see(r"GitXplorer: The server ended with status 70: the disk is \x1b[31mfull")


def test_a_dead_server_leaves_no_process_and_no_buffer(emacs: Emacs, peer: Peer) -> None:
    emacs.command("gitxplorer-rate")
    peer.serve("rate.status")
    emacs.shown("rate")
    peer.hang_up()
    emacs.becomes("(null gitxplorer-server--connection)", True)
    names = emacs.value("(mapcar #'buffer-name (buffer-list))")
    assert not [name for name in names if "gitxplorer-" in name], names


def test_a_missing_program_is_reported_with_its_setting(start: Callable[..., Emacs]) -> None:
    emacs = start(command("/none/gitxplorer", "serve"))
    emacs.command("gitxplorer-user", "octocat")
    emacs.see("There is no program /none/gitxplorer", "(setq gitxplorer-command")
    emacs.value('(setq gitxplorer-command "gitxplorer serve")')
    emacs.type("g")
    emacs.see("`gitxplorer-command' must be a list")


def test_a_refused_flag_is_reported(
    start: Callable[..., Emacs], fake_command: list[str]
) -> None:
    emacs = start(command(*fake_command, "--exit", "64"))
    emacs.command("gitxplorer-user", "octocat")
    emacs.see("The server ended with status 64: its settings have to be corrected.",
              "gitxplorer: unknown flag", "gitxplorer-command")


def test_there_is_one_server_and_quitting_ends_it_without_asking(emacs: Emacs, peer: Peer) -> None:
    emacs.command("gitxplorer-user", "octocat")
    peer.serve("user.summary")
    emacs.shown("user")
    emacs.command("gitxplorer-rate")
    peer.expect("rate.status")
    emacs.keys("C-x", "C-c")
    emacs.see("ended with 0")
    peer.source.read()  # to its end


def test_the_socket_setting_takes_precedence_over_the_command(
    start: Callable[..., Emacs], peer: Peer
) -> None:
    emacs = start(f"(setq gitxplorer-socket {lisp(peer.path)} gitxplorer-command '(\"/none\"))")
    emacs.command("gitxplorer-user", "octocat")
    peer.serve("user.summary")
    emacs.shown("user")
    emacs.command("gitxplorer-rate")
    peer.expect("rate.status")
    peer.hang_up()
    emacs.see("closed the connection")
    emacs.type("g")
    peer.serve("rate.status")
    emacs.shown("rate")


def test_an_unused_socket_is_named(start: Callable[..., Emacs], place: Path) -> None:
    emacs = start(f"(setq gitxplorer-socket {lisp(str(place / 'nothing'))})")
    emacs.command("gitxplorer-rate")
    emacs.see("No server listens")
    # On the screen a long path may be folded.
    said = emacs.value("(gitxplorer-view-message (gitxplorer-page-error gitxplorer-page))")
    assert said.startswith(f"No server listens at {place}/nothing;")


def test_nothing_is_sent_to_a_socket_of_another_user(
    start: Callable[..., Emacs], peer: Peer
) -> None:
    # The tests cannot create a file of another user, so Emacs is told another id for this user.
    emacs = start(
        f"(setq gitxplorer-socket {lisp(peer.path)})"
        "(advice-add 'file-attribute-user-id :override (lambda (_) 4711))"
    )
    emacs.command("gitxplorer-rate")
    emacs.see("belongs to another user;", "was sent.")
    peer.listener.setblocking(False)
    with pytest.raises(BlockingIOError):
        peer.listener.accept()


def test_whom_the_server_asks_is_named(emacs: Emacs, peer: Server) -> None:
    peer.upstream = {"name": "the sandbox", "url": "http://127.0.0.1:1"}
    emacs.command("gitxplorer-rate")
    question = peer.expect("rate.status")
    emacs.see("Asking the sandbox")
    peer.answer(question)
    screen = emacs.see("From the sandbox")
    assert "GitHub" not in "\n".join(screen)
    # Its pages are names.
    emacs.command("gitxplorer-user", "http://127.0.0.1:1/octocat/Hello-World?x=1")
    peer.serve("user.summary", login="octocat")


@pytest.mark.parametrize("result", [{}, [], "text", 7, None, {"user": {"login": 7}}])
def test_an_invalid_result_is_an_error(emacs: Emacs, peer: Peer, result: object) -> None:
    emacs.command("gitxplorer-user", "octocat")
    peer.send(id=peer.expect("user.summary")["id"], result=result)
    emacs.see("GitXplorer does not understand the server's response")
    emacs.command("gitxplorer-rate")
    peer.serve("rate.status")
    emacs.shown("rate")


def test_a_command_works_in_a_deleted_directory(
    start: Callable[..., Emacs], peer: Peer, relay: list[str]
) -> None:
    emacs = start(command(*relay) + '(setq default-directory "/none/such/")')
    emacs.command("gitxplorer-rate")
    peer.serve("rate.status")
    emacs.shown("rate")
