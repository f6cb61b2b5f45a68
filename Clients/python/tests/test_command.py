"""The command, as a user runs it, against the fake server."""

import base64
import json
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any, Callable

import gitxplorer
import pytest
from fake_results import COMMANDS, NO_CLIENT_ID, PIXEL, RESULTS, SANDBOX, flags
from gitxplorer.cli import main
from gitxplorer.cli.text import width

OnTerminal = Callable[..., str]


class Command:
    """Runs ``python -m gitxplorer`` on the fake server."""

    def __init__(self, server: list[str], environment: dict[str, str], place: Path) -> None:
        self.environment = {**environment, "GITXPLORER_SERVER": shlex.join(server)}
        self.place = place

    def __call__(self, *arguments: str, **options: Any) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            [sys.executable, "-m", "gitxplorer", *arguments],
            capture_output=True,
            text=True,
            encoding="utf-8",
            env=self.environment,
            cwd=self.place,
            **options,
        )


@pytest.fixture
def command(fake_command: list[str], environment: dict[str, str], tmp_path: Path) -> Command:
    return Command(fake_command, environment, tmp_path)


@pytest.mark.parametrize("line", ["repos octocat", "avatar octocat", "cache-clear"])
def test_a_pipe_gets_the_result_unchanged(command: Command, line: str) -> None:
    done = command(*line.split())
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout) == RESULTS[COMMANDS[line]]
    assert done.stdout.count("\n") == 1


@pytest.mark.parametrize("line", COMMANDS)
def test_a_table_fits_the_screen_and_has_no_control_characters(command: Command, line: str) -> None:
    done = command(*line.split(), "--table")
    assert (done.returncode, done.stderr) == (0, "")
    assert "\x1b" not in done.stdout and "\u202e" not in done.stdout
    assert all(width(text) <= 100 for text in done.stdout.splitlines())


def test_columns_are_aligned_whatever_the_script(command: Command) -> None:
    lines = command("repos", "octocat", "--table").stdout.splitlines()
    rows = [line for line in lines if line.startswith(("Hello-World", "日本語テスト", "empty"))]
    ends = [width(row[: row.index(n) + len(n)]) for row, n in zip(rows, ("1,234,567", "42", "0"))]
    assert len(set(ends)) == 1 and len(rows) == 3
    assert rows[0].endswith("…")


def test_flags_become_params(command: Command) -> None:
    flags = ["--sort", "name", "--limit", "5", "--no-forks", "--refresh", "--max-age", "0"]
    done = command("repos", "octocat", *flags, "--trace")
    sent = json.loads(done.stderr.splitlines()[0][3:])
    assert sent["params"] == {
        "login": "octocat",
        "sort": "name",
        "limit": 5,
        "forks": False,
        "refresh": True,
        "maxAge": 0,
    }


@pytest.mark.parametrize(
    ("line", "params"),
    [
        ("history a/b --points 9", {"owner": "a", "name": "b", "points": 9}),
        ("starred a --sort updated --page 2", {"login": "a", "sort": "updated", "page": 2}),
        ("following @a --per-page 5", {"login": "a", "perPage": 5}),
        ("user github.com/a?tab=stars", {"login": "a"}),
        ("repo https://github.com/a/b/issues", {"owner": "a", "name": "b"}),
        (
            "search --repositories a b --sort stars --order asc",
            {"query": "a b", "sort": "stars", "order": "asc"},
        ),
    ],
)
def test_each_command_has_the_params_of_its_method(
    command: Command, line: str, params: dict[str, Any]
) -> None:
    assert sent(command(*line.split(), "--trace"))[0]["params"] == params


@pytest.mark.parametrize("line", [line for line in COMMANDS if "cache" not in line])
def test_the_flags_of_a_command_are_the_params_of_its_method(
    capsys: pytest.CaptureFixture[str], line: str
) -> None:
    assert exits(line.split()[0], "--help") == 0
    usage = capsys.readouterr().out.partition("\n\n")[0]
    own = {"--help", "--server", "--connect", "--secret-file", "--json", "--table", "--trace"}
    own |= {"--save"} if "avatar" in line else {"--repositories"} if "search" in line else set()
    assert set(re.findall("--[a-z-]+", usage)) - own == flags(COMMANDS[line])


