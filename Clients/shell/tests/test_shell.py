"""The shell client, as a user runs it, against the fake server."""

import json
import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Callable, Optional

import gitxplorer
import pytest
from fake_results import COMMANDS, PIXEL, RESULTS
from gitxplorer.cli.text import width
from hostile import BROWSERS, ODD_MESSAGES

SCRIPT = str(Path(__file__).parents[1] / "gitxplorer")
OnTerminal = Callable[[Sequence[str], dict[str, str]], str]


class Shell:
    """Runs the script on the fake server."""

    def __init__(self, environment: dict[str, str], place: Path) -> None:
        self.environment = environment
        self.place = place

    def __call__(self, *arguments: str, **options: Any) -> "subprocess.CompletedProcess[str]":
        options = {"stdin": subprocess.DEVNULL, **options} if "input" not in options else options
        return subprocess.run(
            [SCRIPT, *arguments],
            capture_output=True,
            text=True,
            encoding="utf-8",
            env=self.environment,
            cwd=self.place,
            **options,
        )

    def sent(self, *arguments: str) -> Any:
        """The request that a command line sends."""
        log = self.place / "sent"
        spy = self.place / "spy"
        spy.write_text(f'#!/bin/sh\nhead -n 1 >"{log}"\n')
        spy.chmod(0o755)
        self.environment["GITXPLORER_BIN"] = str(spy)
        assert self(*arguments).returncode == 3
        return json.loads(log.read_text())

    def browser(self) -> Path:
        """Sets a browser that writes the pages that it opens to the returned file."""
        pages = self.place / "pages"
        browser = self.place / "browser"
        browser.write_text(f'#!/bin/sh\nprintf "%s\\n" "$@" >>"{pages}"\n')
        browser.chmod(0o755)
        self.environment["BROWSER"] = str(browser)
        return pages


@pytest.fixture
def shell(environment: dict[str, str], fake_binary: str, tmp_path: Path) -> Shell:
    return Shell({**environment, "GITXPLORER_BIN": fake_binary}, tmp_path)


LINES = {
    **COMMANDS,
    "cache-clear octocat": "cache.clear",
    "auth-status": "auth.status",
    "logout": "auth.logout",
}


@pytest.mark.parametrize("line", LINES)
def test_a_pipe_gets_json(shell: Shell, line: str) -> None:
    done = shell(*line.split())
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout) == RESULTS[LINES[line]]
    assert done.stdout.count("\n") == 1


@pytest.mark.parametrize("line", LINES)
def test_a_table_fits_the_screen_and_has_no_control_characters(shell: Shell, line: str) -> None:
    done = shell(*line.split(), "--table")
    assert (done.returncode, done.stderr) == (0, "")
    assert "\x1b" not in done.stdout and "\u202e" not in done.stdout
    assert all(width(text) <= 100 for text in done.stdout.splitlines())
    assert len(done.stdout.splitlines()) >= 1


def test_columns_are_aligned_whatever_the_script(shell: Shell) -> None:
    lines = shell("repos", "octocat", "--table").stdout.splitlines()
    rows = [line for line in lines if line.startswith(("Hello-World", "日本語テスト", "empty"))]
    ends = [width(row[: row.index(n) + len(n)]) for row, n in zip(rows, ("1,234,567", "42", "0"))]
    assert len(set(ends)) == 1 and len(rows) == 3
    assert rows[0].endswith("…")


@pytest.mark.parametrize(
    ("line", "changed", "says"),
    [
        ("repos octocat", {"total": 1}, "octocat: 1 repository"),
        ("repo octocat/Hello-World", {"watchers": 1, "openIssues": 1},
         " · 1 watcher · 1 open issue · "),
        ("repo octocat/Hello-World", {"watchers": 0, "openIssues": 2000},
         " · 0 watchers · 2,000 open issues · "),
        ("history octocat/Hello-World", {"stars": 1}, "octocat/Hello-World: 1 star\n"),
        ("search x", {"totalCount": 1}, "1 user found"),
        ("search --repositories x", {"totalCount": 1}, "1 repository found"),
        ("search --repositories x", {"totalCount": 2}, "2 repositories found"),
        ("cache-clear", {"removed": 1}, "1 entry removed"),
    ],
)
def test_one_thing_is_not_counted_as_several(
    shell: Shell, line: str, changed: dict[str, Any], says: str
) -> None:
    check_shows(shell, line, changed, says)


