"""The command line: flags, environment, `call`, `schema`, `cache`, exit statuses."""

from __future__ import annotations

import json
import os
import pwd
import re
import subprocess
from pathlib import Path
from typing import Any, Dict, List, Optional, Tuple

import pytest

from harness.other_user import OtherUser
from harness.processes import Processes
from harness.terminal import on_terminal
from harness.wire import framed, request, unframed

LOGIN = json.dumps({"login": "octocat"})

BAD_FLAGS: List[List[str]] = [
    ["serve", "--no-such-flag"],
    ["serve", "--framing", "xml"],
    ["serve", "--max-message-bytes", "many"],
    ["serve", "--listen", "nowhere"],
    ["serve", "--listen", "127.0.0.1:99999"],
    ["serve", "--socket", "/" + "x" * 200],
    ["serve", "--log-level", "loud"],
    ["serve", "--log-format", "xml"],
    ["serve", "--api-url", "ftp://example.org"],
    ["serve", "--api-url", "not a url"],
    ["serve", "--api-url", "http://127.0.0.1:99999"],
    ["serve", "--sandbox", "--sandbox-option", "seed"],
    ["serve", "--sandbox", "--sandbox-option", "color=blue"],
    ["serve", "--sandbox", "--sandbox-option", "help=1"],
    ["serve", "--sandbox", "--sandbox-option", "seed=blue"],
    ["serve", "--token-file", "/no/such/file"],
    ["serve", "--parent-pid"],
    ["serve", "more"],
    ["cache", "polish"],
    ["schema", "--wright", "x"],
    ["explore"],
    ["call"],
    ["call", "--sandbox", "user.summary", "{"],
    ["call", "--sandbox", "user.summary", "octocat"],
    ["call", "--sandbox", "user.summary", "1"],
    ["call", "--connect", "nowhere", "cache.stats"],
]


@pytest.mark.parametrize("arguments", BAD_FLAGS, ids=" ".join)
def test_invalid_flags_give_one_line_and_exit_64(
    arguments: List[str], processes: Processes
) -> None:
    done = processes.run(*arguments)
    assert (done.returncode, done.stdout) == (64, b"")
    assert len(done.stderr.splitlines()) == 1 and len(done.stderr) > 20


@pytest.mark.parametrize(
    ("arguments", "remedy"),
    [
        (["srve"], "there is no command 'srve'; did you mean 'serve'?"),
        (["cal", "user.summary"], "there is no command 'cal'; did you mean 'call'?"),
        (["explore"], "there is no command 'explore'; there are help, random, user, "),
        (
            ["call", "--sandbox", "user.summary", "octocat"],
            """ Try: gitxplorer call user.summary '{"login":"octocat"}'""",
        ),
        (
            ["call", "--sandbox", "repo.summary", "octocat/Hello-World"],
            """ call repo.summary '{"owner":"octocat","name":"Hello-World"}'""",
        ),
        (["repos", "octocat", "--forks"], "'--forks'. Did you mean '--no-forks'? See"),
        (["serve", "--log-requets"], "'--log-requets'. Did you mean '--log-requests'? See"),
        (["rate", "--open"], "Unknown option '--open'. See"),
    ],
)
def test_a_usage_error_suggests_the_intended_command(
    arguments: List[str], remedy: str, processes: Processes
) -> None:
    done = processes.run(*arguments)
    assert done.returncode == 64
    assert remedy in done.stderr.decode(), done.stderr


@pytest.mark.parametrize(
    ("arguments", "command"),
    [
        (["serve", "--max-in-flight", "0"], "gitxplorer serve"),
        (["cache", "stats", "--no-such-flag"], "gitxplorer cache stats"),
        (["--no-such-flag"], "gitxplorer"),
    ],
)
def test_a_usage_error_names_the_help_of_its_command(
    arguments: List[str], command: str, processes: Processes
) -> None:
    done = processes.run(*arguments)
    assert done.returncode == 64
    assert done.stderr.decode().endswith(f" See '{command} --help'.\n"), done.stderr


def test_a_suggestion_does_not_repeat_invalid_json(processes: Processes) -> None:
    done = processes.run("call", "--sandbox", "user.summary", '{"login"')
    assert done.returncode == 64 and b"Try:" not in done.stderr