@pytest.mark.parametrize(
    ("word", "nearest"),
    [("users-random", "random"), ("summary", "user"), ("stargazer", "stargazers"), ("x", "")],
)
def test_an_unknown_word_is_answered_with_the_nearest(
    capsys: pytest.CaptureFixture[str], word: str, nearest: str
) -> None:
    says = f"'{word}'" + (f"; did you mean {nearest}?" if nearest else " (try")
    check_is_misuse(capsys, word, "octocat", says=f"there is no command {says}")


def test_the_server_may_be_named_before_or_after_the_command(
    command: Command, fake_command: list[str]
) -> None:
    server = command.environment.pop("GITXPLORER_SERVER")
    assert command("--server", server, "rate").returncode == 0
    assert command("rate", "--server", server).returncode == 0


def test_running_servers_are_asked_over_their_sockets(
    command: Command, listening: dict[str, str]
) -> None:
    assert command("rate", "--connect", listening["unix"]).returncode == 0
    tcp = ["--connect", listening["tcp"], "--secret-file"]
    assert command("rate", *tcp, listening["secret_file"]).returncode == 0
    (command.place / "wrong").write_text("0" * 64)
    assert command("rate", *tcp, "wrong").returncode == 1


def exits(*line: str) -> int:
    """The status with which a line ends that starts no server, run in this process."""
    try:
        return main(line)
    except SystemExit as end:
        return int(end.code or 0)


def check_is_misuse(capsys: pytest.CaptureFixture[str], *line: str, says: str = "") -> None:
    """Status 64, one sentence on stderr, nothing on stdout."""
    assert exits(*line) == 64
    done = capsys.readouterr()
    assert says in done.err
    assert done.err.count("\n") == 1 and done.err.startswith("gitxplorer: ")
    assert done.out == ""


def check_fails(command: Command, *line: str, status: int, says: str) -> None:
    """One sentence on stderr, nothing on stdout."""
    done = command(*line)
    assert done.returncode == status
    assert says in done.stderr
    assert done.stderr.count("\n") == 1 and done.stderr.startswith("gitxplorer: ")
    assert done.stdout == ""


def test_an_error_of_the_server_exits_1_with_its_sentence(command: Command) -> None:
    sentence = "There is no user nobody; check the spelling. See https://github.com/nobody"
    check_fails(command, "user", "nobody", status=1, says=sentence)


def test_an_error_about_params_names_the_commands_words(command: Command) -> None:
    paths = ("/perPage", "/login", "/archived", "/scopes/0")
    faults = [{"path": path, "message": "is wrong"} for path in paths]
    data = {"kind": "invalidParams", "errors": faults}
    fault = {"code": -32602, "message": "Correct the params: perPage: is wrong.", "data": data}
    line = ["call", "test.fail", json.dumps(fault)]
    says = "perPage: is wrong. [/login: is wrong; /archived: is wrong; /scopes/0: is wrong]\n"
    check_fails(command, *line, status=1, says=says)
    command.environment["FAKE_SIGN_IN"] = json.dumps({"refused": fault})
    says = ": --per-page: is wrong; LOGIN: is wrong; --no-archived: is wrong; --scope: is wrong\n"
    done = command("login", "--store")
    assert (done.returncode, done.stdout) == (1, "") and done.stderr.endswith(says)


def test_a_hint_to_sign_in_shows_the_command(command: Command) -> None:
    fault = {"code": 1429, "message": "Wait, or sign in for more.", "data": {"kind": "rateLimited"}}
    server = command.environment.pop("GITXPLORER_SERVER")
    done = command("call", "test.fail", json.dumps(fault), "--server", server)
    hint = f"To sign in, run `python -m gitxplorer --server {shlex.quote(server)} login`.\n"
    assert done.stderr == f"gitxplorer: Wait, or sign in for more. {hint}"


def test_tables_say_whom_the_server_asks(command: Command) -> None:
    command.environment["FAKE_SIGN_IN"] = json.dumps({"initialize": SANDBOX})
    assert "\nfrom the sandbox, 2026" in command("user", "octocat", "--table").stdout
    assert "The sandbox's limits" in command("rate", "--table").stdout