@pytest.mark.parametrize(
    "line",
    ["followers octocat", "following octocat", "starred octocat", "stargazers octocat/Hello-World",
     "search x", "search --repositories x"],
)  # fmt: skip
def test_a_page_past_the_last_one_says_so(shell: Shell, line: str) -> None:
    empty = {"users": [], "repositories": [], "stargazers": [], "nextPage": None, "lastPage": 3}
    shown = check_shows(shell, line, {**empty, "page": 9999}, "This page is past the last one.")
    assert "──" not in shown and "Page 9999" in shown
    shown = check_shows(shell, line, {**empty, "page": 1, "lastPage": None}, "──")
    assert "past" not in shown


def test_bars_are_scaled_to_the_screen(shell: Shell) -> None:
    points = [{"at": f"20{n}-01-01T00:00:00Z", "stars": n * 50_000} for n in (10, 20)]
    shell.environment["COLUMNS"] = "30"
    shown = check_shows(shell, "history octocat/Hello-World", {"points": points})
    bars = [line.count("█") for line in shown.splitlines() if "█" in line]
    assert bars == [3, 7] and "…" not in shown.split("GitHub lists")[0]
    shell.environment["COLUMNS"] = "80"
    shown = check_shows(shell, "history octocat/Hello-World", {"points": points})
    assert [line.count("█") for line in shown.splitlines() if "█" in line] == [10, 20]


def test_starred_repositories_with_long_names_fit_the_screen(shell: Shell) -> None:
    shell.environment["COLUMNS"] = "80"
    starred = [
        {**repository, "fullName": f"{'o' * 39}/{'n' * 30}", "language": "Jupyter Notebook"}
        for repository in RESULTS["user.starred"]["repositories"]
    ]
    shown = check_shows(shell, "starred octocat", {"repositories": starred}, "ooo…")
    assert all(width(line) <= 80 for line in shown.splitlines())


def check_shows(shell: Shell, line: str, changed: dict[str, Any], *says: str) -> str:
    """The table of a result of which some members are changed has some words; returns it."""
    command = "search x --repositories" if "--repositories" in line else line.split()[0]
    method = {
        "repos": "repos.list", "repo": "repo.summary", "history": "repo.starHistory",
        "search": "search.users", "search x --repositories": "search.repositories",
        "starred": "user.starred", "followers": "user.followers", "following": "user.following",
        "stargazers": "repo.stargazers", "cache-clear": "cache.clear",
    }[command]
    shell.environment["FAKE_SIGN_IN"] = json.dumps({method: {**RESULTS[method], **changed}})
    done = shell(*line.split(), "--table")
    assert (done.returncode, done.stderr) == (0, "")
    for words in says:
        assert words in done.stdout
    return done.stdout


def test_a_terminal_gets_a_table(shell: Shell, on_terminal: OnTerminal) -> None:
    seen = on_terminal([SCRIPT, "summary", "octocat"], shell.environment)
    assert "\x1b[1mThe Octocat\x1b[0m" in seen and "★ 1,234,609" in seen
    shell.environment["NO_COLOR"] = "1"
    assert "\x1b" not in on_terminal([SCRIPT, "summary", "octocat"], shell.environment)
    seen = on_terminal([SCRIPT, "rate", "--json"], shell.environment)
    assert '"authenticated": false' in seen


def test_a_running_server_is_asked_over_its_socket(shell: Shell, listening: dict[str, str]) -> None:
    del shell.environment["GITXPLORER_BIN"]
    assert shell("rate", "--connect", listening["unix"]).returncode == 0
    shell.environment["GITXPLORER_SOCKET"] = listening["unix"][len("unix:") :]
    assert json.loads(shell("rate").stdout) == RESULTS["rate.status"]


