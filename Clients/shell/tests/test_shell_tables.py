"""What the shell client shows: tables, JSON, and texts of strangers."""

import json
import subprocess
from typing import Any

import pytest
from fake_results import RESULTS, SANDBOX
from gitxplorer.cli.text import width
from shell_client import LINES, SCRIPT, OnTerminal, Shell


@pytest.mark.parametrize("line", ["repos octocat", "avatar octocat", "cache-clear octocat"])
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


def test_a_table_says_whom_the_server_asks(shell: Shell) -> None:
    answers = {"initialize": SANDBOX}
    shell.environment["FAKE_SIGN_IN"] = json.dumps(answers)
    assert "\nfrom the sandbox, 2026" in shell("user", "octocat", "--table").stdout
    head = "The sandbox's limits, not signed in\n\nBudget"
    assert shell("rate", "--table").stdout.startswith(head)
    assert json.loads(shell("user", "octocat").stdout) == RESULTS["user.summary"]


def test_limits_begin_with_core_and_search(shell: Shell) -> None:
    limit = {"limit": 5000, "remaining": 4999, "used": 1, "resetAt": "2026-09-01T13:00:00Z"}
    names = ["graphql", "search", "code_search", "core"]
    result = {**RESULTS["rate.status"], "resources": dict.fromkeys(names, limit)}
    shell.environment["FAKE_SIGN_IN"] = json.dumps({"rate.status": result})
    rows = [line.split() for line in shell("rate", "--table").stdout.splitlines()[4:]]
    assert [row[0] for row in rows] == ["core", "search", "code_search", "graphql"]
    assert rows[0][1:3] == ["4,999", "5,000"]


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
    seen = on_terminal([SCRIPT, "user", "octocat"], shell.environment)
    assert "\x1b[1mThe Octocat\x1b[0m" in seen and "★ 1,234,609" in seen
    shell.environment["NO_COLOR"] = "1"
    assert "\x1b" not in on_terminal([SCRIPT, "user", "octocat"], shell.environment)
    seen = on_terminal([SCRIPT, "rate", "--json"], shell.environment)
    assert '"authenticated": false' in seen


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
        ["user", "octocat"],
        ["user", "octocat", "--json"],
        ["call", "test.fail", fault],
        ["bogus" + STRANGE],
    ):
        seen = on_terminal([SCRIPT, *line], shell.environment)
        check_escaped(seen)
    assert json.loads(shell("user", "octocat").stdout)["favoriteLanguage"] == STRANGE


def test_a_readme_is_printed_alone_and_has_no_effect(shell: Shell, on_terminal: OnTerminal) -> None:
    text = f"# Title\r\n\n\tindented  twice\n{STRANGE} \x1b[2J\r\x00\n"
    readme = {**RESULTS["repo.readme"], "text": text, "truncated": True}
    shell.environment["FAKE_SIGN_IN"] = json.dumps({"repo.readme": readme})
    done = shell("readme", "octocat/Hello-World", "--table")
    first, second, third, strange = done.stdout.split("\n")[:4]
    assert (first, second, third) == ("# Title", "", "\tindented  twice")
    assert strange == f"{ESCAPES} \\u001b[2J\\u000d\\u0000"
    assert done.stderr == (
        "gitxplorer-sh: the README is longer than what was sent;"
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
