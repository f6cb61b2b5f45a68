"""The shell client's help, manual page and completions."""

import subprocess
from pathlib import Path

import gitxplorer
import pytest
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
