"""Checks the Swift validator's cases with Python's validator, in both dialects."""

from __future__ import annotations

import json

from gitxplorer.contract.ecma import python_schema
from jsonschema import Draft7Validator

from Agreement.generate import EDGES, FOLDER, case, files

LINES = (FOLDER / "cases.jsonl").read_text().splitlines()


def test_the_committed_cases_are_what_the_generator_writes() -> None:
    for name, lines in files().items():
        found = (FOLDER / name).read_text().splitlines()
        assert found == lines, f"{name} is out of date; write it with: make agreement"


def test_draft_7_gives_the_same_verdicts() -> None:
    for line in map(json.loads, LINES):
        validator = Draft7Validator(python_schema(line["schema"]))
        for value in line["accepted"]:
            assert validator.is_valid(value), (line["schema"], value)
        for value in line["refused"]:
            assert not validator.is_valid(value), (line["schema"], value)


def test_the_edge_cases_have_the_expected_verdicts() -> None:
    judged = [case(rule, values) for rule, values in EDGES]
    assert 15.0 in judged[0]["accepted"] and 15.5 in judged[0]["refused"]
    assert "😀" in judged[3]["accepted"] and "e\u0301" in judged[3]["refused"]
    assert "aa" in judged[5]["accepted"] and "a\n" in judged[5]["refused"]
