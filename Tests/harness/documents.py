"""The repository's Markdown, and the examples in it."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from typing import Dict, List

from .paths import REPOSITORY


def documents() -> Dict[str, str]:
    """The text of every document, by its path in the repository."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "*.md"],
        cwd=REPOSITORY, capture_output=True, text=True, check=True,
    )  # fmt: skip
    paths = [path for path in listed.stdout.split("\0") if path and (REPOSITORY / path).exists()]
    return {path: (REPOSITORY / path).read_text() for path in paths}


def page(name: str) -> str:
    """The path of a page of the documentation."""
    return str(Path("Documentation") / f"{name}.md")


def blocks(document: str, language: str = "") -> List[str]:
    """The contents of a document's fenced blocks in one language."""
    text = (REPOSITORY / document).read_text()
    fenced = re.findall(r"^```(\w*)\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    return [content for found, content in fenced if found == language]


def block(document: str, language: str, opening: str) -> str:
    """The one block that begins with these words."""
    (found,) = [each for each in blocks(document, language) if each.startswith(opening)]
    return found
