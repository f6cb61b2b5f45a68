"""The version is stated in one place, with which every other place agrees."""

from __future__ import annotations

import subprocess

from harness.paths import REPOSITORY
from harness.processes import Processes


def script(*arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [str(REPOSITORY / "Scripts" / "version"), *arguments], capture_output=True, text=True
    )


def test_every_file_has_the_same_version() -> None:
    done = script("check")
    assert (done.returncode, done.stderr) == (0, "")


def test_the_server_reports_the_version_of_the_files(processes: Processes) -> None:
    assert processes.run("--version").stdout.decode() == script().stdout
