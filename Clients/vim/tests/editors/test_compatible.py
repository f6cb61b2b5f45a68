"""The plugin works in Vi-compatible mode, in which every flag of 'cpoptions' is set."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from editor import PLUGIN, Editor
from peer import Peer


@pytest.fixture
def kind() -> str:
    return "vim"


@pytest.mark.parametrize("way", ["set compatible", "vim -C"])
def test_pages_keys_and_options_work_in_compatible_mode(
    start: Callable[..., Editor], relayed: str, peer: Peer, place: Path, way: str
) -> None:
    if way == "vim -C":
        # A file of the system sets 'nocompatible' unless another one is named.
        (place / "vimrc").write_text(relayed)
        editor = start("", arguments=["-C", "-u", str(place / "vimrc")])
    else:
        editor = start(f"{relayed}\nset compatible")
    flags = editor.value("[&compatible, &cpoptions]")
    assert flags[0] == 1 and "C" in flags[1]
    editor.command("GitXplorer repos octocat")
    peer.serve("repos.list")
    editor.see("octocat · 3 repositories")
    editor.type("4Gs")
    peer.serve("repo.stargazers", name="Hello-World")
    editor.see("bmizerany")
    editor.keys("C-o")
    editor.see("octocat · 3 repositories")
    assert editor.value("[&filetype, &buftype, &modifiable, &swapfile, &undolevels]") == [
        "gitxplorer", "nowrite", 0, 0, -1,
    ]
    editor.type("s")
    editor.see("bmizerany")
    assert editor.value("winnr('$')") == 1
    assert editor.value("[&compatible, &cpoptions]") == flags
    assert not re.search(r"E\d+:", editor.value("execute('messages')"))


def test_each_script_restores_the_flags_that_it_changes() -> None:
    for file in PLUGIN.rglob("*.vim"):
        text = file.read_text()
        if "tests" in file.parts or not re.search(r"^\s*\\|^nnoremap", text, re.M):
            continue
        assert text.count("\nlet s:cpoptions = &cpoptions\nset cpoptions&vim\n") == 1, file
        assert text.endswith("\nlet &cpoptions = s:cpoptions\nunlet s:cpoptions\n"), file
        before = text.partition("set cpoptions&vim")[0]
        assert not re.search(r"^\s*\\", before, re.M), file
