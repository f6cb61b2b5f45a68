"""The files of the package, checked by Emacs in batch mode."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from emacs_terminal import EMACS, PACKAGE

FILES = sorted(PACKAGE.glob("gitxplorer*.el"))
TESTS = PACKAGE / "tests"


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A copy of the package, for compiled files."""
    folder = tmp_path / "package"
    folder.mkdir()
    for file in FILES:
        shutil.copy(file, folder)
    return folder


def batch(environment: dict[str, str], place: Path, *arguments: str) -> str:
    """The output of a batch Emacs with its home in ``place``."""
    (place / "home").mkdir(exist_ok=True)
    done = subprocess.run(
        [EMACS, "-Q", "--batch", *arguments],
        env={**environment, "HOME": str(place / "home"), "LC_ALL": "C.UTF-8"},
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


def test_the_files_compile_without_warnings(
    package: Path, environment: dict[str, str], tmp_path: Path
) -> None:
    for file in sorted(package.glob("*.el")):
        # Each file separately, so that each must require what it uses.
        said = batch(
            environment, tmp_path, "-L", str(package), "--eval", "(setq byte-compile-error-on-warn t)",
            "-f", "batch-byte-compile", str(file),
        )
        assert "Warning" not in said, said


def test_checkdoc_and_package_lint_find_nothing(
    environment: dict[str, str], tmp_path: Path
) -> None:
    said = batch(environment, tmp_path, "-L", str(PACKAGE), "-l", str(TESTS / "lint.el"),
                 *map(str, FILES))
    assert said == "", said


def test_each_file_has_its_headers() -> None:
    for file in FILES:
        lines = file.read_text().splitlines()
        assert re.fullmatch(rf";;; {file.name} --- [^.]+ -\*- lexical-binding: t; -\*-", lines[0])
        for header in (";; SPDX-License-Identifier: MIT", ";;; Commentary:", ";;; Code:"):
            assert lines.count(header) == 1, (file, header)
        assert lines[-1] == f";;; {file.name} ends here"
    main = (PACKAGE / "gitxplorer.el").read_text()
    for header in ("Author", "Maintainer", "Version", "Package-Requires", "Keywords"):
        assert re.search(rf"^;; {header}: \S", main, re.MULTILINE), header
    # No machine of ours is named.
    assert re.search(r"^;; URL: https://[a-z.]+/[a-z/]*$", main, re.MULTILINE)


def test_the_ert_tests_pass(
    fake_command: list[str], environment: dict[str, str], tmp_path: Path
) -> None:
    said = batch(
        {**environment, "GITXPLORER_TEST_COMMAND": "\n".join(fake_command)}, tmp_path,
        "-L", str(PACKAGE), "-l", str(TESTS / "gitxplorer-tests.el"),
        "-f", "ert-run-tests-batch-and-exit",
    )
    assert re.search(r"Ran (\d+) tests, \1 results as expected, 0 unexpected", said), said


def test_the_package_installs_from_its_directory_and_autoloads_its_commands(
    environment: dict[str, str], tmp_path: Path
) -> None:
    commands = ["random", "user", "repos", "repositories", "repo", "readme", "history", "stargazers",
                "starred", "followers", "following", "search", "rate", "login", "logout"]
    names = " ".join(f"gitxplorer-{name}" for name in commands)
    batch(environment, tmp_path, "--eval",
          f'(progn (require \'package) (package-install-file "{PACKAGE}"))')
    said = batch(
        environment, tmp_path, "-f", "package-initialize", "--eval",
        f"(dolist (name '({names})) (unless (autoloadp (indirect-function name)) (error \"%s\" name))"
        " (unless (commandp name) (error \"%s\" name)))",
        "--eval", "(progn (autoload-do-load (symbol-function 'gitxplorer-rate)) (princ"
        " (featurep 'gitxplorer)) (princ (featurep 'gitxplorer-page)))",
    )
    # The first command loads the rest.
    assert said.endswith("tnil"), said


def test_no_line_is_longer_than_100_columns() -> None:
    for file in [*FILES, *TESTS.glob("*.el")]:
        long = [line for line in file.read_text().splitlines() if len(line) > 100]
        assert not long, (file, long)
