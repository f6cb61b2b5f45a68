"""Text, numbers and pages as the explorer shows them."""

from __future__ import annotations

from typing import Optional

import pytest
from gitxplorer.browse import browser
from gitxplorer.browse.place import Place
from gitxplorer.browse.subject import may_be_opened
from gitxplorer.browse.text import fit, short, shown, span
from harness.patience import PATIENCE
from hostile import BROWSERS
from rich.cells import cell_len


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("plain", "plain"),
        (None, ""),
        ("two\nlines\tand\u3000more", "two lines and more"),
        ("\x1b[31mred\x9b", "\\u001b[31mred\\u009b"),
        ("a\u202eb\u2066c", "a\\u202eb\\u2066c"),
        ("join\u200ded\ufe0f", "joined"),
        ("e" + "\u0301" * 40, "e" + "\u0301" * 3),
        ("ก" + "\u0e49\u20dd" * 40 + "ข\u0e49", "ก\u0e49\u20dd\u0e49ข\u0e49"),
        ("日本語", "日本語"),
    ],
)
def test_untrusted_text_is_made_harmless(text: str, seen: str) -> None:
    assert shown(text) == seen


@pytest.mark.parametrize("text", ["", "abc", "日本語テスト", "a日b本c語", "👍👍👍"])
@pytest.mark.parametrize("columns", range(9))
def test_fitted_text_has_exactly_the_given_columns(text: str, columns: int) -> None:
    assert cell_len(fit(text, columns)) == columns


def test_numbers_and_times_are_short() -> None:
    assert [short(n) for n in (0, 999, 1234, 34_567, 5_600_000)] == ["0", "999", "1.2k", "35k", "5.6M"]
    assert [span(s) for s in (5, 65, 7200, 200_000)] == ["5 s", "1 min", "2 h", "2 d"]


@pytest.mark.parametrize(
    "page",
    ["javascript:alert(1)", "file:///etc/passwd", "https:", "https://[", "-x", "", "https://a b", "ftp://a"],
)
def test_only_web_pages_are_opened(page: str) -> None:
    assert not may_be_opened(page)
    assert may_be_opened("https://github.com/octocat?tab=x&y=%20#z")


def test_a_browser_command_gets_the_page_as_one_word(monkeypatch: pytest.MonkeyPatch) -> None:
    page = "https://github.com/a?b=$(x);c"
    monkeypatch.setattr(browser, "_PATIENCE", PATIENCE)
    monkeypatch.setenv("BROWSER", "no-such-program:true --new %s:false")
    assert browser.command(page) == ["true", "--new", page]
    assert browser.opens(page)
    monkeypatch.setenv("BROWSER", "false")
    assert not browser.opens(page)


@pytest.mark.parametrize(("value", "words"), BROWSERS.items())
def test_a_browser_command_never_interprets_the_page(
    monkeypatch: pytest.MonkeyPatch, value: str, words: Optional[list[str]]
) -> None:
    monkeypatch.setenv("BROWSER", value)
    if words is None:
        with pytest.raises(browser.UnsafeBrowser, match="run the page as code"):
            browser.opens("https://github.com/x;touch${IFS}pwned")
    else:
        assert browser.command("https://github.com/x") == words


@pytest.mark.parametrize(
    ("words", "place"),
    [
        ("", Place("random")),
        ("user octocat", Place("user", "octocat")),
        ("search tom repos:>1", Place("search", "tom repos:>1")),
        ("stargazers a/b", Place("stargazers", "a/b")),
        ("repo a/b", Place("repo", "a/b")),
        ("repo https://github.com/a/b.git", Place("repo", "a/b")),
        ("repos @octocat", Place("repos", "octocat")),
        ("user github.com/octocat?tab=stars", Place("user", "octocat")),
        ("rate", Place("rate")),
        ("starred a", Place("starred", "a")),
        ("followers a", Place("followers", "a")),
        ("following a", Place("following", "a")),
        ("search --repositories tom cat", Place("search", "tom cat", repositories=True)),
        ("search --repositories", Place("search", repositories=True)),
    ],
)
def test_a_start_is_parsed(words: str, place: Place) -> None:
    assert Place.parse(words.split()) == place


INVALID = ["user", "random x", "nonsense", "rate x", "stargazers a", "stargazers a/", "repo a"]
INVALID += ["repo a/b/c", "stargazers a/b/", "repo /b", "starred", "user x --repositories"]


@pytest.mark.parametrize("words", INVALID)
def test_an_invalid_start_is_rejected(words: str) -> None:
    with pytest.raises(ValueError):
        Place.parse(words.split())
