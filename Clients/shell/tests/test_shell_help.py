"""The shell client's help, manual page and completions."""

import re
import subprocess
from pathlib import Path

import gitxplorer
import pytest
from fake_results import COMMANDS, flags
from shell_client import LINES, SCRIPT, Shell, check_fails


def test_help_names_every_command(shell: Shell) -> None:
    done = shell("--help")
    assert done.returncode == 0
    for command in LINES:
        assert f"\n  {command.split()[0]}" in done.stdout


def test_the_version_is_that_of_the_other_clients(shell: Shell) -> None:
    assert shell("--version").stdout == f"gitxplorer-sh {gitxplorer.__version__}\n"


#: Prints a shell's completions of the given words, one per line.
COMPLETE = {
    "bash": f"""source <("{SCRIPT}" --completions); COMP_WORDS=(gitxplorer-sh "$@"); COMP_CWORD=$#
        _gitxplorer_sh; printf "%s\\n" "${{COMPREPLY[@]}}" """,
    # `compadd` works in the editor only; here it prints what begins as the last word does.
    "zsh": f"""compdef() {{ : }}; compadd() {{ shift; print -l -- ${{(M)@:#${{words[CURRENT]}}*}} }}
        source <("{SCRIPT}" --completions=zsh)
        words=(gitxplorer-sh "$@"); CURRENT=$(($# + 1)); _gitxplorer_sh""",
    "fish": f""""{SCRIPT}" --completions=fish | source; complete -C"gitxplorer-sh $argv" | cut -f 1""",
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
        (["--js"], ["--json"]),
        (["rate", "--js"], ["--json"]),
        (["rate", "--max"], ["--max-age"]),
    ],
)
def test_commands_flags_and_choices_are_completed(
    shell: Shell, name: str, words: list[str], completed: list[str], tmp_path: Path
) -> None:
    command = {"bash": ["bash", "-c"], "zsh": ["zsh", "-fc"], "fish": ["fish", "--no-config", "-c"]}
    arguments = ["--" if name == "fish" else name, *words]
    done = subprocess.run(
        [*command[name], COMPLETE[name], *arguments],
        env={**shell.environment, "HOME": str(tmp_path)}, capture_output=True, text=True,
    )  # fmt: skip
    found = [line for line in done.stdout.splitlines() if line]
    assert (sorted(found), done.stderr) == (sorted(completed), "")


def test_completions_for_another_shell_are_rejected(shell: Shell) -> None:
    check_fails(shell, "--completions=tcsh", status=64, says="takes bash, zsh or fish")


def test_help_manual_and_completions_have_the_clients_own_name(shell: Shell) -> None:
    for flag, text in (
        ("--help", "usage: gitxplorer-sh COMMAND"),
        ("--manual", "\ngitxplorer-sh \\- explore"),
        ("--completions", "complete -o default -F _gitxplorer_sh gitxplorer-sh\n"),
        ("--completions=zsh", "#compdef gitxplorer-sh\n"),
        ("--completions=fish", "complete -c gitxplorer-sh "),
    ):
        done = shell(flag)
        assert text in done.stdout and done.stderr == ""


@pytest.mark.parametrize("line", COMMANDS)
def test_the_flags_of_a_command_are_the_params_of_its_method(shell: Shell, line: str) -> None:
    text, _, common = shell("--help").stdout.partition("\nEvery command")
    word = line.split()[0]
    (own,) = re.findall(rf"^  {word}\b.*((?:\n   .*)*)", text, re.MULTILINE)
    found = re.findall("--[a-z-]+", own + ("" if "cache" in line else common.partition("Flags")[0]))
    extra = {"avatar": {"--save"}, "search": {"--repositories"}}.get(word, set())
    assert set(found) - extra == ({*flags(COMMANDS[line])} if "cache" not in line else set())


@pytest.mark.parametrize(
    ("word", "nearest"),
    [("users-random", "random"), ("summary", "user"), ("stargazer", "stargazers"), ("x", "")],
)
def test_an_unknown_word_is_answered_with_the_nearest(
    shell: Shell, word: str, nearest: str
) -> None:
    says = f"'{word}'" + (f"; did you mean {nearest}?" if nearest else "") + " (try --help)"
    check_fails(shell, word, "octocat", status=64, says=f"there is no command {says}")
    check_fails(shell, "repos", "a", "--limt", "1", status=64, says="did you mean --limit?")


def test_the_manual_page_is_valid(shell: Shell) -> None:
    page = shell("--manual").stdout
    done = subprocess.run(
        ["man", "--warnings", "-l", "-"],
        input=page, env={**shell.environment, "MANWIDTH": "100", "LC_ALL": "C.UTF-8"},
        capture_output=True, text=True,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert "--per-page N" in done.stdout and "ENVIRONMENT" in done.stdout