@pytest.mark.parametrize(
    ("line", "params"),
    [
        (["users-random"], None),
        (["users-random", "--count", "3", "--seed=9007199254740991"], {"count": 3}),
        (["repos", "a", "--no-forks", "--max-age", "0"], {"login": "a", "forks": False}),
        (["search", "a b", "c:>1", "--per-page", "7"], {"query": "a b c:>1", "perPage": 7}),
        (["stargazers", "a/b", "--page", "2"], {"owner": "a", "name": "b", "page": 2}),
        (["search", "--", "--open", "-x"], {"query": "--open -x"}),
        (["search", "--repositories", "a", "--sort", "forks"], {"query": "a", "sort": "forks"}),
        (["history", "a/b", "--points", "7"], {"owner": "a", "name": "b", "points": 7}),
        (["starred", "a", "--sort", "updated", "--direction", "asc"],
         {"login": "a", "sort": "updated", "direction": "asc"}),
        (["followers", "a", "--page", "3"], {"login": "a", "page": 3}),
        (["summary", "\"; $(id) \\ ' é"], {"login": "\"; $(id) \\ ' é"}),
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


def check_fails(shell: Shell, *line: str, status: int, says: str) -> None:
    """One sentence on stderr, nothing on stdout."""
    done = shell(*line)
    assert (done.returncode, done.stdout) == (status, "")
    assert says in done.stderr
    assert done.stderr.count("\n") == 1 and done.stderr.startswith("gitxplorer: ")


def test_an_error_of_the_server_exits_1_with_its_sentence(shell: Shell) -> None:
    sentence = "There is no user nobody; check the spelling. See https://github.com/nobody"
    check_fails(shell, "summary", "nobody", status=1, says=sentence)
    data = {"kind": "invalidParams", "errors": [{"path": "/count", "message": "too large"}]}
    error = json.dumps({"code": -32602, "message": "Params do not fit.", "data": data})
    check_fails(shell, "call", "test.fail", error, status=1, says="[/count: too large]")


def test_an_unreachable_server_exits_3(shell: Shell) -> None:
    check_fails(shell, "rate", "--connect", "unix:none", status=3, says="no server listens at")
    check_fails(shell, "call", "test.hangup", status=3, says="ended without a response")
    shell.environment["GITXPLORER_BIN"] = "/none"
    check_fails(shell, "rate", status=3, says="there is no /none")


def test_the_script_does_not_start_itself(shell: Shell) -> None:
    del shell.environment["GITXPLORER_BIN"]
    shell.environment["PATH"] = f"{Path(SCRIPT).parent}:/usr/bin:/bin"
    check_fails(shell, "rate", status=3, says="there is no server")


def test_the_server_on_the_path_is_started(shell: Shell) -> None:
    binary = shell.environment.pop("GITXPLORER_BIN")
    places = [str(Path(SCRIPT).parent), str(Path(binary).parent), shell.environment["PATH"]]
    shell.environment["PATH"] = os.pathsep.join(places)
    assert json.loads(shell("rate").stdout) == RESULTS["rate.status"]


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
        ["login", "--with-token"],
        ["followers", "octocat", "--points", "3"],
        ["starred", "octocat", "--order=asc"],
        ["search", "x", "--direction", "asc"],
        ["rate", "--page", "2"],
        ["repos", "octocat", "--page", "2"],
        ["call", "repos.list", "{}", "--limit", "3"],
    ],
)
def test_a_usage_error_exits_64(shell: Shell, line: list[str]) -> None:
    check_fails(shell, *line, status=64, says="(try --help)" if "--connect" not in line else "")


