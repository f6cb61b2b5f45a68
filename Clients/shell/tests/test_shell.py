"""The shell client, as a user runs it, against the fake server."""

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any, Optional

import pytest
from fake_results import NO_CLIENT_ID, PIXEL, RESULTS, SANDBOX
from hostile import BROWSERS, ODD_MESSAGES
from shell_client import SCRIPT, OnTerminal, Shell, check_fails


def test_a_running_server_is_asked_over_its_socket(shell: Shell, listening: dict[str, str]) -> None:
    del shell.environment["GITXPLORER_BIN"]
    assert shell("rate", "--connect", listening["unix"]).returncode == 0
    shell.environment["GITXPLORER_SOCKET"] = listening["unix"][len("unix:") :]
    assert json.loads(shell("rate").stdout) == RESULTS["rate.status"]


@pytest.mark.parametrize(
    ("line", "params"),
    [
        (["random"], None),
        (["random", "--count", "3", "--seed=9007199254740991"], {"count": 3}),
        (["repos", "a", "--no-forks", "--max-age", "0"], {"login": "a", "forks": False}),
        (["search", "a b", "c:>1", "--per-page", "7"], {"query": "a b c:>1", "perPage": 7}),
        (["stargazers", "a/b", "--page", "2"], {"owner": "a", "name": "b", "page": 2}),
        (["search", "--", "--open", "-x"], {"query": "--open -x"}),
        (["search", "--repositories", "a", "--sort", "forks"], {"query": "a", "sort": "forks"}),
        (["history", "a/b", "--points", "7"], {"owner": "a", "name": "b", "points": 7}),
        (["starred", "a", "--sort", "updated", "--direction", "asc"],
         {"login": "a", "sort": "updated", "direction": "asc"}),
        (["followers", "@a", "--page", "3"], {"login": "a", "page": 3}),
        (["repo", "github.com/a/b/issues"], {"owner": "a", "name": "b"}),
        (["user", "\"; $(id) \\ ' é"], {"login": "\"; $(id) \\ ' é"}),
        (["repos", "a", "--language", 'C"\n'], {"login": "a", "language": 'C"\n'}),
    ],
)
def test_arguments_become_params_whatever_is_in_them(
    shell: Shell, line: list[str], params: Any
) -> None:
    sent = shell.sent(*line)
    if params is None:
        assert "params" not in sent
    else:
        assert params.items() <= sent["params"].items()


def test_a_login_and_a_repository_may_be_the_address_of_a_page(shell: Shell) -> None:
    forms = json.loads((Path(__file__).parents[3] / "Tests/names.json").read_text("utf-8"))
    # The functions alone: without the last line, which runs the command.
    read = """source <(sed '$d' "$0"); for text; do login_of "$text"; printf '%s\n' "$REPLY"
        repository_of "$text" || REPLY=none; printf '%s\n' "$REPLY"; done"""
    command = ["bash", "-c", read, SCRIPT, *(form["text"] for form in forms)]
    done = subprocess.run(command, env=shell.environment, capture_output=True, text=True)
    lines = iter(done.stdout.splitlines())
    for form, login, repository in zip(forms, lines, lines):
        assert login == form.get("login", form["text"].strip())
        assert repository == form.get("repository", "none")
    assert len(done.stdout.splitlines()) == 2 * len(forms)


def test_an_error_of_the_server_exits_1_with_its_sentence(shell: Shell) -> None:
    sentence = "There is no user nobody; check the spelling. See https://github.com/nobody"
    check_fails(shell, "user", "nobody", status=1, says=sentence)
    faults = [{"path": "/count", "message": "too large"}, {"path": "/sort", "message": "unknown"}]
    data = {"kind": "invalidParams", "errors": faults}
    message = "Correct the params: count: too large, and 1 more."
    error = json.dumps({"code": -32602, "message": message, "data": data})
    says = f"{message} [/sort: unknown]"
    check_fails(shell, "call", "test.fail", error, status=1, says=says)
    error = json.dumps({"code": 1429, "message": "Wait, or sign in.", "data": {}})
    says = "Wait, or sign in. To sign in, run `gitxplorer-sh login`.\n"
    check_fails(shell, "call", "test.fail", error, status=1, says=says)


def test_an_unreachable_server_exits_3(shell: Shell) -> None:
    check_fails(shell, "rate", "--connect", "unix:none", status=3, says="no server listens at")
    check_fails(shell, "call", "test.hangup", status=3, says="ended without a response")
    shell.environment["GITXPLORER_BIN"] = "/none"
    check_fails(shell, "rate", status=3, says="there is no /none")


