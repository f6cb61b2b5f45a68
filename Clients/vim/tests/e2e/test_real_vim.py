"""The Vim plugin on the built server. Needs GITXPLORER, the binary's path."""

import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Callable

import pytest

PLUGIN = str(Path(__file__).parents[2] / "gitxplorer.vim")

pytestmark = pytest.mark.skipif(shutil.which("vim") is None, reason="there is no vim here")


@pytest.mark.parametrize("transport", ["stdio", "unix"])
@pytest.mark.parametrize(
    ("line", "method", "says"),
    [
        ("GitXplorerUser octocat", "user.summary", "repositories · "),
        ("GitXplorerRepos octocat", "repos.list", "octocat: 8 repositories"),
        ("GitXplorerStargazers octocat/Hello-World", "repo.stargazers", "page 2 of "),
        ("GitXplorerRandom 3", "users.random", "https://github.com/"),
        ("GitXplorerSearch octocat", "search.users", "octocat"),
        ("GitXplorerRate", "rate.status", "core "),
    ],
)
def test_an_answer_is_shown(
    environment: dict[str, str],
    on_terminal: Callable[[Sequence[str], dict[str, str]], str],
    real_binary: str,
    real_listening: dict[str, str],
    tmp_path: Path,
    transport: str,
    line: str,
    method: str,
    says: str,
) -> None:
    settings = f"let g:gitxplorer_command = ['{real_binary}', 'serve', '--sandbox']"
    if transport == "unix":
        settings = f"let g:gitxplorer_address = '{real_listening['unix']}'"
    shown = tmp_path / "shown"
    script = tmp_path / "script.vim"
    script.write_text(
        f"autocmd User GitXplorerShown silent write! {shown} | qall!\n{line}\n"
    )
    command = ["vim", "-Nu", "NONE", "-n", "-i", "NONE", "--cmd", settings]
    on_terminal([*command, "-S", PLUGIN, "-S", str(script)], environment)
    lines = shown.read_text().splitlines()
    assert lines[0] == f"GitXplorer: {method}"
    assert any(says in line for line in lines), lines
