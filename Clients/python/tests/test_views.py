"""What the command shows of a result on a terminal."""

from typing import Any

import pytest
from fake_results import RESULTS
from gitxplorer.cli.screen import Screen
from gitxplorer.cli.views import VIEWS


def view(method: str, columns: int = 100, **changes: Any) -> list[str]:
    """The lines of a fake result with changes."""
    return VIEWS[method]({**RESULTS[method], **changes}, Screen(columns))


@pytest.mark.parametrize("text", ["", " \n\t\r\n"])
def test_an_empty_readme_is_said_to_be_empty(text: str) -> None:
    lines = view("repo.readme", text=text)
    assert lines[1:4] == ["", "It is empty.", ""] and len(lines) == 5
