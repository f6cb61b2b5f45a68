"""The files of the plugin: their help, lines and places."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path

from editor import PLUGIN, Editor
from peer import Peer


def test_every_command_setting_and_key_has_help(
    start: Callable[..., Editor], tmp_path: Path
) -> None:
    # The other editor's test makes its tags at the same time.
    shutil.copytree(PLUGIN / "doc", tmp_path / "plugin/doc", ignore=lambda *_: ["tags"])
    editor = start("", plugin=tmp_path / "plugin")
    editor.command("silent! helptags ALL")
    for tag in (":GitXplorer", ":GitXplorer!", "g:gitxplorer_command", "g:gitxplorer_socket",
                "gitxplorer-keys", "gitxplorer-addresses"):
        editor.command(f"help {tag}")
        assert editor.value("expand('%:t')") == "gitxplorer.txt"


def test_the_help_lists_each_mapped_key() -> None:
    mapped = re.findall(r"<nowait> (\S+) <Cmd>", (PLUGIN / "ftplugin/gitxplorer.vim").read_text())
    told = (PLUGIN / "doc/gitxplorer.txt").read_text()
    shown = (PLUGIN / "autoload/gitxplorer/view/help.vim").read_text()
    assert len(mapped) == 14
    for key in mapped:
        assert f"\n    {key} " in told, key
        assert key in shown, key


def test_no_line_is_longer_than_100_columns() -> None:
    for file in [*PLUGIN.rglob("*.vim"), *PLUGIN.rglob("*.lua")]:
        long = [line for line in file.read_text().splitlines() if len(line) > 100]
        assert not long, (file, long)


def test_keys_work_without_filetype_plugins(
    start: Callable[..., Editor], relayed: str, peer: Peer
) -> None:
    editor = start(relayed + "\nfiletype plugin off")
    editor.command("GitXplorer repos octocat")
    peer.serve("repos.list")
    editor.see("Hello-World")
    editor.type("4Gs")
    peer.serve("repo.stargazers", owner="octocat", name="Hello-World")
    editor.see("bmizerany")