def test_limits_begin_with_core_and_search_and_fit_the_screen(command: Command) -> None:
    limit = {"limit": 5000, "remaining": 4999, "used": 1, "resetAt": "2026-09-01T13:00:00Z"}
    names = ["graphql", "search", "code_search", "core"]
    result = {**RESULTS["rate.status"], "resources": dict.fromkeys(names, limit)}
    command.environment["FAKE_SIGN_IN"] = json.dumps({"rate.status": result})
    rows = [line.split() for line in command("rate", "--table").stdout.splitlines()[4:]]
    assert [row[0] for row in rows] == ["core", "search", "code_search", "graphql"]
    assert rows[0][1:3] == ["4,999", "5,000"]
    names.append("actions_runner_registration")
    result["resources"] = dict.fromkeys(names, {**limit, "limit": 1_000_000})
    command.environment["FAKE_SIGN_IN"] = json.dumps({"rate.status": result})
    for columns, has_gauge, has_date in ((100, True, True), (80, False, True), (60, False, False)):
        command.environment["COLUMNS"] = str(columns)
        shown = command("rate", "--table").stdout
        assert all(width(line) <= columns for line in shown.splitlines())
        assert ("░" in shown, "UTC" in shown) == (has_gauge, has_date)


def test_an_unreachable_server_exits_3(command: Command, fake_command: list[str]) -> None:
    check_fails(command, "rate", "--connect", "unix:none", status=3, says="no server answers")
    check_fails(command, "rate", "--server", "./none serve", status=3, says="cannot be started")
    check_fails(command, "call", "test.hangup", status=3, says="closed the connection")
    del command.environment["GITXPLORER_SERVER"]
    command.environment["PATH"] = "/nowhere"
    check_fails(command, "rate", status=3, says="not on the PATH")


@pytest.mark.parametrize(
    "line",
    [
        [],
        ["bogus"],
        ["repos"],
        ["repos", "x", "--limit", "many"],
        ["stargazers", "octocat"],
        ["readme", "octocat"],
        ["repo", "a/b/c"],
        ["search", "x", "--sort", "stars"],
        ["search", "--repositories", "x", "--sort", "followers"],
        ["call", "x", "{"],
        ["call", "x", "3"],
        ["rate", "--connect", "http://x"],
        ["rate", "--server", '"'],
    ],
)
def test_a_usage_error_exits_64(capsys: pytest.CaptureFixture[str], line: list[str]) -> None:
    check_is_misuse(capsys, *line)


def test_a_usage_error_is_the_exit_status(command: Command) -> None:
    check_fails(command, "bogus", status=64, says="there is no command 'bogus'")


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("repos x --sort strs", ": --sort takes stars, name, pushed, updated or created, found 'strs';"
         " did you mean stars? ("),
        ("user", ": expected LOGIN ("),
        ("repo octocat", ": expected OWNER/NAME, found 'octocat' ("),
    ],
)  # fmt: skip
def test_a_usage_error_names_what_is_expected(
    capsys: pytest.CaptureFixture[str], line: str, says: str
) -> None:
    check_is_misuse(capsys, *line.split(), says=says)


def test_params_may_come_from_stdin(command: Command) -> None:
    done = command("call", "test.echo", "-", input='{"text": "é"}')
    assert done.stdout == '{"text":"é"}\n'


def test_an_avatar_is_saved(command: Command) -> None:
    assert command("avatar", "octocat", "--save", "a b.png").returncode == 0
    assert (command.place / "a b.png").read_bytes() == PIXEL
    assert "octocat.png" in command("avatar", "octocat", "--save").stderr
    assert (command.place / "octocat.png").read_bytes() == PIXEL
    check_fails(command, "avatar", "octocat", "--save", "no/a", status=1, says="cannot be written")


def test_an_avatar_may_go_to_stdout_alone(command: Command) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "gitxplorer", "avatar", "octocat", "--save", "-"],
        env=command.environment,
        stdout=subprocess.PIPE,
        check=True,
    )
    assert done.stdout == PIXEL == base64.b64decode(RESULTS["user.avatar"]["data"])


LINE = [sys.executable, "-m", "gitxplorer", "repos", "octocat"]


def test_a_terminal_gets_color_and_a_bar_that_is_erased(
    command: Command, on_terminal: OnTerminal
) -> None:
    seen = on_terminal(LINE, command.environment)
    assert "\x1b[33m1,234,567\x1b[0m" in seen
    assert "50% repos.list page 1 of 2" in seen
    assert seen.rindex("\r\x1b[2K") < seen.index("Language")