def numbers() -> Dict[str, Tuple[List[str], str]]:
    """Each flag of a number in the help: the commands that have it, and its bounds."""
    found: Dict[str, Tuple[List[str], str]] = {}
    for command in ("serve", "call", "mcp", "login", "sandbox"):
        done = subprocess.run(
            [os.environ.get("GITXPLORER", "gitxplorer"), command, "--help"], capture_output=True, check=True
        )
        # The help breaks its lines anywhere.
        for entry in " ".join(done.stdout.decode().split()).split(" --")[1:]:
            bounds = re.search(r": ([\d.]+ to \d+(?:\.\d+)?)\b", entry)
            if bounds:
                found.setdefault(f"--{entry.split()[0]}", ([], bounds[1]))[0].append(command)
    assert found, "the help names no bounds"
    return found


NUMBERS = numbers()

#: Options of the sandbox whose extreme values do not keep it from starting.
BOUNDED_WORLD = ["--seed", "--users", "--latency", "--rate-limit"]

NO_NUMBERS = ["1e30", "nan", "-inf", "9" * 400]


def refused(done: "subprocess.CompletedProcess[bytes]", *parts: str) -> bool:
    """Whether a command exited with 64 and one line that contains all parts."""
    text = done.stderr.decode()
    is_line = (done.returncode, done.stdout, len(text.splitlines())) == (64, b"", 1)
    return is_line and all(part in text for part in parts)


@pytest.mark.parametrize("flag", NUMBERS)
def test_a_number_out_of_bounds_gives_a_line_with_the_bounds(
    flag: str, processes: Processes
) -> None:
    commands, bounds = NUMBERS[flag]
    # All flags share the reading of numbers: each tries one text that is none.
    no_number = NO_NUMBERS[list(NUMBERS).index(flag) % len(NO_NUMBERS)]
    for value in (bounds.split()[-1] + "0", no_number):
        assert refused(processes.run(commands[0], flag, value), bounds, flag, value), value
    command = commands[-1]
    arguments = [command, *(["cache.stats"] if command == "call" else []), f"{flag}=-1"]
    assert refused(processes.run(*arguments), bounds, flag), command
    variable = "GITXPLORER_" + flag[2:].upper().replace("-", "_")
    done = processes.run(commands[0], environment={variable: "-1"})
    assert refused(done, f"gitxplorer: {variable}: ", bounds) and flag not in done.stderr.decode()


@pytest.mark.parametrize("name", ["seed", "users", "latency", "rate-limit"])
def test_a_number_in_sandbox_option_has_the_bounds_of_its_flag(
    name: str, processes: Processes
) -> None:
    commands = (["serve"], ["call", "cache.stats"], ["mcp"])
    for value, command in zip(("-1", "1e30", "9" * 30), commands):
        done = processes.run(*command, "--sandbox", "--sandbox-option", f"{name}={value}")
        assert refused(done, "--sandbox-option", NUMBERS[f"--{name}"][1], value)


@pytest.mark.parametrize("flags", [["serve", "--listen"], ["call", "cache.stats", "--connect"]])
@pytest.mark.parametrize("port", ["65536", "-1", "1e3", "9" * 30])
def test_a_port_out_of_bounds_gives_a_line_with_the_bounds(
    flags: List[str], port: str, processes: Processes
) -> None:
    scheme = "tcp:" if flags[0] == "call" else ""
    assert refused(processes.run(*flags, f"{scheme}127.0.0.1:{port}"), flags[-1], "0 to 65535")


@pytest.mark.parametrize("bound", [0, 1])
def test_numbers_at_their_bounds_are_accepted(bound: int, processes: Processes) -> None:
    flags: List[str] = []
    for flag, (commands, bounds) in NUMBERS.items():
        value = bounds.split(" to ")[bound]
        if commands == ["sandbox"]:
            flags += ["--sandbox-option", f"{flag[2:]}={value}"] if flag in BOUNDED_WORLD else []
        elif flag not in ("--parent-pid", "--max-message-bytes"):
            flags += [flag, value]
    # The sandbox has started. Its responses would take longer than the shortest timeout.
    message = request("cache.stats")
    done = processes.run("serve", "--sandbox", *flags, input=framed(message))
    assert done.returncode == 0, done.stderr
    assert unframed(done.stdout)[0]["id"] == message["id"]