def test_help_names_every_command(shell: Shell) -> None:
    done = shell("--help")
    assert done.returncode == 0
    for command in LINES:
        assert f"\n  {command.split()[0]}" in done.stdout


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
        (["summary", "octocat", "--open"], "https://github.com/octocat"),
        (["users-random", "--open=2"], "https://github.com/github"),
        (["stargazers", "octocat/Hello-World", "--open"], "https://github.com/bmizerany"),
        (["repo", "octocat/Hello-World", "--open"], "https://github.com/octocat/Hello-World"),
        (["readme", "octocat/Hello-World", "--open"],
         "https://github.com/octocat/Hello-World/blob/master/README"),
        (["search", "--repositories", "hello", "--open"], "https://github.com/octocat/Hello-World"),
        (["summary", "nobody", "--open"], "https://github.com/nobody"),
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


@pytest.mark.parametrize("message", [m for m in ODD_MESSAGES if '"id":null' not in m])
def test_an_odd_message_is_ignored(shell: Shell, message: str) -> None:
    text = f'{message}\n{{"jsonrpc":"2.0","id":1,"result":"answered"}}\n'
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
    done = shell("login", "--scope", "repo", "--table")
    first, *rest = done.stderr.splitlines()
    assert first == "Open https://github.com/login/device and type in the code ABCD-EFGH."
    if source == "session":
        assert (done.returncode, done.stdout, rest) == (0, "Signed in as octocat.\n", [])
    else:
        assert (done.returncode, done.stdout, len(rest)) == (1, "", 1)
    params = {"device": True, "store": True, "scopes": ["repo"]}
    assert shell.sent("login", "--scope", "repo")["params"] == params


def test_a_token_is_read_from_stdin_and_appears_in_no_argument_list(shell: Shell) -> None:
    token = "ghp_0123456789"
    programs = shell.place / "programs"
    programs.mkdir()
    note = shell.place / "arguments"
    for name in ("jq", "gitxplorer"):
        real = shell.environment["GITXPLORER_BIN"] if name == "gitxplorer" else shutil.which("jq")
        spy = programs / name
        spy.write_text(f'#!/bin/sh\nprintf "%s\\n" "$@" >>"{note}"\nexec "{real}" "$@"\n')
        spy.chmod(0o755)
    shell.environment["PATH"] = f"{programs}:{shell.environment['PATH']}"
    shell.environment["GITXPLORER_BIN"] = str(programs / "gitxplorer")
    done = shell("login", "--with-token", "--session", "--table", input=f"{token}\n")
    assert done.returncode == 0 and done.stdout.startswith("Not signed in")
    assert "serve" in note.read_text() and token not in note.read_text()


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


STRANGE = "a\x9b31m\u202eb\u2066c\x7f\U000e0041"
ESCAPES = "a\\u009b31m\\u202eb\\u2066c\\u007f\\udb40\\udc41"


def check_escaped(seen: str) -> None:
    """STRANGE is shown in full, escaped, and has no effect."""
    assert ESCAPES in seen
    assert not set(seen) & set(STRANGE[1:2] + "\u202e\u2066\x7f\U000e0041")


def test_a_terminal_gets_escapes_in_tables_json_and_errors(
    shell: Shell, on_terminal: OnTerminal
) -> None:
    user = {**RESULTS["user.summary"]["user"], "name": STRANGE, "profileUrl": STRANGE}
    summary = {**RESULTS["user.summary"], "user": user, "favoriteLanguage": STRANGE}
    shell.environment["FAKE_SIGN_IN"] = json.dumps({"user.summary": summary})
    fault = json.dumps({"code": 1404, "message": STRANGE, "data": {}})
    for line in (
        ["summary", "octocat"],
        ["summary", "octocat", "--json"],
        ["call", "test.fail", fault],
        ["bogus" + STRANGE],
    ):
        seen = on_terminal([SCRIPT, *line], shell.environment)
        check_escaped(seen)
    assert json.loads(shell("summary", "octocat").stdout)["favoriteLanguage"] == STRANGE