def test_with_no_color_or_a_pipe_there_is_neither(
    command: Command, on_terminal: OnTerminal
) -> None:
    command.environment["NO_COLOR"] = "1"
    assert "\x1b[33m" not in on_terminal(LINE, command.environment)
    assert command("repos", "octocat").stderr == ""


def test_the_tour_shows_each_request_and_its_result(command: Command) -> None:
    done = command("demo")
    assert done.returncode == 0
    for method in ("users.random", "repos.list", "user.summary", "search.users"):
        assert f'"method":"{method}"' in done.stdout
    assert "The Octocat" in done.stdout
    assert 'source "network"' in done.stdout


@pytest.mark.parametrize(
    ("method", "params"),
    [
        ("auth.login", {"token": "no-token-of-github"}),
        ("auth.login", ["no-token-of-github"]),
        ("auth.login", {"toekn": "no-token-of-github", "scopes": ["repo"]}),
        ("session.authenticate", {"secret": "no-token-of-github"}),
        ("test.echo", {"text": "ghp_no-token-of-github github_pat_11AB_cd"}),
    ],
)
def test_a_trace_shows_no_secret(command: Command, method: str, params: Any) -> None:
    trace = command("call", method, json.dumps(params), "--trace").stderr
    assert "no-token-of-github" not in trace.replace("<secret>-", "")
    assert "github_pat_" not in trace and "<secret>" in trace
    assert ('"repo"' in trace) is ("scopes" in params)


STRANGE = "a\x9b31m\u202eb\u2066c\x7f"


def test_a_terminal_gets_escapes_in_json_and_errors(
    command: Command, on_terminal: OnTerminal
) -> None:
    line = [sys.executable, "-m", "gitxplorer", "call"]
    fault = {"code": 1404, "message": STRANGE, "data": {"profileUrl": "https://x/\u202e"}}
    for method, params in (("test.echo", {STRANGE: STRANGE}), ("test.fail", fault)):
        seen = on_terminal([*line, method, json.dumps(params), "--trace"], command.environment)
        assert "a\\u009b31m\\u202eb\\u2066c\\u007f" in seen
        assert not set(seen) & set("\x9b\u202e\u2066\x7f")
    done = command("call", "test.echo", json.dumps({"a": STRANGE}))
    assert done.stdout == json.dumps({"a": STRANGE}, ensure_ascii=False, separators=(",", ":")) + "\n"


def test_the_version_is_the_packages(command: Command) -> None:
    assert command("--version").stdout == f"gitxplorer-py {gitxplorer.__version__}\n"


TOKEN = "ghp_0123456789"


def sent(done: "subprocess.CompletedProcess[str]") -> list[Any]:
    """The messages that the command sent, by ``--trace``."""
    return [json.loads(line[3:]) for line in done.stderr.splitlines() if line.startswith(">> ")]


@pytest.mark.parametrize("store", [True, False])
def test_a_token_is_read_from_stdin_and_shown_nowhere(
    command: Command, store: bool, listening: dict[str, str]
) -> None:
    log = command.place / "log"
    command.environment["FAKE_LOG"] = str(log)
    flags = ["--store"] if store else ["--session", "--connect", listening["unix"]]
    done = command("login", "--with-token", "--table", "--trace", *flags, input=f" {TOKEN}\n")
    assert done.returncode == 0 and done.stdout.startswith("Not signed in")
    assert ("stored in" in done.stderr) is store
    if store:
        message = json.loads(log.read_text().splitlines()[-1])
        assert message["method"] == "auth.login"
        assert message["params"] == {"token": TOKEN, "store": True}
    # A trace shows that there was a token, but not its value.
    assert sent(done)[1]["params"] == {"token": "<secret>", "store": store}
    assert TOKEN not in done.stderr + done.stdout


def test_without_a_terminal_a_login_says_what_to_pass(
    command: Command, listening: dict[str, str]
) -> None:
    check_fails(command, "login", status=64, says="--store, in ")
    assert "--session" not in command("login").stderr
    connect = ["--connect", listening["unix"]]
    check_fails(command, "login", *connect, status=64, says="or --session, until the running")
    says = "nothing has changed: a token that is not stored ends with the server"
    check_fails(command, "login", "--session", status=1, says=says)
    command.environment["FAKE_SIGN_IN"] = json.dumps({"refused": NO_CLIENT_ID})
    says = "such as: gh auth token | python -m gitxplorer login --with-token --store\n"
    check_fails(command, "login", "--store", status=1, says=says)
    says = "make a token at https://github.com/settings/tokens"
    answers = {"refused": NO_CLIENT_ID, "initialize": SANDBOX}
    command.environment["FAKE_SIGN_IN"] = json.dumps(answers)
    check_fails(command, "login", "--store", status=1, says=says)
    assert "gh auth token" not in command("login", "--store").stderr


