"""Writes `cases.jsonl`: schemas, with values that Python's `jsonschema` accepts or rejects.

    python3 generate.py > cases.jsonl

The Swift validator is tested on them (`Tests/JSONSchemaTests/PythonAgreementTests.swift`). The
schemas are of the keywords that `Schemas/` uses; the same seed writes the same file.
"""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path
from typing import Any, Dict, Iterator, List, Tuple

from jsonschema import Draft202012Validator

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "Clients" / "python" / "src"))

from gitxplorer.contract.ecma import python_schema  # noqa: E402

CASES = 600

PATTERNS = [
    "a", "^a", "b$", "^[a-z]{2,3}$", "^(?!x)", r"\S", r"^\d+$", "^.$", r"^\w+\s\w+$", "a|^$",
    r"^[^a-c]+$", r"^(ab)*$", r"^a?b+$", r"^[\d-]+$",
]  # fmt: skip

STRINGS = [
    "", "a", "b", "ab", "abc", "ab\n", "a\n", "\n", " ", "xyz", "12", "1-2", "é", "e\u0301", "😀",
    "😀😀", "a b", "a\u00a0b", "\ufeff", "\u2028", "\x1c", "\x85", "\u0661", "ababab", "ünï", "null",
    "1", "a" * 20,
]  # fmt: skip

NUMBERS: List[Any] = [
    *[0, -0.0, 1, 1.0, -1, -1.0, 2, 3, 3.0, 4, 5, 5.5, 15.0, 1e2, 100, 0.5, -0.5, 2.5],
    *[2**53, 2**53 + 1, float(2**53), 10**30, -(10**30), 1e300],
]

OTHERS: List[Any] = [None, True, False, [], {}]

NAMES = ["a", "b", "c", ""]

#: Cases in which validators differ.
EDGES: List[Tuple[Dict[str, Any], List[Any]]] = [
    ({"type": "integer"}, [15, 15.0, 15.5, 1e2, -0.0, 2**53 + 1, 10**30, "15", True, None]),
    ({"type": "integer", "minimum": 1, "maximum": 15}, [15.0, 15.0001, 1, 0.9999, 0, 16]),
    ({"type": "number", "maximum": 0.5}, [0.5, 0.50001, -1, 1]),
    ({"type": "string", "maxLength": 1}, ["😀", "é", "e\u0301", "ab", "", "🇩🇪"]),
    ({"type": "string", "minLength": 2}, ["😀", "😀😀", "e\u0301", "é"]),
    ({"type": "string", "pattern": "b"}, ["abc", "b", "ac", "", "\nb"]),
    ({"type": "string", "pattern": "^a$"}, ["a", "a\n", "\na", "aa"]),
    ({"type": "string", "pattern": r"^\S$"}, ["\ufeff", "\u00a0", "\x1c", "\x85", "a", " "]),
    ({"const": 1}, [1, 1.0, True, "1"]),
    ({"const": False}, [False, 0, None, ""]),
    ({"const": {"a": [1]}}, [{"a": [1.0]}, {"a": [True]}, {"a": [1], "b": 2}]),
    ({"type": "array", "items": {}, "uniqueItems": True}, [[1, 1.0], [1, True], [[1], [1]], [{}]]),
]


def schema(random: random.Random, depth: int) -> Dict[str, Any]:
    """A random schema with at most `depth` levels."""
    simple = ["integer", "integer", "number", "string", "string", "boolean", "null", "enum", "const"]
    kind = random.choice(simple + ["array", "object", "map", "anyOf", "nullable"] * (depth > 0))
    if kind in ("integer", "number"):
        bounds = sorted(random.choices([-1, 0, 1, 2, 5, 100], k=2))
        keys = {key: b for key, b in zip(("minimum", "maximum"), bounds) if random.random() < 0.6}
        return {"type": kind, **keys}
    if kind == "string":
        lengths = sorted(random.choices([0, 1, 2, 3], k=2))
        keys = {k: n for k, n in zip(("minLength", "maxLength"), lengths) if random.random() < 0.4}
        pattern = {"pattern": random.choice(PATTERNS)} if random.random() < 0.5 else {}
        return {"type": kind, **keys, **pattern}
    if kind == "enum":
        return {"type": "string", "enum": random.sample(STRINGS, 3)}
    if kind == "const":
        return {"const": random.choice(STRINGS + NUMBERS + OTHERS + [[1], {"a": 1}])}
    if kind == "array":
        counts = sorted(random.choices([0, 1, 2], k=2))
        keys = {k: n for k, n in zip(("minItems", "maxItems"), counts) if random.random() < 0.5}
        unique = {"uniqueItems": True} if random.random() < 0.3 else {}
        return {"type": kind, "items": schema(random, depth - 1), **keys, **unique}
    if kind == "object":
        properties = {name: schema(random, depth - 1) for name in random.sample(NAMES, 2)}
        required = [name for name in properties if random.random() < 0.5]
        closed = {"additionalProperties": False} if random.random() < 0.5 else {}
        return {"type": kind, "properties": properties, "required": required, **closed}
    if kind == "map":
        return {"type": "object", "additionalProperties": schema(random, depth - 1)}
    if kind == "anyOf":
        return {"anyOf": [schema(random, depth - 1) for _ in range(2)]}
    if kind == "nullable":
        inner = schema(random, 0)
        if isinstance(inner.get("type"), str) and inner["type"] != "null":
            null = {"enum": [*inner["enum"], None]} if "enum" in inner else {}
            return {**inner, "type": [inner["type"], "null"], **null}
    return {"type": random.choice(["boolean", "null"])}


def values(random: random.Random, rule: Dict[str, Any]) -> Iterator[Any]:
    """Values of all types, most of them of the schema's own type."""
    yield from OTHERS + random.sample(STRINGS, 4) + random.sample(NUMBERS, 4)
    for bound in (rule.get("minimum"), rule.get("maximum")):
        if bound is not None:
            yield from (bound, float(bound), bound - 1, bound + 1, bound + 0.5)
    if "string" in rule.get("type", ""):
        yield from rule.get("enum", STRINGS)
    if "const" in rule:
        yield rule["const"]
    for choice in rule.get("anyOf", []):
        yield from values(random, choice)
    if rule.get("type") == "array":
        items = list(values(random, rule["items"]))
        for count in (1, 1, 2, 2, 3):
            yield random.choices(items, k=count)
    if rule.get("type") == "object":
        inner = rule.get("properties", dict.fromkeys(NAMES, rule.get("additionalProperties")))
        members = {name: list(values(random, inner[name])) for name in inner}
        for _ in range(6):
            yield {n: random.choice(vs) for n, vs in members.items() if random.random() < 0.7}
        yield {"other": 1}


def case(rule: Dict[str, Any], candidates: List[Any]) -> Dict[str, Any]:
    """One line of the file: the schema, and its values by the verdict of Python's validator."""
    validator = Draft202012Validator(python_schema(rule))
    judged: Dict[str, Any] = {"schema": rule, "accepted": [], "refused": []}
    seen = set()
    for value in candidates:
        text = json.dumps(value, sort_keys=True)
        if text not in seen:
            seen.add(text)
            judged["accepted" if validator.is_valid(value) else "refused"].append(value)
    return judged


def cases() -> Iterator[Tuple[Dict[str, Any], List[Any]]]:
    yield from EDGES
    source = random.Random(5)
    for number in range(CASES):
        rule = schema(source, number % 3)
        candidates = list(values(source, rule))
        yield rule, source.sample(candidates, min(len(candidates), 14))


if __name__ == "__main__":
    for rule, candidates in cases():
        print(json.dumps(case(rule, candidates)))