def test_a_readme_is_printed_alone_and_has_no_effect(shell: Shell, on_terminal: OnTerminal) -> None:
    text = f"# Title\r\n\n\tindented  twice\n{STRANGE} \x1b[2J\r\x00\n"
    readme = {**RESULTS["repo.readme"], "text": text, "truncated": True}
    shell.environment["FAKE_SIGN_IN"] = json.dumps({"repo.readme": readme})
    done = shell("readme", "octocat/Hello-World", "--table")
    first, second, third, strange = done.stdout.split("\n")[:4]
    assert (first, second, third) == ("# Title", "", "\tindented  twice")
    assert strange == f"{ESCAPES} \\u001b[2J\\u000d\\u0000"
    assert done.stderr == (
        "gitxplorer: the README is longer than what was sent;"
        " see https://github.com/octocat/Hello-World/blob/master/README\n"
    )
    check_escaped(on_terminal([SCRIPT, "readme", "octocat/Hello-World"], shell.environment))
    done = shell("readme", "octocat/Hello-World", "--json")
    assert (json.loads(done.stdout)["text"], done.stderr) == (text, "")


def test_a_repository_without_anything_is_shown(shell: Shell) -> None:
    repository = {**RESULTS["repo.summary"]["repository"], "description": None, "stars": 0}
    summary = {**RESULTS["repo.summary"], "repository": repository, "languages": [],
               "latestRelease": None}  # fmt: skip
    point = {"at": "2026-11-26T00:00:00Z", "stars": 0}
    history = {**RESULTS["repo.starHistory"], "stars": 0, "points": [point], "complete": False}
    lists = {
        method: {**RESULTS[method], member: []}
        for method, member in [("user.starred", "repositories"), ("user.followers", "users"),
                               ("search.repositories", "repositories")]
    }  # fmt: skip
    results = {"repo.summary": summary, "repo.starHistory": history, **lists}
    shell.environment["FAKE_SIGN_IN"] = json.dumps(results)
    done = shell("repo", "a/b", "--table")
    assert "Latest release: none" in done.stdout and "Language" not in done.stdout
    assert "first 40,000" in shell("history", "a/b", "--table").stdout
    for line in (["starred", "a"], ["followers", "a"], ["search", "--repositories", "a"]):
        done = shell(*line, "--table")
        assert (done.returncode, done.stderr) == (0, "") and "Page 1" in done.stdout


def test_shares_of_languages_add_up(shell: Shell) -> None:
    lines = shell("repo", "octocat/Hello-World", "--table").stdout.splitlines()
    (swift,) = [line for line in lines if line.startswith("Swift")]
    (c,) = [line for line in lines if line.startswith("C ")]
    assert swift.split()[1:3] == ["100.0", "%"] and c.split()[1:] == ["<0.1", "%", "█"]


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
    refusal = {"code": -32602, "message": "Correct the params: /perPage: too large.", "data": data}
    spy = shell.place / "spy"
    answer = json.dumps({"jsonrpc": "2.0", "id": 1, "error": refusal})
    spy.write_text(f"#!/bin/sh\nread -r line\nprintf '%s\\n' '{answer}'\ncat >/dev/null\n")
    spy.chmod(0o755)
    shell.environment["GITXPLORER_BIN"] = str(spy)
    done = shell("search", "x", "--per-page", "999")
    assert done.stderr == "gitxplorer: --per-page: too large; LOGIN: bad\n"
    done = shell("call", "search.users", "{}")
    assert done.stderr == "gitxplorer: Correct the params: /perPage: too large. [/login: bad]\n"


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


def test_the_version_is_that_of_the_other_clients(shell: Shell) -> None:
    assert shell("--version").stdout == f"gitxplorer-sh {gitxplorer.__version__}\n"


#: Prints a shell's completions of the given words, one per line.
COMPLETE = {
    "bash": f"""source <("{SCRIPT}" --completions); COMP_WORDS=(gitxplorer "$@"); COMP_CWORD=$#
        _gitxplorer_sh; printf "%s\\n" "${{COMPREPLY[@]}}" """,
    # `compadd` works in the editor only; here it prints what begins as the last word does.
    "zsh": f"""compdef() {{ : }}; compadd() {{ shift; print -l -- ${{(M)@:#${{words[CURRENT]}}*}} }}
        source <("{SCRIPT}" --completions=zsh)
        words=(gitxplorer "$@"); CURRENT=$(($# + 1)); _gitxplorer_sh""",
    "fish": f""""{SCRIPT}" --completions=fish | source; complete -C"gitxplorer $argv" | cut -f 1""",
}


