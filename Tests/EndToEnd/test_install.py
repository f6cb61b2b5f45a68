"""The files that `make install` and `make deb` install."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path
from typing import List, Set

import pytest

from harness.paths import REPOSITORY
from harness.processes import Processes

FILES = {
    "bin/gitxplorer",
    "bin/gitxplorer-sh",
    "lib/systemd/user/gitxplorer-http.socket",
    "lib/systemd/user/gitxplorer-proxy.service",
    "lib/systemd/user/gitxplorer-proxy.socket",
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


def test_exactly_the_expected_files_are_installed(installed: Path) -> None:
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
def test_completions_and_manual_pages_are_valid(
    check: List[str], place: str, installed: Path
) -> None:
    for suffix in ("", "-sh"):
        run(*check, str(installed / "share" / place.format(suffix)), LC_ALL="C.UTF-8")


@pytest.mark.parametrize(
    ("name", "command"), [("gitxplorer", "serve --idle-exit 300"), ("gitxplorer-proxy", "proxy")]
)
def test_the_units_start_the_installed_server(name: str, command: str, installed: Path) -> None:
    unit = (installed / f"lib/systemd/user/{name}.service").read_text()
    assert f"\nExecStart=/usr/bin/gitxplorer {command}\n" in unit


@pytest.fixture(scope="module")
def package(server_command: List[str], tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("package")
    small = folder / "gitxplorer"
    # A debug build is large, so compressing it would be slow.
    run("strip", "-o", str(small), server_command[0])
    # The warning is about a debug build's libraries, which belong to no package.
    script = str(REPOSITORY / "Scripts" / "package-deb")
    environment = {**os.environ, "DPKG_DEB_COMPRESSOR_TYPE": "none"}
    subprocess.run([script, str(small), str(folder)], env=environment, check=True)
    (package,) = folder.glob("gitxplorer_*.deb")
    return package


def test_the_debian_package_has_the_same_files(package: Path, tmp_path: Path) -> None:
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


def needed(libraries: str) -> Set[str]:
    """The libraries that the binary is linked with, by their packages on this machine."""
    names = re.findall(r"Shared library: \[(lib(?:c|z|m|gcc_s|sqlite3|stdc\+\+)\.so\.\d+)\]", libraries)
    assert {"libc.so.6", "libsqlite3.so.0", "libz.so.1"} <= set(names), libraries
    found = set()
    for name in names:
        owner = run("dpkg-query", "--search", f"*/{name}").splitlines()[0]
        found.add(owner.partition(":")[0])
    return found


def test_the_debian_package_declares_versioned_dependencies(
    server_command: List[str], package: Path
) -> None:
    depends = run("dpkg-deb", "--field", str(package), "Depends").strip().split(", ")
    versions = {each.partition(" ")[0]: each.partition(" ")[2] for each in depends}
    assert versions.pop("ca-certificates") == ""
    assert all(version.startswith("(>= ") for version in versions.values()), depends
    assert set(versions) == needed(run("readelf", "-d", server_command[0])) | {"libcurl4"}
    # Debian's and Ubuntu's names since 2024. The version is the one that the build needs.
    header = (REPOSITORY / "Sources/CCurl/include/CCurl.h").read_text()
    major, minor, patch = re.search(r"libcurl (\d+)\.(\d+)\.(\d+) or newer", header).groups()  # type: ignore[union-attr]
    wanted = f"{major}.{minor}.{patch}"
    assert versions["libcurl4"] == f"(>= {wanted}) | libcurl4t64 (>= {wanted})"
    number = f"0x{int(major):02x}{int(minor):02x}{int(patch):02x}"
    assert number in header.lower()


def test_this_machines_libraries_satisfy_the_package(package: Path) -> None:
    depends = run("dpkg-deb", "--field", str(package), "Depends").strip()
    for alternatives in depends.split(", "):
        assert any(map(installed_here, alternatives.split(" | "))), alternatives


def installed_here(dependency: str) -> bool:
    name, _, bound = dependency.partition(" ")
    query = ["dpkg-query", "--show", "--showformat", "${Version}\\n", name]
    done = subprocess.run(query, capture_output=True, text=True)
    version = done.stdout.split("\n")[0]
    least = bound.strip("(>= )") or "0"
    compare = ["dpkg", "--compare-versions", version, "ge", least]
    return done.returncode == 0 and subprocess.run(compare).returncode == 0