@pytest.mark.parametrize(
    "flag", ["--upstream-timeout", "--request-timeout", "--idle-frame-timeout"]
)
def test_requests_are_answered_with_the_longest_timeouts(flag: str, processes: Processes) -> None:
    message = request("user.summary", {"login": "octocat"})
    done = processes.run("serve", "--sandbox", flag, "86400", input=framed(message))
    assert unframed(done.stdout)[0]["result"]["user"]["login"] == "octocat", done.stderr


def test_a_flag_variable_accepts_only_boolean_words(processes: Processes) -> None:
    done = processes.run("call", "cache.stats", environment={"GITXPLORER_OFFLINE": "maybe"})
    assert refused(done, "GITXPLORER_OFFLINE", "maybe")
    for arguments in (["call", "--help"], ["user", "-h"], ["call", "cache.stats", "--offline"]):
        done = processes.run(*arguments, environment={"GITXPLORER_OFFLINE": "maybe"})
        assert (done.returncode, done.stderr) == (0, b"")
    for word in ("0", "False", "no", "OFF"):
        done = processes.run("call", "cache.stats", environment={"GITXPLORER_LOG_HTTP": word})
        assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("start", ["\u0338", "\u200d", "\ufe0f"])
def test_a_value_in_the_environment_may_start_with_a_combining_character(
    start: str, processes: Processes
) -> None:
    for name in ("GITXPLORER_LOG_LEVEL", "GITXPLORER_API_URL"):
        done = processes.run("call", "cache.stats", environment={name: f"{start}x"})
        assert refused(done, f"gitxplorer: {name}")
    done = processes.run("cache", "path", environment={"GITXPLORER_CACHE": f"{start}x.sqlite"})
    assert done.stdout.decode().strip().endswith(f"{start}x.sqlite")


def test_a_value_in_the_environment_may_start_with_a_dash(processes: Processes) -> None:
    done = processes.run("cache", "path", environment={"GITXPLORER_CACHE": "-x.sqlite"})
    assert done.stdout == b"-x.sqlite\n"


def test_a_sandbox_that_cannot_start_says_why_in_one_sentence(processes: Processes) -> None:
    done = processes.run("sandbox", "--replay", "/nonexistent")
    sentence = b"gitxplorer: the sandbox cannot start: /nonexistent: cannot be read.\n"
    assert (done.returncode, done.stdout, done.stderr) == (1, b"", sentence)


@pytest.mark.parametrize("command", ["serve", "call", "mcp", "schema", "cache", "sandbox", ""])
def test_help_goes_to_stdout_with_exit_0(command: str, processes: Processes) -> None:
    done = processes.run(*command.split(), "--help")
    assert done.returncode == 0 and b"USAGE: gitxplorer" in done.stdout and done.stderr == b""


def test_there_are_completions_for_three_shells(processes: Processes) -> None:
    for shell in ("bash", "zsh", "fish"):
        done = processes.run("--generate-completion-script", shell)
        assert done.returncode == 0
        # Subcommands, and the methods that `call` takes.
        assert b"serve" in done.stdout and b"user.summary" in done.stdout


def protocol(processes: Processes, *arguments: str, **environment: str) -> Any:
    done = processes.run(
        "serve", *arguments, input=framed(request("initialize")), environment=environment
    )
    assert done.returncode == 0, done.stderr
    return unframed(done.stdout)[0]["result"]["protocol"]


def test_flags_override_the_environment(processes: Processes) -> None:
    environment = {
        "GITXPLORER_SANDBOX": "1",
        "GITXPLORER_MAX_MESSAGE_BYTES": "4096",
        "GITXPLORER_MAX_IN_FLIGHT": "7",
    }
    found = protocol(processes, **environment)
    assert (found["maxMessageBytes"], found["maxInFlight"]) == (4096, 7)
    environment["GITXPLORER_MAX_IN_FLIGHT"] = "many"
    found = protocol(processes, "--max-in-flight", "9", **environment)
    assert (found["maxMessageBytes"], found["maxInFlight"]) == (4096, 9)


SANDBOX = {"GITXPLORER_SANDBOX": "1"}
#: No server is there.
ELSEWHERE = "http://127.0.0.1:1"
API = {"GITXPLORER_API_URL": ELSEWHERE}
CONNECT = {"GITXPLORER_CONNECT": "unix:/none/socket"}