@pytest.mark.parametrize("name", COMPLETE)
@pytest.mark.parametrize(
    ("words", "completed"),
    [
        (["star"], ["stargazers", "starred"]),
        (["search", "--rep"], ["--repositories"]),
        (["repos", "--l"], ["--limit", "--language"]),
        (["repos", "octocat", "--sort", "n"], ["name"]),
        (["search", "x", "--sort", ""], ["bestMatch", "followers", "repositories", "joined"]),
        (["search", "--repositories", "x", "--sort", ""],
         ["bestMatch", "stars", "forks", "updated"]),
        (["search", "--repositories", "x", "--order", "a"], ["asc"]),
        (["search", "x", "--sort", "stars", "--order", "d"], ["desc"]),
        (["rate", "--js"], ["--json"]),
        (["rate", "--max"], ["--max-age"]),
    ],
)
def test_commands_flags_and_choices_are_completed(
    shell: Shell, name: str, words: list[str], completed: list[str], tmp_path: Path
) -> None:
    command = {"bash": ["bash", "-c"], "zsh": ["zsh", "-fc"], "fish": ["fish", "--no-config", "-c"]}
    arguments = words if name == "fish" else [name, *words]
    done = subprocess.run(
        [*command[name], COMPLETE[name], *arguments],
        env={**shell.environment, "HOME": str(tmp_path)}, capture_output=True, text=True,
    )  # fmt: skip
    found = [line for line in done.stdout.splitlines() if line]
    assert (sorted(found), done.stderr) == (sorted(completed), "")


def test_completions_for_another_shell_are_rejected(shell: Shell) -> None:
    check_fails(shell, "--completions=tcsh", status=64, says="takes bash, zsh or fish")


def test_another_program_name_appears_in_help_manual_and_completions(
    shell: Shell, tmp_path: Path
) -> None:
    other = tmp_path / "gitxplorer-sh"
    other.symlink_to(SCRIPT)
    for flag, text in (
        ("--help", "usage: gitxplorer-sh COMMAND"),
        ("--manual", "\ngitxplorer-sh \\- explore"),
        ("--completions", "complete -o default -F _gitxplorer_sh gitxplorer-sh\n"),
        ("--completions=zsh", "#compdef gitxplorer-sh\n"),
        ("--completions=fish", "complete -c gitxplorer-sh "),
    ):
        done = subprocess.run([str(other), flag], capture_output=True, text=True)
        assert text in done.stdout and done.stderr == ""


def test_the_manual_page_is_valid(shell: Shell) -> None:
    page = shell("--manual").stdout
    done = subprocess.run(
        ["man", "--warnings", "-l", "-"],
        input=page, env={**shell.environment, "MANWIDTH": "100", "LC_ALL": "C.UTF-8"},
        capture_output=True, text=True,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert "--per-page N" in done.stdout and "ENVIRONMENT" in done.stdout


def test_a_dumb_terminal_gets_no_color_but_tables_of_its_width(shell: Shell) -> None:
    command = ["script", "-qec", f"stty cols 50; '{SCRIPT}' repos octocat", "/dev/null"]
    environment = {k: v for k, v in shell.environment.items() if k != "COLUMNS"}
    for name, colored in (("dumb", False), ("xterm", True)):
        done = subprocess.run(
            command, env={**environment, "TERM": name}, stdin=subprocess.DEVNULL,
            capture_output=True, text=True,
        )  # fmt: skip
        assert ("\x1b" in done.stdout) is colored, done.stderr
        rule = next(line for line in done.stdout.splitlines() if "──" in line)
        assert 40 < width(rule.strip()) <= 62
