"""The explorer as a process on a terminal: how it starts, and how it restores the terminal."""

import shlex
import signal
import subprocess
import sys

import pytest
from pseudo_terminal import PATIENT_COMMAND, Terminal, gone

BROWSE = [sys.executable, "-m", "gitxplorer", "browse", "--pictures", "blocks"]

CRASH = """
import sys
from gitxplorer.browse.views.user import UserView
def broken(self, summary): raise ZeroDivisionError("a bug of the explorer")
UserView._show = broken
from gitxplorer.cli import main
sys.exit(main(sys.argv[1:]))
"""


#: Stops itself once, in the middle of a write to the terminal.
WRITING = """
import os, signal, sys, threading
from textual.drivers._writer_thread import WriterThread
write = WriterThread.write
# Python handles pending signals in the order of their numbers.
signals = [signal.SIGURG, signal.SIGTSTP]
handled = threading.Event()
signal.signal(signal.SIGURG, lambda *_: handled.set())
def interrupted(self, text):
    if "bmizerany" in text and signals:
        with self._queue.mutex:
            while signals:
                os.kill(os.getpid(), signals.pop())
            handled.wait()
    write(self, text)
WriterThread.write = interrupted
from gitxplorer.cli import main
sys.exit(main(sys.argv[1:]))
"""


def browse(fake_command: list[str], *start: str) -> list[str]:
    """The command with the fake server."""
    return [*BROWSE, "--server", shlex.join(fake_command), *start]


def test_q_exits_with_0_and_leaves_neither_traces_nor_a_server(
    fake_command: list[str], environment: dict[str, str]
) -> None:
    with Terminal(browse(fake_command), environment) as terminal:
        terminal.wait_for("bmizerany")
        servers = terminal.children()
        assert len(servers) == 1
        terminal.press("rq")
        assert terminal.end() == 0
        terminal.assert_restored()
        assert b"never awaited" not in terminal.seen
        assert all(map(gone, servers))


@pytest.mark.parametrize("kind", ["unix", "tcp"])
def test_the_explorer_connects_to_a_running_server(
    listening: dict[str, str], environment: dict[str, str], kind: str
) -> None:
    command = [*BROWSE, "--connect", listening[kind], "repos", "octocat"]
    if kind == "tcp":
        command += ["--secret-file", listening["secret_file"]]
    with Terminal(command, environment) as terminal:
        terminal.wait_for("3 repositories")
        assert terminal.children() == []
        terminal.press("q")
        assert terminal.end() == 0


def test_the_terminal_is_asked_nothing_once_keys_are_read(
    fake_command: list[str], environment: dict[str, str]
) -> None:
    with Terminal(browse(fake_command), environment) as terminal:
        terminal.wait_for("bmizerany")
        terminal.wait_for("▀")
        started = terminal.seen.index(b"\x1b[?1049h")
        assert b"\x1b[c" not in terminal.seen[started:]


#: xterm's replies to the explorer's queries.
REPLIES = "\x1bP>|XTerm(379)\x1b\\\x1b[6;17;8t\x1b[?63;1;2;4;6c"


def test_replies_of_a_slow_terminal_are_awaited(
    fake_command: list[str], environment: dict[str, str]
) -> None:
    command = [sys.executable, "-c", PATIENT_COMMAND, "browse", "--server", shlex.join(fake_command)]
    with Terminal(command, environment) as terminal:
        terminal.wait_for_codes(b"\x1b[c")
        terminal.rest()
        assert b"\x1b[?1049h" not in terminal.seen
        terminal.press(REPLIES)
        terminal.wait_for_codes(b'q"1;1;88;85')  # Sixels for 11 by 5 cells of 8 by 17 pixels.


def test_late_replies_are_not_taken_for_keys(
    fake_command: list[str], environment: dict[str, str]
) -> None:
    command = [*BROWSE[:-2], "--server", shlex.join(fake_command)]
    with Terminal(command, environment) as terminal:
        terminal.wait_for("bmizerany")
        so_far = terminal.wait_for("▀")
        terminal.press(REPLIES)
        terminal.press("l")
        terminal.wait_for("API requests", after=so_far)
        # A question mark would have shown the keys, a bracket the first place's message, t an order.
        seen = terminal.seen[so_far:].decode(errors="replace")
        assert not any(text in seen for text in ("who starred", "where you began", "by followers"))
        terminal.press("q")
        assert terminal.end() == 0


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_leaves_neither_traces_nor_a_server(
    fake_command: list[str], environment: dict[str, str], number: signal.Signals
) -> None:
    with Terminal(browse(fake_command), environment) as terminal:
        terminal.wait_for("bmizerany")
        servers = terminal.children()
        terminal.process.send_signal(number)
        assert terminal.end() == 128 + number
        terminal.assert_restored()
        assert servers and all(map(gone, servers))


@pytest.mark.parametrize("numbers", [(1, 18), (18, 1), (18, 18, 1), (1, 18, 18)])
def test_the_signals_of_a_closed_window_end_the_explorer(
    fake_command: list[str], environment: dict[str, str], numbers: tuple[int, ...]
) -> None:
    with Terminal(browse(fake_command), environment) as terminal:
        terminal.wait_for("bmizerany")
        servers = terminal.children()
        for number in numbers:
            terminal.process.send_signal(number)
        assert terminal.end() == 128 + signal.SIGHUP
        terminal.assert_restored()
        assert servers and all(map(gone, servers))


