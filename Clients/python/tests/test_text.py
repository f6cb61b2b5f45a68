"""Text on a terminal."""

import json
import unicodedata

import pytest
from gitxplorer.cli.screen import Screen
from gitxplorer.cli.table import Column, table
from gitxplorer.cli.text import clean, cleaned_lines, escaped, fit, pad, width, wrap


@pytest.mark.parametrize(
    ("text", "columns"),
    [("abc", 3), ("日本", 4), ("e\u0301", 1), ("🐙", 2), ("Ａ", 2), ("", 0)],
)
def test_width_counts_columns(text: str, columns: int) -> None:
    assert width(text) == columns


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("a\x1b[31mb\x07", "a\\u001b[31mb\\u0007"),
        ("one\ntwo\t three\u2028", "one two three"),
        ("a\u202eb\u200dc\ufe0f", "a\\u202ebc"),
        ("\x9b31m\ud800\x7f", "\\u009b31m\\ud800\\u007f"),
    ],
)
def test_control_characters_are_escaped(text: str, kept: str) -> None:
    assert clean(text) == kept


def test_escaped_json_is_equivalent() -> None:
    value = {"a": "\x9b\u202e\u2066\u200f\U000e0041\x7f\n é日🐙", "b": ["\x1b"]}
    shown = escaped(json.dumps(value, ensure_ascii=False, indent=2))
    assert json.loads(shown) == value
    assert not [c for c in shown if c != "\n" and unicodedata.category(c) in ("Cc", "Cf")]


@pytest.mark.parametrize(
    ("text", "columns", "fitted"),
    [("abc", 3, "abc"), ("abcd", 3, "ab…"), ("日本語", 5, "日本…"), ("日本語", 4, "日…")],
)
def test_text_is_shortened_to_fit(text: str, columns: int, fitted: str) -> None:
    assert fit(text, columns) == fitted
    assert width(fit(text, columns)) <= columns


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("", [""]),
        ("a\r\nb\rc\n\n", ["a", "b", "c"]),
        ("  two \n\tx", ["  two", "    x"]),
        ("\x1b[31mred\x0c\u2028\u202e", ["\\u001b[31mred\\f\\u2028\\u202e"]),
        ("e" + "\u0301" * 40, ["e" + "\u0301" * 3]),
    ],
)
def test_the_lines_of_a_text_stay_and_their_characters_are_escaped(
    text: str, lines: list[str]
) -> None:
    assert cleaned_lines(text) == lines


@pytest.mark.parametrize(
    ("line", "pieces"),
    [
        ("", [""]),
        ("hello world foo bar", ["hello", "world foo", "bar"]),
        ("1234567890 1", ["1234567890", "1"]),
        ("x" * 23, ["x" * 10, "x" * 10, "xxx"]),
        ("    indented", ["    indent", "ed"]),
        ("日本語テストです", ["日本語テス", "トです"]),
    ],
)
def test_long_lines_are_wrapped_at_spaces_if_possible(line: str, pieces: list[str]) -> None:
    assert list(wrap(line, 10)) == pieces


def test_padding_counts_columns() -> None:
    assert pad("日", 4) == "日  "
    assert pad("日", 4, right=True) == "  日"


def test_an_empty_column_is_left_out() -> None:
    columns = [Column("A"), Column("B"), Column("N", right=True)]
    assert table(columns, [["x", None, 1000], ["y", "", 1]], Screen()) == [
        "A      N",
        "─  ─────",
        "x  1,000",
        "y      1",
    ]


def test_a_table_without_rows_is_only_its_header() -> None:
    assert table([Column("A"), Column("B")], [], Screen()) == ["A  B", "─  ─"]


def test_long_text_is_shortened_first() -> None:
    columns = [Column("Name"), Column("About", shortens=True)]
    lines = table(columns, [["x" * 10, "y" * 50]], Screen(columns=30))
    assert lines[2] == "x" * 10 + "  " + "y" * 17 + "…"
