"""The documents: every link leads somewhere, and every page and picture is linked."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Dict, Iterator, Set, Tuple

from harness.documents import documents
from harness.paths import REPOSITORY

DOCUMENTS = documents()
PICTURES = [*(REPOSITORY / "Documentation" / "pictures").iterdir(), *(REPOSITORY / "Benchmarks").glob("*.svg")]


def prose(text: str) -> str:
    """The text without its code, in which brackets are no links."""
    text = re.sub(r"^(```+)[^\n]*\n.*?^\1\s*$", "", text, flags=re.DOTALL | re.MULTILINE)
    return re.sub(r"`[^`\n]*`", "`code`", text)


def links(path: str) -> Iterator[Tuple[str, str]]:
    """The files that a document links to, by their paths in the repository, each with its anchor."""
    for target in re.findall(r"\]\(<?([^)\s>]+)>?\)", prose(DOCUMENTS[path])):
        if not re.match("[a-z]+:", target):
            file, _, anchor = target.partition("#")
            place = (REPOSITORY / path).parent / file if file else REPOSITORY / path
            yield str(Path(place.resolve()).relative_to(REPOSITORY)), anchor


def anchors(text: str) -> Set[str]:
    """The names that GitHub gives to headings."""
    found: Dict[str, int] = {}
    code = re.sub(r"^(```+)[^\n]*\n.*?^\1\s*$", "", text, flags=re.DOTALL | re.MULTILINE)
    for heading in re.findall(r"^#+ (.*)$", code, re.MULTILINE):
        words = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading).lower()
        name = re.sub(r"[^\w\- ]", "", words).strip().replace(" ", "-")
        found[name] = found.get(name, -1) + 1
    return {f"{name}-{n}" if n else name for name, most in found.items() for n in range(most + 1)}


def test_every_link_leads_to_a_file_and_a_heading() -> None:
    broken = []
    for path in DOCUMENTS:
        for file, anchor in links(path):
            if not (REPOSITORY / file).exists():
                broken.append(f"{path}: {file}")
            elif anchor and anchor not in anchors(DOCUMENTS[file]):
                broken.append(f"{path}: {file}#{anchor}")
    assert broken == []


def test_readme_links_every_page() -> None:
    linked = {file for file, _ in links("README.md")}
    assert {path for path in DOCUMENTS if path.startswith("Documentation/")} - linked == set()


def test_readme_is_short() -> None:
    assert len(DOCUMENTS["README.md"].splitlines()) <= 200


def test_every_picture_is_small_shown_and_drawn_by_make() -> None:
    make = (REPOSITORY / "Makefile").read_text()
    shown = {file for path in DOCUMENTS for file, _ in links(path)}
    for picture in PICTURES:
        assert str(picture.relative_to(REPOSITORY)) in shown, f"{picture.name} is in no document"
        assert picture.name in make, f"no target of the Makefile draws {picture.name}"
        assert picture.stat().st_size < 1_000_000, picture.name
