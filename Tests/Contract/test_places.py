"""No document suggests a path that another user of the machine could create first."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Iterator

from harness.paths import REPOSITORY

#: Files that people copy from or that the product uses. Tests have private folders.
FOLDERS = ["Benchmarks", "Clients", "Documentation", "Examples", "Schemas", "Scripts", "Sources", "Support"]
TEXTS = {
    *["", ".md", ".swift", ".c", ".h", ".py", ".js", ".mjs", ".ts", ".vim", ".lua", ".el", ".txt", ".sh"],
    *[".1", ".fish", ".json", ".toml", ".service", ".socket", ".container", ".yaml", ".yml", ".conf"],
}
SHARED = re.compile(r"(/tmp|/var/tmp|/dev/shm|\$\{?TMPDIR\b[^/]*)/\w")


def documents() -> Iterator[Path]:
    yield from (path for path in REPOSITORY.iterdir() if path.is_file() and path.suffix in TEXTS)
    for folder in FOLDERS:
        for path in (REPOSITORY / folder).rglob("*"):
            inside = path.relative_to(REPOSITORY).parts
            built = any(part in ("tests", "build", "node_modules") or part[0] == "." for part in inside)
            if path.is_file() and path.suffix in TEXTS and not built:
                yield path


def test_no_document_names_a_file_in_a_shared_directory() -> None:
    texts = {path: path.read_text(errors="replace") for path in documents()}
    assert len(texts) > 300 and REPOSITORY / "README.md" in texts
    found = [
        f"{path.relative_to(REPOSITORY)}:{number}: {line.strip()}"
        for path, text in texts.items()
        for number, line in enumerate(text.splitlines(), 1)
        if SHARED.search(line)
    ]
    assert found == []


def test_a_file_in_a_shared_directory_is_found() -> None:
    for line in ("unix:/tmp/echo.sock", "--cache /var/tmp/x", "${TMPDIR:-/tmp}/gx", "/dev/shm/secret"):
        assert SHARED.search(line)
    assert not SHARED.search("never into `/tmp`; $XDG_RUNTIME_DIR/gitxplorer.sock")