@pytest.mark.parametrize("stopped", [False, True], ids=["running", "stopped"])
@pytest.mark.parametrize("by", ["hang-up", "ignored hang-up", "no signal"])
def test_the_end_of_the_terminal_ends_the_explorer_and_its_server(
    fake_command: list[str], environment: dict[str, str], by: str, stopped: bool
) -> None:
    # Like nohup, which also redirects the output.
    ignoring = ["sh", "-c", 'trap "" HUP; exec "$@"', "sh"] if by == "ignored hang-up" else []
    command = [*ignoring, *browse(fake_command)]
    with Terminal(command, environment, controlling=by != "no signal") as terminal:
        terminal.wait_for("bmizerany")
        servers = terminal.children()
        if stopped:
            terminal.process.send_signal(signal.SIGTSTP)
            assert terminal.stopped()
        terminal.hang_up()
        if stopped and by == "no signal":
            terminal.process.send_signal(signal.SIGCONT)
        assert terminal.end() == 128 + signal.SIGHUP
        assert servers and all(map(gone, servers))


def test_a_terminal_that_ends_before_the_first_screen_ends_the_explorer(
    fake_command: list[str], environment: dict[str, str]
) -> None:
    command = [*BROWSE[:-2], "--server", shlex.join(fake_command)]
    with Terminal(command, environment, controlling=False) as terminal:
        terminal.wait_for_codes(b"\x1b[c")
        terminal.hang_up()
        assert terminal.end() == 128 + signal.SIGHUP


def test_a_continued_explorer_has_one_reader_and_one_writer(
    fake_command: list[str], environment: dict[str, str]
) -> None:
    command = [*BROWSE[:-1], "none", "--server", shlex.join(fake_command)]
    with Terminal(command, environment) as terminal:
        terminal.wait_for("bmizerany")
        before = terminal.threads()
        for _ in range(3):
            so_far = len(terminal.seen)
            terminal.process.send_signal(signal.SIGSTOP)
            terminal.process.send_signal(signal.SIGCONT)
            terminal.wait_for("bmizerany", after=so_far)
        assert terminal.threads() == before
        terminal.press("q")
        assert terminal.end() == 0
        terminal.assert_restored()


def test_a_crash_is_shown_on_the_restored_terminal(
    fake_command: list[str], environment: dict[str, str]
) -> None:
    command = [sys.executable, "-c", CRASH, "browse", "--pictures", "none"]
    command += ["--server", shlex.join(fake_command), "user", "octocat"]
    with Terminal(command, environment) as terminal:
        assert terminal.end() == 1
        terminal.assert_restored()
        assert b"a bug of the explorer" in terminal.seen


def test_a_killed_explorer_leaves_no_server(
    fake_command: list[str], environment: dict[str, str]
) -> None:
    with Terminal(browse(fake_command), environment) as terminal:
        terminal.wait_for("bmizerany")
        servers = terminal.children()
        terminal.process.kill()
        terminal.end()
        assert servers and all(map(gone, servers))


def assert_goes_on(terminal: Terminal) -> None:
    """The explorer stops with the terminal restored, and continues until a key ends it."""
    assert terminal.stopped()
    terminal.assert_restored()
    so_far = len(terminal.seen)
    terminal.process.send_signal(signal.SIGCONT)
    terminal.wait_for("bmizerany", after=so_far)
    terminal.press("q")
    assert terminal.end() == 0


@pytest.mark.parametrize("by", ["signal", "key"])
def test_the_explorer_can_be_suspended_and_continued(
    fake_command: list[str], environment: dict[str, str], by: str
) -> None:
    with Terminal(browse(fake_command), environment) as terminal:
        terminal.wait_for("bmizerany")
        if by == "signal":
            terminal.process.send_signal(signal.SIGTSTP)
        else:
            terminal.press("\x1a")
        assert_goes_on(terminal)
        terminal.assert_restored()


def test_the_explorer_can_be_suspended_while_writing(
    fake_command: list[str], environment: dict[str, str]
) -> None:
    command = [sys.executable, "-c", WRITING, *BROWSE[3:], "--server", shlex.join(fake_command)]
    with Terminal(command, environment) as terminal:
        assert_goes_on(terminal)


def test_help_needs_neither_terminal_nor_extra(environment: dict[str, str]) -> None:
    # -S: without installed packages.
    command = [sys.executable, "-S", "-m", "gitxplorer", "browse", "--help"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert "stargazers OWNER/NAME" in done.stdout


@pytest.mark.parametrize(
    ("flags", "arguments", "sentence"),
    [
        (["-S"], [], "pip install './Clients/python[browse]'"),
        ([], [], "browse needs a terminal"),
        ([], ["stargazers", "octocat"], "expected OWNER/NAME"),
        ([], ["user", "a", "b"], "user takes LOGIN, found 'a b'"),
        ([], ["user", ""], "user takes LOGIN"),
        ([], ["search --repositories"], "START is random"),
    ],
)
def test_a_missing_terminal_or_extra_gives_one_sentence_and_64(
    environment: dict[str, str], flags: list[str], arguments: list[str], sentence: str
) -> None:
    command = [sys.executable, *flags, "-m", "gitxplorer", "browse", *arguments]
    environment["GITXPLORER_SERVER"] = "true"
    done = subprocess.run(
        command, env=environment, capture_output=True, text=True, stdin=subprocess.DEVNULL
    )
    assert done.returncode == 64
    assert sentence in done.stderr and done.stderr.count("\n") == 1 and not done.stdout
