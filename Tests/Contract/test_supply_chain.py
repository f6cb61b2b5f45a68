"""Each package, action and requirement names one exact version."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Callable, List

import pytest

from harness.paths import REPOSITORY


def loose_packages(manifest: str) -> List[str]:
    """The dependencies of a Swift package that allow more than one version."""
    code = re.sub(r"^\s*//.*$", "", manifest, flags=re.MULTILINE)
    places = re.findall(r"\.package\(\s*((?:name|path|url): [^)]*)", code)
    return [
        place
        for place in places
        if not re.search(r',\s*exact: "\d+\.\d+\.\d+"$', place.strip())
        and not re.search(r'\bpath: "[^"]+"$', place.strip())
    ]


def loose_actions(workflow: str) -> List[str]:
    """The actions that are not pinned to a commit with the version in a comment."""
    steps = re.findall(r"^[\s-]*[\"']?uses[\"']?\s*:\s*(.*?)\s*$", workflow, re.MULTILINE)
    return [
        step
        for step in steps
        if not re.fullmatch(r"[\w.-]+/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", step)
        and not step.startswith("./")
    ]


def loose_requirements(requirements: str) -> List[str]:
    """The Python packages without one version and the hashes of its files."""
    lines = requirements.replace("\\\n", " ").splitlines()
    return [
        line
        for line in lines
        if line.strip() and not line.lstrip().startswith("#")
        and not re.match(r"\S+==\S+ (.*\s)?--hash=sha256:[0-9a-f]{64}\b", line)
    ]  # fmt: skip


def loose_installations(makefile: str) -> List[str]:
    """The commands that install a list of Python packages without requiring hashes."""
    lines = makefile.replace("\\\n", " ").splitlines()
    return [
        line
        for line in lines
        if re.search(r"\bpip install\b.*\s(-r|--requirement)\b", line)
        and "--require-hashes" not in line
    ]


@pytest.mark.parametrize(
    ("loose", "names", "least"),
    [
        (loose_packages, ["Package.swift", "Examples/*/Package.swift"], 2),
        (loose_actions, [".github/**/*.yml", ".github/**/*.yaml"], 1),
        (loose_requirements, ["Tests/requirements*.txt", "Benchmarks/requirements.txt"], 3),
        (loose_installations, ["Makefile", ".ci/*", "Scripts/*", ".github/**/*.yml"], 4),
    ],
)
def test_everything_is_pinned(
    loose: Callable[[str], List[str]], names: List[str], least: int
) -> None:
    files = [path for name in names for path in REPOSITORY.glob(name) if path.is_file()]
    assert len(files) >= least
    found = {str(path.relative_to(REPOSITORY)): loose(path.read_text()) for path in files}
    assert {path: places for path, places in found.items() if places} == {}


def test_the_files_have_something_to_check() -> None:
    def count(pattern: str, path: Path) -> int:
        return len(re.findall(pattern, path.read_text(), re.MULTILINE))

    assert count(r"\.package\(url:", REPOSITORY / "Package.swift") >= 6
    assert count(r"\buses: ", REPOSITORY / ".github/workflows/ci.yml") >= 6
    assert count(r"--require-hashes -r ", REPOSITORY / "Makefile") == 3
    for tree in ("Tests", "Benchmarks"):
        assert count(r"^\S+==", REPOSITORY / tree / "requirements.txt") >= 8


HASH = "0" * 64
COMMIT = "0" * 40


@pytest.mark.parametrize(
    ("loose", "text"),
    [
        (loose_packages, '.package(url: "https://host/a", from: "1.2.3"),'),
        (loose_packages, '.package(url: "https://host/a", .upToNextMinor(from: "1.2.3")),'),
        (loose_packages, '.package(url: "https://host/a", "1.2.3"..<"2.0.0"),'),
        (loose_packages, '.package(\n    url: "https://host/a",\n    branch: "main"\n),'),
        (loose_actions, "      - uses: actions/checkout@v4"),
        (loose_actions, "        uses: actions/checkout@main"),
        (loose_actions, f"      - uses: actions/checkout@{COMMIT}"),
        (loose_actions, f"      - uses: actions/checkout@{COMMIT[1:]} # v4.2.2"),
        (loose_actions, f"    uses: some/where/.github/workflows/a.yml@{COMMIT[1:]} # v4.2.2"),
        (loose_requirements, "pytest==9.0.0"),
        (loose_requirements, f"pytest>=9 \\\n    --hash=sha256:{HASH}"),
        (loose_requirements, "pytest==9.0.0 \\\n    --hash=sha256:00"),
        (loose_requirements, f"git+https://host/a --hash=sha256:{HASH}"),
        (loose_installations, "\t.venv/bin/pip install -q \\\n\t\t-r $<"),
    ],
)
def test_an_unpinned_dependency_is_reported(loose: Callable[[str], List[str]], text: str) -> None:
    assert len(loose(text)) == 1


@pytest.mark.parametrize(
    ("loose", "text"),
    [
        (loose_packages, '.package(\n    url: "https://host/a",\n    exact: "1.2.3"\n),'),
        (loose_packages, '    // In yours: .package(url: "…", from: "0.1.0")'),
        (loose_packages, '.package(name: "GitXplorer", path: "../..")'),
        (loose_actions, f"      - uses: actions/checkout@{COMMIT} # v4.2.2"),
        (loose_actions, "      - uses: ./.github/actions/own"),
        (loose_requirements, f"pytest==9.0.0 \\\n    --hash=sha256:{HASH}\n    # via -r a"),
        (loose_installations, "\t.venv/bin/pip install -q --require-hashes -r $<"),
    ],
)
def test_a_pinned_dependency_is_not_reported(loose: Callable[[str], List[str]], text: str) -> None:
    assert loose(text) == []
