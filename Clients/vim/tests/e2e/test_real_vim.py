"""The Vim plugin on the built server. Needs GITXPLORER, the binary's path."""

import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Callable

import pytest

PLUGIN = str(Path(__file__).parents[2] / "gitxplorer.vim")

pytestmark = pytest.mark.skipif(shutil.which("vim") is None, reason="there is no vim here")


@pytest.mark.parametrize("transport", ["stdio", "unix"])
def test_a_summary_is_shown(
    environment: dict[str, str],
    on_terminal: Callable[[Sequence[str], dict[str, str]], str],
    real_binary: str,
    real_listening: dict[str, str],
    tmp_path: Path,
    transport: str,
) -> None:
    settings = f"let g:gitxplorer_command = ['{real_binary}', 'serve', '--sandbox']"
    if transport == "unix":
        settings = f"let g:gitxplorer_address = '{real_listening['unix']}'"
    shown = tmp_path / "shown"
    script = tmp_path / "script.vim"
    script.write_text(
        f"autocmd User GitXplorerShown silent write! {shown} | qall!\nGitXplorerUser octocat\n"
    )
    command = ["vim", "-Nu", "NONE", "-n", "-i", "NONE", "--cmd", settings]
    on_terminal([*command, "-S", PLUGIN, "-S", str(script)], environment)
    lines = shown.read_text().splitlines()
    assert lines[0] == "GitXplorer: user.summary"
    assert any("repositories · " in line for line in lines)