@pytest.mark.parametrize(
    ("flags", "variables", "status"),
    [
        (["--api-url", ELSEWHERE], SANDBOX, 1),
        (["--no-sandbox", "--offline"], SANDBOX, 1),
        (["--no-sandbox"], {**SANDBOX, **API}, 1),
        (["--sandbox"], API, 0),
        (["--sandbox"], {**SANDBOX, **API}, 0),
        (["--sandbox"], CONNECT, 0),
        (["--sandbox", "--log-level", "error"], {**CONNECT, "GITXPLORER_LOG_LEVEL": "loud"}, 0),
        ([], {**CONNECT, **SANDBOX}, 3),
        (["--connect", "unix:/none/socket"], {"GITXPLORER_CACHE_MAX_BYTES": "many"}, 3),
    ],
)
def test_a_flag_beats_the_variable_of_one_that_it_excludes(
    flags: List[str], variables: Dict[str, str], status: int, processes: Processes
) -> None:
    done = processes.run("call", *flags, "users.random", environment=variables)
    assert done.returncode == status, done.stderr


@pytest.mark.parametrize(
    ("flags", "variables", "parts"),
    [
        (["--sandbox", "--api-url", ELSEWHERE], {}, ["--sandbox", "--api-url"]),
        ([], {**SANDBOX, **API}, ["GITXPLORER_SANDBOX", "GITXPLORER_API_URL"]),
        (["--connect", "unix:/none/socket", "--sandbox"], {}, ["--connect", "--sandbox"]),
        (["--log-http"], CONNECT, ["gitxplorer: GITXPLORER_CONNECT asks ", "use for --log-http."]),
        ([], {"GITXPLORER_TOKEN_FILE": "/none"}, ["gitxplorer: GITXPLORER_TOKEN_FILE: "]),
        ([], {"GITXPLORER_LOG_FORMAT": "xml"}, ["gitxplorer: GITXPLORER_LOG_FORMAT: ", "'xml'"]),
    ],
)
def test_flags_or_variables_that_exclude_each_other_or_are_wrong_are_named(
    flags: List[str], variables: Dict[str, str], parts: List[str], processes: Processes
) -> None:
    assert refused(processes.run("call", *flags, "rate.status", environment=variables), *parts)


@pytest.mark.parametrize(
    "words",
    [
        ["call", "--sandbox", "user.sumary", "octocat"],
        ["call", "user.sumary", "--login", "octocat"],
        ["schema", "user.sumary", "octocat"],
    ],
)
def test_the_suggestion_for_a_method_comes_before_other_advice(
    words: List[str], processes: Processes
) -> None:
    done = processes.run(*words)
    sentence = "gitxplorer: there is no method 'user.sumary'; did you mean 'user.summary'?\n"
    assert (done.returncode, done.stderr.decode()) == (64, sentence)


def test_repeatable_flags_are_separated_by_commas_in_the_environment(
    processes: Processes,
) -> None:
    flags = ["--sandbox-option", "seed=3", "--sandbox-option", "users=1000000"]
    told = processes.run("call", "--sandbox", *flags, "users.random", "[2, 7]")
    variables = {"GITXPLORER_SANDBOX": "on", "GITXPLORER_SANDBOX_OPTION": "seed=3,users=1000000"}
    found = processes.run("call", "users.random", "[2, 7]", environment=variables)
    logins = [[each["login"] for each in json.loads(d.stdout)["users"]] for d in (told, found)]
    assert len(logins[0]) == 2 and logins[0] == logins[1]


def test_an_invalid_value_in_the_environment_gives_exit_64(processes: Processes) -> None:
    done = processes.run("serve", environment={"GITXPLORER_MAX_IN_FLIGHT": "none"})
    assert done.returncode == 64 and len(done.stderr.splitlines()) == 1


def test_call_prints_the_result_on_one_line(processes: Processes) -> None:
    done = processes.run("call", "--sandbox", "user.summary", LOGIN)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.count(b"\n") == 1
    assert json.loads(done.stdout)["user"]["login"] == "octocat"