def test_the_server_on_the_path_is_started(shell: Shell) -> None:
    binary = shell.environment.pop("GITXPLORER_BIN")
    path = shell.environment["PATH"]
    shell.environment["PATH"] = f"{Path(binary).parent}:{path}"
    assert json.loads(shell("rate").stdout) == RESULTS["rate.status"]
    shell.environment["PATH"] = "/usr/bin:/bin"
    check_fails(shell, "rate", status=3, says="there is no server")


@pytest.mark.parametrize(
    "line",
    [
        [],
        ["bogus"],
        ["repos"],
        ["repos", "a", "b"],
        ["repos", "a", "--limit", "many"],
        ["repos", "a", "--limit"],
        ["repos", "a", "--bogus", "1"],
        ["repos", "a", "-x"],
        ["stargazers", "octocat"],
        ["repo"],
        ["repo", "octocat"],
        ["readme", "octocat/"],
        ["history", "a/b", "c"],
        ["repos", "octocat", "--repositories"],
        ["call", "x", "{"],
        ["call", "x", "3"],
        ["rate", "--connect", "tcp:localhost:1"],
        ["rate", "--open=0"],
        ["rate", "--save", "x"],
        ["rate", "--with-token"],
        ["login", "--with-token", "--store"],
        ["followers", "octocat", "--points", "3"],
        ["starred", "octocat", "--order=asc"],
        ["search", "x", "--direction", "asc"],
        ["search", "x", "--sort", "stars"],
        ["search", "--repositories", "x", "--sort=followers"],
        ["repos", "octocat", "--sort", ""],
        ["rate", "--page", "2"],
        ["repos", "octocat", "--page", "2"],
        ["call", "repos.list", "{}", "--limit", "3"],
    ],
)
def test_a_usage_error_exits_64(shell: Shell, line: list[str]) -> None:
    check_fails(shell, *line, status=64, says="(try --help)" if "--connect" not in line else "")


def test_params_may_come_from_stdin(shell: Shell) -> None:
    assert shell("call", "test.echo", "-", input='{"a":\n"é"}').stdout == '{"a":"é"}\n'
    long = json.dumps(["x" * 300_000])
    assert json.loads(shell("call", "test.echo", "-", input=long).stdout) == json.loads(long)


def test_an_avatar_is_saved(shell: Shell) -> None:
    assert shell("avatar", "octocat", "--save", "a b.png").returncode == 0
    assert (shell.place / "a b.png").read_bytes() == PIXEL
    done = subprocess.run(
        [SCRIPT, "avatar", "octocat", "--save", "-"], env=shell.environment, stdout=-1, check=True
    )
    assert done.stdout == PIXEL


@pytest.mark.parametrize(
    ("line", "page"),
    [
        (["repos", "octocat", "--open"], "https://github.com/octocat/Hello-World"),
        (["repos", "octocat", "--open=3"], "https://github.com/octocat/empty"),
        (["user", "octocat", "--open"], "https://github.com/octocat"),
        (["random", "--open=2"], "https://github.com/github"),
        (["stargazers", "octocat/Hello-World", "--open"], "https://github.com/bmizerany"),
        (["repo", "octocat/Hello-World", "--open"], "https://github.com/octocat/Hello-World"),
        (["readme", "octocat/Hello-World", "--open"],
         "https://github.com/octocat/Hello-World/blob/master/README"),
        (["search", "--repositories", "hello", "--open"], "https://github.com/octocat/Hello-World"),
        (["user", "nobody", "--open"], "https://github.com/nobody"),
    ],
)
def test_open_shows_the_page_in_the_browser(shell: Shell, line: list[str], page: str) -> None:
    pages = shell.browser()
    assert shell(*line).returncode == (1 if "nobody" in line else 0)
    assert pages.read_text() == f"{page}\n"


def test_open_accepts_only_web_pages(shell: Shell) -> None:
    pages = shell.browser()
    data = {"profileUrl": "file:///etc/passwd"}
    error = json.dumps({"code": 1404, "message": "Gone.", "data": data})
    done = shell("call", "test.fail", error, "--open")
    assert done.returncode == 1 and "no page to open" in done.stderr
    assert shell("repos", "octocat", "--open=9").returncode == 1
    assert not pages.exists()


@pytest.mark.parametrize(("value", "words"), BROWSERS.items())
def test_a_browser_command_never_interprets_the_page(
    shell: Shell, value: str, words: Optional[list[str]]
) -> None:
    shell.environment["BROWSER"] = value
    page = "https://github.com/x" if words else "https://github.com/x;touch${IFS}pwned"
    error = json.dumps({"code": 1404, "message": "Gone.", "data": {"profileUrl": page}})
    done = shell("call", "test.fail", error, "--open")
    assert done.stdout == (" ".join(words[1:]) + "\n" if words else "")
    assert ("run the page as code" in done.stderr) == (words is None)
    assert not [*shell.place.glob("pwned*")]