def test_on_a_terminal_a_login_asks_whether_and_takes_a_pasted_token(
    command: Command, on_terminal: OnTerminal
) -> None:
    log = command.place / "log"
    command.environment["FAKE_LOG"] = str(log)
    command.environment["FAKE_SIGN_IN"] = json.dumps({"refused": NO_CLIENT_ID})
    line = [sys.executable, "-m", "gitxplorer", "login"]
    answers = [("[Y/n] ", "y\n"), ("Token: ", f"{TOKEN}\n")]
    seen = on_terminal(line, command.environment, answers)
    folder = command.environment["XDG_CONFIG_HOME"] + "/gitxplorer"
    assert f"stored in {folder}" in seen and "https://github.com/settings/tokens" in seen
    assert "Not signed in" in seen and TOKEN not in seen
    requests = [json.loads(text)["params"] for text in log.read_text().splitlines()[1:]]
    assert requests[1:] == [{"token": TOKEN, "store": True}]
    seen = on_terminal(line, command.environment, [("[Y/n] ", "\n"), ("Token: ", "\n")])
    assert "no token was given; nothing has changed" in seen
    pageless = {**NO_CLIENT_ID, "data": {"kind": "unauthorized", "retryable": False}}
    answers = json.dumps({"refused": pageless, "initialize": SANDBOX})
    environment = {**command.environment, "FAKE_SIGN_IN": answers}
    seen = on_terminal(line, environment, [("[Y/n] ", "\n"), ("Token: ", "\n")])
    assert "Make a token for the sandbox, and paste it here" in seen
    log.unlink()
    assert "nothing has changed" in on_terminal(line, command.environment, [("[Y/n] ", "n\n")])
    assert not log.exists()


def test_a_missing_token_on_stdin_is_a_usage_error(command: Command) -> None:
    done = command("login", "--with-token", "--store", input="\n")
    assert (done.returncode, done.stdout) == (64, "")


def test_a_login_by_code_says_what_to_do_and_waits(command: Command) -> None:
    pending = {
        "state": "pending",
        "userCode": "ABCD-EFGH",
        "verificationUri": "https://github.com/login/device",
        "expiresAt": "2026-09-01T12:15:00Z",
        "interval": 5,
    }
    for source, status in (("session", 0), ("stored", 1)):
        signed_in = {"state": "authenticated", "login": "octocat", "scopes": ["repo"]}
        answers = {
            "auth.login": pending,
            "auth.status": {**signed_in, "tokenSource": source},
            "changed": {"state": "authenticated"},
        }
        command.environment["FAKE_SIGN_IN"] = json.dumps(answers)
        flags = ["--store", "--scope", "repo", "--scope", "gist"]
        done = command("login", *flags, "--trace", "--table")
        first = done.stdout.splitlines()[0]
        assert first == "Open https://github.com/login/device and type in the code ABCD-EFGH."
        params = {"device": True, "scopes": ["repo", "gist"], "store": True}
        assert (done.returncode, sent(done)[1]["params"]) == (status, params)
        signed_in_line = "Signed in as octocat."
        assert done.stdout.splitlines()[1:] == ([signed_in_line] if status == 0 else [])


def test_logout_and_auth_status_work(command: Command) -> None:
    for line, method in (("logout", "auth.logout"), ("auth-status", "auth.status")):
        done = command(line, "--trace", "--table")
        hint = "To sign in, run `python -m gitxplorer login`.\n" if line == "auth-status" else ""
        assert done.stdout == f"Not signed in.\n{hint}"
        assert [message["method"] for message in sent(done)] == ["initialize", method]
        assert json.loads(command(line, "--json").stdout) == RESULTS[method]


def test_a_faults_message_is_not_repeated(command: Command) -> None:
    data = {"kind": "invalidParams", "errors": [{"path": "/count", "message": "too large"}]}
    error = {"code": -32602, "message": "Correct the params: count: too large.", "data": data}
    done = command("call", "test.fail", json.dumps(error))
    assert done.stderr == "gitxplorer: Correct the params: count: too large.\n"
