"""The commands print untrusted text in any member as text."""

import io
from pathlib import Path
from typing import Any

import pytest
from fake_results import RESULTS
from gitxplorer import errors
from gitxplorer.cli import _say, _save, _sentence
from gitxplorer.cli.demo import demo
from gitxplorer.cli.screen import Screen
from gitxplorer.cli.views import VIEWS
from hostile import TEXTS, poisoned, unseen

hostile = pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)


@hostile
@pytest.mark.parametrize("method", VIEWS)
def test_tables_show_untrusted_text_as_text(method: str, text: str) -> None:
    for columns in (40, 100):
        for line in VIEWS[method](poisoned(RESULTS[method], text), Screen(columns)):
            assert unseen(line) == [], line


@hostile
def test_messages_on_stderr_are_one_line(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    data = {"kind": "invalidParams", "errors": [{"path": text, "message": text}]}
    for error in (
        errors.InvalidParams(-32602, text, data),
        errors.NotFound(1404, text, {"kind": "notFound", "profileUrl": text}),
    ):
        _say(_sentence(error), 1)
    _say(f"the server has ended: {text}", 3)
    lines = capsys.readouterr().err.split("\n")
    assert len(lines) == 4 and unseen("".join(lines)) == []


@hostile
def test_the_name_of_a_saved_picture_is_harmless(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    result = {**RESULTS["user.avatar"], "login": text[:40], "mimeType": f"image/{text[:40]}"}
    try:
        _save(result, "")
    except (errors.GitXplorerError, ValueError) as error:  # Not every text can be a name.
        _say(str(error), 1)
    line = capsys.readouterr().err
    assert line.count("\n") == 1 and unseen(line[:-1]) == []


class Guided:
    """A client whose server is hostile."""

    def __init__(self, text: str) -> None:
        self.results = {name: poisoned(each, text) for name, each in RESULTS.items()}

    def initialize(self, **_: Any) -> Any:
        return self.results["initialize"]

    def on_message(self, _: Any) -> None:
        pass

    def run(self, call: Any) -> Any:
        return self.results[call.method]

    def cache_stats(self) -> Any:
        return self.results["cache.stats"]


@hostile
def test_the_tour_shows_untrusted_text_as_text(text: str) -> None:
    output = io.StringIO()
    client: Any = Guided(text)
    demo(client, output)
    assert unseen(output.getvalue().replace("\n", "")) == []