def test_odd_messages_are_ignored(shell: Shell) -> None:
    odd = [message for message in ODD_MESSAGES if '"id":null' not in message]
    text = "\n".join([*odd, '{"jsonrpc":"2.0","id":1,"result":"answered"}', ""])
    done = shell("call", "test.raw", json.dumps({"text": text}))
    assert (done.returncode, done.stdout, done.stderr) == (0, '"answered"\n', "")


@pytest.mark.parametrize("source", ["session", "stored"])
def test_a_login_by_code_says_what_to_do_and_waits(shell: Shell, source: str) -> None:
    pending = {
        "state": "pending",
        "userCode": "ABCD-EFGH",
        "verificationUri": "https://github.com/login/device",
    }
    status = {"state": "authenticated", "login": "octocat", "scopes": [], "tokenSource": source}
    changed = {"state": "authenticated"}
    answers = {"auth.login": pending, "auth.status": status, "changed": changed}
    shell.environment["FAKE_SIGN_IN"] = json.dumps(answers)
    done = shell("login", "--store", "--scope", "repo", "--table")
    first, rest = done.stderr.splitlines()
    assert first == "Open https://github.com/login/device and type in the code ABCD-EFGH."
    if source == "session":
        assert (done.returncode, done.stdout) == (0, "Signed in as octocat.\n")
        assert "stored in" in rest
    else:
        assert (done.returncode, done.stdout) == (1, "")
    params = {"device": True, "store": True, "scopes": ["repo"]}
    assert shell.sent("login", "--scope", "repo", "--store")["params"] == params


TOKEN = "ghp_0123456789"


def test_without_a_terminal_a_login_says_what_to_pass(
    shell: Shell, listening: dict[str, str]
) -> None:
    check_fails(shell, "login", status=64, says="--store, in ")
    assert "--session" not in shell("login").stderr
    connect = ["--connect", listening["unix"]]
    check_fails(shell, "login", *connect, status=64, says="or --session, until the running")
    says = "nothing has changed: a token that is not stored ends with the server"
    check_fails(shell, "login", "--session", status=1, says=says)
    done = shell("login", "--session", "--with-token", *connect, input=f"{TOKEN}\n")
    assert done.returncode == 0 and "stored" not in done.stderr
    shell.environment["FAKE_SIGN_IN"] = json.dumps({"refused": NO_CLIENT_ID})
    says = "such as: gh auth token | gitxplorer-sh login --with-token --store\n"
    check_fails(shell, "login", "--store", status=1, says=says)
    answers = {"refused": NO_CLIENT_ID, "initialize": SANDBOX}
    shell.environment["FAKE_SIGN_IN"] = json.dumps(answers)
    says = "input, such as: gitxplorer-sh login --with-token --store\n"
    check_fails(shell, "login", "--store", status=1, says=says)


def spied(shell: Shell) -> Path:
    """Lets jq and the server write their arguments and environment to the returned file."""
    programs = shell.place / "programs"
    programs.mkdir()
    note = shell.place / "arguments"
    for name in ("jq", "gitxplorer"):
        real = shell.environment["GITXPLORER_BIN"] if name == "gitxplorer" else shutil.which("jq")
        spy = programs / name
        spy.write_text(f'#!/bin/sh\n{{ printf "%s\\n" "$@"; env; }} >>"{note}"\nexec "{real}" "$@"\n')
        spy.chmod(0o755)
    shell.environment["PATH"] = f"{programs}:{shell.environment['PATH']}"
    shell.environment["GITXPLORER_BIN"] = str(programs / "gitxplorer")
    return note


def test_a_token_from_stdin_is_in_no_argument_list_environment_or_trace(shell: Shell) -> None:
    note = spied(shell)
    # With these, bash would trace each command, and export each variable.
    shell.environment.update(SHELLOPTS="xtrace:allexport", token="", whole="")
    done = shell("login", "--with-token", "--store", "--table", input=f"{TOKEN}\n")
    assert done.returncode == 0 and done.stdout.startswith("Not signed in")
    assert "serve" in note.read_text() and TOKEN not in note.read_text() + done.stderr


