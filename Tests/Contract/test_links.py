"""The documents: every link leads somewhere, and every page and picture is linked."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Dict, Iterator, Set, Tuple

from harness.documents import documents
from harness.paths import REPOSITORY

DOCUMENTS = documents()
PICTURES = REPOSITORY / "Documentation" / "pictures"


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
    shown = {REPOSITORY / file for path in DOCUMENTS for file, _ in links(path)}
    make = (REPOSITORY / "Makefile").read_text()
    names = {picture.name for picture in PICTURES.iterdir()}
    assert {picture.name for picture in PICTURES.iterdir() if picture not in shown} == set()
    assert {name for name in names if name not in make} == set()
    assert {name for name in names if (PICTURES / name).stat().st_size >= 1_000_000} == set()
