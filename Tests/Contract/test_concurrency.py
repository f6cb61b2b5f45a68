"""Runs `Scripts/concurrency`, which is part of `make lint`, on sources that it must reject."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from harness.paths import REPOSITORY

SCRIPT = REPOSITORY / "Scripts" / "concurrency"


def problems(folder: Path, code: str) -> "list[str]":
    """The problems found in a module with this code, without those about missing files."""
    path = folder / "Sources" / "Module" / "File.swift"
    path.parent.mkdir(parents=True)
    path.write_text(code)
    environment = {**os.environ, "GITXPLORER_SOURCES": str(folder)}
    done = subprocess.run([str(SCRIPT)], env=environment, capture_output=True, text=True)
    assert done.returncode == 1
    return [line for line in done.stderr.splitlines() if line.startswith("Sources/Module/")]


@pytest.mark.parametrize(
    ("code", "word"),
    [
        ("func begin() { Task { await work() } }", "Task"),
        ("let task = Task.detached(priority: .low) { work() }", "Task"),
        ("let task = Task(priority: .low) { work() }", "Task"),
        ("let task = Task(priority: .low, operation: work)", "Task"),
        ("import Glibc\nfunc hold() { usleep(1) }", "usleep"),
        ("package import Glibc\nlet count = Glibc.read(0, buffer, 1)", "read"),
        ("let text = String(contentsOf: path)", "String(contentsOf"),
        ("try group.syncShutdownGracefully()", "syncShutdownGracefully"),
    ],
)
def test_an_unlisted_task_or_blocking_call_is_reported(
    code: str, word: str, tmp_path: Path
) -> None:
    (problem,) = problems(tmp_path, code)
    assert problem.startswith(f"Sources/Module/File.swift: {word} is not in concurrency.txt")


@pytest.mark.parametrize(
    "code",
    [
        "// Task { }\nfunc begin() async { await work() }",
        "group.addTask { await work() }",
        'import Glibc\nlet text = "read(0)"',
        "import Glibc\nfunc read(_ count: Int) {}",
        "file.read(upTo: 1)",
    ],
)
def test_code_that_neither_blocks_nor_starts_a_task_is_ignored(code: str, tmp_path: Path) -> None:
    assert problems(tmp_path, code) == []
