"""What the command shows of a result on a terminal."""

from typing import Any

import pytest
from fake_results import RESULTS
from gitxplorer.cli.parts import size
from gitxplorer.cli.screen import Screen
from gitxplorer.cli.text import width
from gitxplorer.cli.views import VIEWS


def view(method: str, columns: int = 100, **changes: Any) -> list[str]:
    """The lines of a fake result with changes."""
    return VIEWS[method]({**RESULTS[method], **changes}, Screen(columns))


@pytest.mark.parametrize("text", ["", " \n\t\r\n"])
def test_an_empty_readme_is_said_to_be_empty(text: str) -> None:
    lines = view("repo.readme", text=text)
    assert lines[1:4] == ["", "It is empty.", ""] and len(lines) == 5


def test_a_star_history_that_is_not_complete_says_so_on_a_line_of_its_own() -> None:
    name = "a" * 39 + "/" + "b" * 100
    lines = view("repo.starHistory", 80, repository=name, complete=False)
    assert lines[0] == f"{name[:79]}…" and lines[2] == ""
    assert lines[1].startswith("GitHub lists the first 40,000 stars")
    assert all(width(line) <= 80 for line in lines)
    assert "40,000" not in "".join(view("repo.starHistory", complete=True))


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0 bytes"),
        (999, "999 bytes"),
        (1000, "1.0 KiB"),
        (1536, "1.5 KiB"),
        (10 * 1024, "10 KiB"),
        (999 * 1024, "999 KiB"),
        (4_700_000, "4.5 MiB"),
        (256 << 20, "256 MiB"),
        (5 << 40, "5,120 GiB"),
    ],
)
def test_a_size_has_a_unit_and_few_digits(value: int, text: str) -> None:
    assert size(value) == text and len(text) <= 9
