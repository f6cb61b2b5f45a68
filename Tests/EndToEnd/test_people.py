"""The words for people: `gitxplorer user octocat` and the others, on a terminal and in a pipe."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import List, Tuple

import pytest

from harness.processes import Processes
from harness.terminal import on_terminal
from harness.upstream import Answer, Request, Upstream

WORDS: List[Tuple[List[str], List[str]]] = [
    (["random", "--count", "2", "--seed", "7"], ["users.random", '{"count": 2, "seed": 7}']),
    (["user", "@octocat"], ["user.summary", '["octocat"]']),
    (["repos", "octocat", "--no-forks"], ["repos.list", '{"login": "octocat", "forks": false}']),
    (["repo", "octocat/Hello-World"], ["repo.summary", '["octocat", "Hello-World"]']),
    (
        ["readme", "https://github.com/octocat/Hello-World/issues?q=x"],
        ["repo.readme", '["octocat", "Hello-World"]'],
    ),
    (
        ["history", "octocat/Hello-World", "--points", "3"],
        ["repo.starHistory", '["octocat", "Hello-World", 3]'],
    ),
    (
        ["stargazers", "octocat/Hello-World", "--per-page", "2"],
        ["repo.stargazers", '["octocat", "Hello-World", 1, 2]'],
    ),
    (["starred", "octocat", "--per-page", "2"], ["user.starred", '["octocat", 1, 2]']),
    (["followers", "github.com/octocat"], ["user.followers", '["octocat"]']),
    (["following", "octocat"], ["user.following", '["octocat"]']),
    (["search", "user:octocat", "hello", "--repositories"], ["search.repositories", '["user:octocat hello"]']),
    (["rate"], ["rate.status"]),
]


@pytest.fixture
def server(processes: Processes) -> List[str]:
    """The flags for a sandbox that is asked by both sides of a comparison."""
    return ["--api-url", processes.start_sandbox().url, "--cache", ":memory:"]


@pytest.mark.parametrize(("word", "call"), WORDS, ids=[words[0] for words, _ in WORDS])
def test_a_word_in_a_pipe_is_the_result_of_its_method(
    word: List[str], call: List[str], processes: Processes, server: List[str]
) -> None:
    asked = processes.run(*word, *server)
    called = processes.run("call", *server, *call)
    assert (asked.returncode, asked.stderr) == (0, b""), asked.stderr
    result, expected = json.loads(asked.stdout), json.loads(called.stdout)
    for each in (result, expected):
        each.pop("freshness")
        if word == ["rate"]:
            each.pop("resources")
        if word[0] == "history":
            each["points"].pop()  # Its time is now.
    assert result == expected


@pytest.mark.parametrize("columns", [40, 80, 200])
@pytest.mark.parametrize(
    "words",
    [
        ["user", "octocat"], ["repos", "octocat"], ["followers", "octocat"],
        ["history", "octocat/Hello-World"], ["rate"],
    ],
)  # fmt: skip
def test_a_view_fits_the_terminal(words: List[str], columns: int, processes: Processes) -> None:
    status, seen = on_terminal(processes, *words, "--sandbox", columns=columns)
    assert status == 0
    assert words[-1].lower() in seen.lower() and max(map(len, seen.splitlines())) <= columns, seen
    assert " ".join(seen.split()).endswith("From the sandbox.") and "\x1b" not in seen


def test_a_view_has_color_unless_it_is_not_wanted(processes: Processes) -> None:
    command = ["repo", "octocat/Hello-World", "--sandbox", "--log-level", "info"]
    colored = {"TERM": "xterm", "NO_COLOR": ""}
    assert "\x1b[1m" in on_terminal(processes, *command, environment=colored)[1]
    plain = on_terminal(processes, *command, environment={**colored, "NO_COLOR": "1"})[1]
    assert "\x1b" not in plain and "DEFAULT BRANCH  master" in plain


def test_an_error_is_a_sentence_for_people_and_an_object_for_programs(processes: Processes) -> None:
    command = ["search", "x", "--page", "300", "--sandbox"]
    status, seen = on_terminal(processes, *command)
    assert status == 1 and seen.startswith("gitxplorer: --page: ") and seen.count("\n") == 1
    done = processes.run(*command)
    assert (done.returncode, done.stdout) == (1, b"")
    assert json.loads(done.stderr)["code"] == -32602
    status, seen = on_terminal(processes, *command, "--json")
    assert status == 1 and json.loads(seen)["code"] == -32602


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["random", "--count", "0"], "--count: expected an integer from 1 to 100, found 0."),
        (["user", "octo cat"], "LOGIN: expected a GitHub login"),
        (["repo", "octocat"], "repo takes OWNER/NAME, such as octocat/Hello-World"),
        (["user"], "Missing expected argument '<login>"),
        (["repos", "octocat", "--langauge", "Swift"], "Unknown option '--langauge'"),
        (["search", ""], 'QUERY: expected a search text of 1 to 1024 characters, found "".'),
    ],
)
def test_a_usage_error_speaks_of_flags(
    arguments: List[str], sentence: str, processes: Processes
) -> None:
    done = processes.run(*arguments)
    assert (done.returncode, done.stdout) == (64, b"")
    assert done.stderr.decode().startswith(f"gitxplorer: {sentence}"), done.stderr


@pytest.mark.parametrize(
    "words", [["search", "-language:go"], ["search", "foo", "-bar"], ["user", "-octocat"]]
)
def test_a_word_that_looks_like_a_flag_has_a_hint(words: List[str], processes: Processes) -> None:
    done = processes.run(*words)
    assert done.returncode == 64 and b" Words that begin with - come after --. See" in done.stderr
    assert b"come after" not in processes.run(words[0], "--sandbox", "--", *words[1:]).stderr


def test_a_running_server_is_asked(processes: Processes, tmp_path: Path) -> None:
    socket, pages = tmp_path / "gx.sock", "http://pages.example"
    processes.serve("--socket", str(socket), "--web-url", pages)
    command = ["followers", f"{pages}/octocat", "--connect", f"unix:{socket}"]
    status, seen = on_terminal(processes, *command)
    assert status == 0 and seen.endswith("From the sandbox.\n"), seen
    environment = {"BROWSER": str(browser(tmp_path))}
    processes.run(*command, "--open", environment=environment)
    assert (tmp_path / "opened").read_text() == f"{pages}/octocat?tab=followers\n"
    done = processes.run("user", "octo/cat", "--connect", f"unix:{socket}")
    assert done.returncode == 64 and b"LOGIN: expected a GitHub login" in done.stderr
    status, _ = on_terminal(processes, "user", "octocat", "--connect", f"unix:{tmp_path}/none")
    assert status == 3


def browser(folder: Path, status: int = 0) -> Path:
    """A browser that writes its arguments down."""
    program = folder / f"browser-{status}"
    program.write_text(f'#!/bin/sh\necho "$@" >> {folder}/opened\necho noise\nexit {status}\n')
    program.chmod(0o755)
    return program


def test_the_page_is_opened(processes: Processes, tmp_path: Path) -> None:
    command = f"{tmp_path}/missing:{browser(tmp_path)} --new %s"
    words = ["starred", "octocat", "--sandbox", "--web-url", "http://pages.example", "--open"]
    done = processes.run(*words, environment={"BROWSER": command})
    assert json.loads(done.stdout)["login"] == "octocat"
    page = "http://pages.example/octocat?tab=stars\n"
    assert done.stderr.decode() == f"gitxplorer: the page is {page}"
    assert (tmp_path / "opened").read_text() == f"--new {page}"


@pytest.mark.parametrize(
    ("words", "end"),
    [
        (["user", "octocat"], "/from/upstream"),
        (["repos", "octocat"], "/from/upstream?tab=repositories"),
        (["followers", "octocat"], ""),
    ],
)
def test_of_an_unknown_host_only_the_pages_that_it_names_are_opened(
    words: List[str], end: str, processes: Processes
) -> None:
    world = processes.start_sandbox()

    def answer(request: Request) -> Answer:
        if request.path != "/users/octocat":
            return 200, {}, "[]"
        user = {**world.get(request.path), "html_url": "http://ghe.example/from/upstream"}
        return 200, {}, json.dumps(user)

    with Upstream(answer) as upstream:
        flags = ["--api-url", upstream.url, "--cache", ":memory:", "--open"]
        done = processes.run(*words, *flags, environment={"BROWSER": "true"})
    sentence = "the pages of 127.0.0.1 are not known; --web-url says where they are"
    expected = f"the page is http://ghe.example{end}" if end else sentence
    assert (done.returncode, done.stderr.decode()) == (0, f"gitxplorer: {expected}\n")


def test_without_a_browser_the_page_is_named(processes: Processes, tmp_path: Path) -> None:
    environment = {"BROWSER": str(browser(tmp_path, 1)), "PATH": str(tmp_path)}
    done = processes.run("repo", "octocat/Hello-World", "--sandbox", "--open", environment=environment)
    assert done.returncode == 0 and b"octocat/Hello-World" in done.stdout
    assert done.stderr.decode().endswith("/octocat/Hello-World\n")


@pytest.mark.parametrize("command", [["user", "octocat"], ["call", "user.summary", '["octocat"]']])
def test_output_that_cannot_be_written_is_an_error(command: List[str], processes: Processes) -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [processes.binary, *command, "--sandbox"], stdout=full, stderr=subprocess.PIPE,
            env=processes.environment,
        )
    assert done.returncode == 1
    assert b"standard output cannot be written: No space left on device." in done.stderr
    done = subprocess.run(
        ["sh", "-c", 'exec "$0" "$@" >&-', processes.binary, *command, "--sandbox"],
        stderr=subprocess.PIPE, env=processes.environment,
    )  # fmt: skip
    assert done.returncode == 1
    assert b"standard output cannot be written: " in done.stderr


def test_browse_becomes_the_explorer(processes: Processes, tmp_path: Path) -> None:
    python = tmp_path / "python3"
    python.write_text('#!/bin/sh\n[ $# -lt 3 ] || printf "%s\\n" "$@" | sed "1,/^runpy/d"\n')
    python.chmod(0o755)
    path = {"PATH": f"{tmp_path}:{os.environ['PATH']}"}
    words = ["user", "octocat", "--sandbox", "--cache", "a b", "--", "--max-in-flight", "8"]
    done = processes.run("browse", *words, environment=path)
    binary = os.path.realpath(processes.binary)
    server = f"'{binary}' 'serve' '--sandbox' '--cache' 'a b' '--max-in-flight' '8'"
    expected = ["browse", "user", "octocat", "--server", server]
    assert done.stdout.decode().splitlines() == expected, done.stderr
    done = processes.run("browse", "--connect", "unix:/x", environment=path)
    assert done.stdout.decode().splitlines()[-2:] == ["--connect", "unix:/x"]
    done = processes.run("browse", "--connect", "unix:/x", "--", "--max-in-flight", "8", environment=path)
    assert (done.returncode, done.stdout) == (64, b"")
    assert b"which has no use for --max-in-flight." in done.stderr


def test_browse_says_what_to_install(processes: Processes, tmp_path: Path) -> None:
    for status in (None, 1):
        if status:
            (tmp_path / "python3").write_text(f"#!/bin/sh\nexit {status}\n")
            (tmp_path / "python3").chmod(0o755)
        done = processes.run("browse", environment={"PATH": str(tmp_path)})
        assert (done.returncode, done.stdout) == (64, b"")
        venv = b"python3 -m venv .venv-browse && . .venv-browse/bin/activate"
        install = venv + b" && pip install './Clients/python[browse]'"
        assert (install if status else b"needs python3, which is not in PATH") in done.stderr


def test_browse_runs_no_code_of_the_current_folder(processes: Processes, tmp_path: Path) -> None:
    for name in ("gitxplorer", "textual", "runpy", "importlib"):
        (tmp_path / name).mkdir()
        for file in ("__init__.py", "__main__.py"):
            (tmp_path / name / file).write_text(f"open({str(tmp_path / 'ran')!r}, 'w').close()\n")
    (tmp_path / "python3").symlink_to(os.path.realpath(sys.executable))
    environment = {**processes.environment, "PATH": str(tmp_path)}
    subprocess.run([processes.binary, "browse"], cwd=tmp_path, env=environment,
                   stdin=subprocess.DEVNULL, capture_output=True)
    assert not (tmp_path / "ran").exists()


def test_the_methods_are_listed_one_a_line(processes: Processes) -> None:
    lines = processes.run("schema", "--list").stdout.decode().splitlines()
    methods = [each["name"] for each in json.loads(processes.run("schema").stdout)["methods"]]
    assert [line.split()[0] for line in lines] == methods
    assert max(map(len, lines)) <= 80 and not any("…" in line for line in lines)
    assert processes.run("schema", "--list", "user.summary").returncode == 64