def test_on_a_terminal_a_login_asks_whether_and_takes_a_pasted_token(
    shell: Shell, on_terminal: OnTerminal
) -> None:
    log = shell.place / "log"
    shell.environment["FAKE_LOG"] = str(log)
    shell.environment["FAKE_SIGN_IN"] = json.dumps({"refused": NO_CLIENT_ID})
    note = spied(shell)
    answers = [("[Y/n] ", "y\n"), ("Token: ", f"{TOKEN}\n")]
    seen = on_terminal([SCRIPT, "login"], shell.environment, answers)
    folder = shell.environment["XDG_CONFIG_HOME"] + "/gitxplorer"
    assert f"stored in {folder}" in seen and "https://github.com/settings/tokens" in seen
    assert "Not signed in" in seen and TOKEN not in seen + note.read_text()
    requests = [json.loads(text) for text in log.read_text().splitlines()]
    params = [each["params"] for each in requests if each["method"] == "auth.login"]
    assert params[1:] == [{"token": TOKEN, "store": True}] and len(params) == 2
    answers = [("[Y/n] ", "\n"), ("Token: ", "\n")]
    seen = on_terminal([SCRIPT, "login"], shell.environment, answers)
    assert "no token was given; nothing has changed" in seen
    log.unlink()
    seen = on_terminal([SCRIPT, "login"], shell.environment, [("[Y/n] ", "n\n")])
    assert "nothing has changed" in seen and not log.exists()


def test_no_server_is_left_behind(shell: Shell, fake_binary: str) -> None:
    note = shell.place / "pid"
    spy = shell.place / "spy"
    spy.write_text(f'#!/bin/sh\necho $$ >"{note}"\nexec "{fake_binary}" "$@"\n')
    spy.chmod(0o755)
    shell.environment["GITXPLORER_BIN"] = str(spy)
    assert shell("rate").returncode == 0
    with pytest.raises(ProcessLookupError):
        os.kill(int(note.read_text()), 0)


def test_shellcheck_finds_nothing() -> None:
    done = subprocess.run(["shellcheck", SCRIPT], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "")


@pytest.mark.parametrize("whose", ["socket", "directory"])
def test_nothing_is_sent_to_a_socket_of_another_user(
    shell: Shell, listening: dict[str, str], whose: str
) -> None:
    programs = shell.place / "programs"
    programs.mkdir()
    # Pretends that one of them belongs to user 4242.
    test = '[ -d "$3" ]' if whose == "directory" else '[ -S "$3" ]'
    (programs / "ls").write_text(
        f'#!/bin/sh\nif {test}; then owner=4242; else owner=$(id -u); fi\n'
        'echo "srw------- 1 $owner 0 0 Jan 1 00:00 $3"\n'
    )
    spied = shell.place / "spied"
    (programs / "nc").write_text(f'#!/bin/sh\ncat >"{spied}"\n')
    for program in programs.iterdir():
        program.chmod(0o755)
    shell.environment["PATH"] = f"{programs}:{shell.environment['PATH']}"
    says = "belongs to another user"
    check_fails(shell, "rate", "--connect", listening["unix"], status=3, says=says)
    assert not spied.exists()


def test_errors_about_params_name_this_commands_flags(shell: Shell) -> None:
    faults = [{"path": "/perPage", "message": "too large"}, {"path": "/login", "message": "bad"}]
    data = {"kind": "invalidParams", "errors": faults}
    refusal = {"code": -32602, "message": "Correct the params: perPage: too large.", "data": data}
    spy = shell.place / "spy"
    answer = json.dumps({"jsonrpc": "2.0", "id": 1, "error": refusal})
    spy.write_text(f"#!/bin/sh\nread -r line\nprintf '%s\\n' '{answer}'\ncat >/dev/null\n")
    spy.chmod(0o755)
    shell.environment["GITXPLORER_BIN"] = str(spy)
    done = shell("search", "x", "--per-page", "999")
    assert done.stderr == "gitxplorer-sh: --per-page: too large; LOGIN: bad\n"
    done = shell("call", "search.users", "{}")
    assert done.stderr == "gitxplorer-sh: Correct the params: perPage: too large. [/login: bad]\n"


def test_a_missing_value_and_an_unknown_flag_are_distinguished(shell: Shell) -> None:
    check_fails(shell, "repos", "a", "--limit", status=64, says="--limit needs a value")
    check_fails(shell, "repos", "a", "--bogus", status=64, says="unknown flag --bogus")
    check_fails(shell, "repos", "a", "--bogus", "1", status=64, says="unknown flag --bogus")


def test_a_flag_of_another_command_is_named_and_nothing_is_asked(shell: Shell) -> None:
    shell.environment["GITXPLORER_BIN"] = "/none"
    for line, says in (
        (["followers", "octocat", "--points", "3"], "followers has no flag --points"),
        (["readme", "a/b", "--repositories"], "readme has no flag --repositories"),
        (["rate", "--save=x"], "rate has no flag --save"),
        (["bogus", "--page", "2"], "there is no command 'bogus'"),
    ):
        check_fails(shell, *line, status=64, says=says)