def test_call_takes_params_by_position_and_from_stdin(processes: Processes) -> None:
    direct = processes.run("call", "--sandbox", "users.random", "[2, 7]")
    piped = processes.run("call", "--sandbox", "users.random", "-", input=b'{"seed":7,"count":2}\n')
    ids = [[user["id"] for user in json.loads(d.stdout)["users"]] for d in (direct, piped)]
    assert len(ids[0]) == 2 and ids[0] == ids[1]


def test_call_works_without_params(processes: Processes) -> None:
    done = processes.run("call", "--sandbox", "rate.status")
    assert done.returncode == 0 and "core" in json.loads(done.stdout)["resources"]


@pytest.mark.parametrize(
    ("method", "params", "code"),
    [
        ("user.summary", '{"login": "no-such-user-anywhere-at-all-0"}', 1404),
        ("user.summary", "{}", -32602),
        ("user.sumary", "{}", -32601),
    ],
)
def test_call_prints_an_error_on_stderr_and_exits_1(
    method: str, params: str, code: int, processes: Processes
) -> None:
    done = processes.run("call", "--sandbox", method, params)
    assert (done.returncode, done.stdout) == (1, b"")
    error = json.loads(done.stderr)
    assert error["code"] == code and error["data"]["kind"] and error["message"]


def test_call_pretty_prints_on_a_terminal(processes: Processes) -> None:
    status, seen = on_terminal(processes, "call", "--sandbox", "cache.stats")
    assert status == 0
    assert seen.count("\n") > 5 and json.loads(seen)["entries"] == 0


