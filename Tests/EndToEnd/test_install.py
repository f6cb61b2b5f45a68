"""What `make install` and `make deb` put where, of the built binary."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import List

import pytest

from harness.paths import REPOSITORY
from harness.processes import Processes

FILES = {
    "bin/gitxplorer",
    "bin/gitxplorer-sh",
    "lib/systemd/user/gitxplorer.service",
    "lib/systemd/user/gitxplorer.socket",
    "share/bash-completion/completions/gitxplorer",
    "share/bash-completion/completions/gitxplorer-sh",
    "share/doc/gitxplorer/copyright",
    "share/fish/vendor_completions.d/gitxplorer-sh.fish",
    "share/fish/vendor_completions.d/gitxplorer.fish",
    "share/man/man1/gitxplorer-sh.1",
    "share/man/man1/gitxplorer.1",
    "share/zsh/site-functions/_gitxplorer",
    "share/zsh/site-functions/_gitxplorer-sh",
}


def run(*command: str, **environment: str) -> str:
    done = subprocess.run(
        command, env={**os.environ, **environment}, capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (0, ""), command
    return done.stdout


def files(folder: Path) -> List[str]:
    return [str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()]


@pytest.fixture
def installed(processes: Processes, tmp_path: Path) -> Path:
    root = tmp_path / "root"
    script = str(REPOSITORY / "Scripts" / "install")
    run(script, processes.binary, "/usr", DESTDIR=str(root))
    return root / "usr"


def test_everything_is_installed_and_nothing_else(installed: Path) -> None:
    assert set(files(installed)) == FILES


@pytest.mark.parametrize(
    ("check", "place"),
    [
        (["bash", "-n"], "bash-completion/completions/gitxplorer{}"),
        (["zsh", "-n"], "zsh/site-functions/_gitxplorer{}"),
        (["fish", "-n"], "fish/vendor_completions.d/gitxplorer{}.fish"),
        (["man", "--warnings", "-l"], "man/man1/gitxplorer{}.1"),
    ],
)
def test_completions_and_manual_pages_can_be_read(
    check: List[str], place: str, installed: Path
) -> None:
    for suffix in ("", "-sh"):
        run(*check, str(installed / "share" / place.format(suffix)), LC_ALL="C.UTF-8")


def test_the_unit_starts_the_installed_server(installed: Path) -> None:
    unit = (installed / "lib/systemd/user/gitxplorer.service").read_text()
    assert "\nExecStart=/usr/bin/gitxplorer serve " in unit


@pytest.mark.bound(120)
def test_the_debian_package_has_the_same_files(processes: Processes, tmp_path: Path) -> None:
    small = tmp_path / "gitxplorer"
    # A debug build is large, and packing it slow.
    run("strip", "-o", str(small), processes.binary)
    run(str(REPOSITORY / "Scripts" / "package-deb"), str(small), str(tmp_path))
    (package,) = tmp_path.glob("gitxplorer_*.deb")
    run("dpkg-deb", "--extract", str(package), str(tmp_path / "unpacked"))
    places = {
        "share/zsh/site-functions": "share/zsh/vendor-completions",
        "gitxplorer-sh.1": "gitxplorer-sh.1.gz",
        "gitxplorer.1": "gitxplorer.1.gz",
    }
    expected = set(FILES) | {"share/doc/gitxplorer/changelog.gz"}
    for before, after in places.items():
        expected = {name.replace(before, after) for name in expected}
    assert set(files(tmp_path / "unpacked" / "usr")) == expected
    version = run("dpkg-deb", "--field", str(package), "Version")
    assert version == run(str(REPOSITORY / "Scripts" / "version"))