def test_call_asks_a_running_server(processes: Processes, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    server = processes.serve(
        *["--socket", str(tmp_path / "socket"), "--listen", "127.0.0.1:0"],
        *["--client-secret-file", str(secret)],
    )
    for kind in ("unix", "tcp"):
        before = server.sandbox.requests
        more = ["--client-secret-file", str(secret)] if kind == "tcp" else []
        address = server.addresses[kind]
        done = processes.run("call", "--connect", address, *more, "user.summary", LOGIN)
        assert done.returncode == 0, done.stderr
        assert json.loads(done.stdout)["user"]["login"] == "octocat"
        # The second time, the server's cache has the result.
        assert server.sandbox.requests == before + (2 if kind == "unix" else 0)
        done = processes.run("call", "--connect", address, *more, "user.summary", "{}")
        assert (done.returncode, json.loads(done.stderr)["code"]) == (1, -32602)


def test_call_with_a_wrong_secret_gives_an_error(processes: Processes, tmp_path: Path) -> None:
    server = processes.serve("--listen", "127.0.0.1:0")
    wrong = tmp_path / "wrong"
    wrong.write_text("0" * 64 + "\n")
    wrong.chmod(0o600)
    done = processes.run(
        *["call", "--connect", server.addresses["tcp"], "--client-secret-file", str(wrong)],
        "cache.stats",
    )
    assert (done.returncode, json.loads(done.stderr)["code"]) == (1, 1401)


@pytest.mark.parametrize("address", ["unix:/no/such/socket", "tcp:127.0.0.1:1"])
def test_call_without_a_server_exits_3(
    address: str, processes: Processes, tmp_path: Path
) -> None:
    secret = tmp_path / "secret"
    secret.write_text("5e" * 32)
    secret.chmod(0o600)
    done = processes.run(
        "call", "--connect", address, "--client-secret-file", str(secret), "cache.stats"
    )
    assert (done.returncode, done.stdout) == (3, b"")
    assert len(done.stderr.splitlines()) == 1


def test_schema_writes_directly_into_the_directory(processes: Processes, tmp_path: Path) -> None:
    target = tmp_path / "new" / "Schemas"
    done = processes.run("schema", "--write", str(target))
    assert done.returncode == 0
    document = json.loads((target / "openrpc.json").read_text())
    assert document == json.loads(processes.run("schema").stdout)
    assert (target / "errors.json").exists()
    times = {path: path.read_bytes() for path in target.iterdir()}
    processes.run("schema", "--write", str(target))
    assert {path: path.read_bytes() for path in target.iterdir()} == times


def fill(processes: Processes, cache: Path) -> None:
    done = processes.run("call", "--sandbox", "--cache", str(cache), "user.summary", LOGIN)
    assert done.returncode == 0, done.stderr


def test_cache_path_follows_flag_environment_and_xdg(processes: Processes) -> None:
    home = Path(processes.environment["XDG_CACHE_HOME"])
    assert processes.run("cache", "path").stdout.decode() == f"{home}/gitxplorer/cache.sqlite\n"
    chosen: Dict[str, str] = {"GITXPLORER_CACHE": "/elsewhere/cache.sqlite"}
    done = processes.run("cache", "path", environment=chosen)
    assert done.stdout == b"/elsewhere/cache.sqlite\n"
    done = processes.run("cache", "path", "--cache", "/other.sqlite", environment=chosen)
    assert done.stdout == b"/other.sqlite\n"


def without_home(
    processes: Processes, *arguments: str, user: Optional[OtherUser] = None
) -> "subprocess.CompletedProcess[bytes]":
    unset = ("XDG_", "HOME", "GITXPLORER_")
    environment = {k: v for k, v in processes.environment.items() if not k.startswith(unset)}
    program = user.command(user.program) if user else [processes.binary]
    return subprocess.run(
        [*program, *arguments], env=environment, capture_output=True, cwd="/",
        stdin=subprocess.DEVNULL,
    )  # fmt: skip


def test_without_home_the_password_database_gives_the_home_directory(processes: Processes) -> None:
    done = without_home(processes, "cache", "path")
    home = pwd.getpwuid(os.geteuid()).pw_dir
    assert done.stdout.decode() == f"{home}/.cache/gitxplorer/cache.sqlite\n"


def test_without_any_home_the_cache_is_in_memory_and_a_sentence_says_what_to_set(
    processes: Processes, other_user: OtherUser
) -> None:
    # The password database does not have this user.
    done = without_home(processes, "call", "cache.stats", user=other_user)
    assert done.returncode == 0 and json.loads(done.stdout)["path"] == ":memory:"
    [line] = done.stderr.decode().splitlines()
    assert "set HOME or XDG_CACHE_HOME" in line and "in memory" in line
    for command, variable in [
        (["cache", "path"], "XDG_CACHE_HOME"),
        (["login", "--with-token"], "XDG_CONFIG_HOME"),
        (["logout"], "XDG_CONFIG_HOME"),
        (["serve", "--listen", "127.0.0.1:0", "--sandbox"], "XDG_STATE_HOME"),
        (["call", "--connect", "tcp:127.0.0.1:1", "cache.stats"], "XDG_STATE_HOME"),
    ]:
        done = without_home(processes, *command, user=other_user)
        assert (done.returncode, done.stdout) == (64, b"")
        [line] = done.stderr.decode().splitlines()
        assert f"set HOME or {variable} to an absolute path" in line
    assert not Path("/.cache/gitxplorer").exists()


def test_cache_stats_and_clear(processes: Processes, tmp_path: Path) -> None:
    cache = tmp_path / "cache.sqlite"
    fill(processes, cache)

    def entries() -> int:
        done = processes.run("cache", "stats", "--cache", str(cache))
        assert done.returncode == 0
        stats = json.loads(done.stdout)
        assert stats["path"] == str(cache) and stats["bytes"] > 0
        return stats["entries"]

    assert entries() == 2
    assert processes.run("cache", "clear", "--cache", str(cache), "--login", "x").returncode == 0
    assert entries() == 2
    assert processes.run("cache", "clear", "--cache", str(cache)).returncode == 0
    assert entries() == 0


def test_cache_check_exits_1_for_a_damaged_file(processes: Processes, tmp_path: Path) -> None:
    cache = tmp_path / "cache.sqlite"
    assert processes.run("cache", "check", "--cache", str(cache)).returncode == 0
    fill(processes, cache)
    assert processes.run("cache", "check", "--cache", str(cache)).returncode == 0
    cache.write_bytes(b"SQLite format 3\0" + b"nonsense" * 2000)
    done = processes.run("cache", "check", "--cache", str(cache))
    assert done.returncode == 1 and str(cache).encode() in done.stderr


def test_a_damaged_cache_does_not_stop_the_server(processes: Processes, tmp_path: Path) -> None:
    cache = tmp_path / "cache.sqlite"
    cache.write_bytes(b"SQLite format 3\0" + b"nonsense" * 2000)
    fill(processes, cache)


def test_the_version_is_printed(processes: Processes) -> None:
    done = subprocess.run([processes.binary, "--version"], capture_output=True, check=True)
    assert done.stdout.strip()
