"""Writes schemas and patterns, with values that Python's `jsonschema` accepts or rejects.

- `cases.jsonl` has schemas of the keywords that `Schemas/` uses. The same seed writes the same file.
  `Tests/JSONSchemaTests/PythonAgreementTests.swift` tests the Swift validator on them.
- `patterns.jsonl` has each pattern in `Schemas/`. `Tests/ExplorerRPCTests/PatternAgreementTests.swift`
  tests the text rules of the method table on them.
"""

from __future__ import annotations

import json
import random
import re
import sys
from pathlib import Path
from typing import Any, Dict, Iterator, List, Tuple

from jsonschema import Draft202012Validator

FOLDER = Path(__file__).resolve().parent
ROOT = FOLDER.parents[1]
sys.path.insert(0, str(ROOT / "Clients" / "python" / "src"))

from gitxplorer.contract.ecma import python_schema  # noqa: E402

CASES = 600

#: What the text rules of `Tests/JSONSchemaTests/Support/Schema+JSON.swift` print.
PATTERNS = [
    r"\S", "^[a-z]+$", "^[a-z]{2,3}$", "^[ab-]+$", "^[!-~]{0,2}$", "^[ab]{1,2}(b)?$",
    r"^[0-9]{1,2}(\[a\])?$", r"^(?!\.{1,2}$)[a.]{1,3}$",
]  # fmt: skip

STRINGS = [
    "", "a", "b", "ab", "abc", "ab\n", "a\n", "\n", " ", "xyz", "12", "1-2", "é", "e\u0301", "😀",
    "😀😀", "a b", "a\u00a0b", "\ufeff", "\u2028", "\x1c", "\x85", "\u0661", "ababab", "ünï", "null",
    "1", "a" * 20, ".", "..", "...", "..\n", "a-", "12[a]", "[a]", "abb", "bbbb",
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
    ({"type": "number"}, [0.5, 1, 10**30, "1", None, True]),
    ({"type": "string", "maxLength": 1}, ["😀", "é", "e\u0301", "ab", "", "🇩🇪"]),
    ({"type": "string", "minLength": 2}, ["😀", "😀😀", "e\u0301", "é"]),
    ({"type": "string", "pattern": "^[a-z]+$"}, ["a", "a\n", "\na", "aa", "", "\u0131", "\u212a"]),
    ({"type": "string", "pattern": r"\S"}, ["\ufeff", "\u00a0", "\x1c", "\x85", "a", " "]),
    ({"const": 1}, [1, 1.0, True, "1"]),
    ({"const": False}, [False, 0, None, ""]),
    ({"const": {"a": [1]}}, [{"a": [1.0]}, {"a": [True]}, {"a": [1], "b": 2}]),
]


def schema(random: random.Random, depth: int) -> Dict[str, Any]:
    """A random schema with at most `depth` levels."""
    simple = ["integer", "integer", "number", "string", "string", "boolean", "null", "enum", "const"]
    kind = random.choice(simple + ["array", "object", "map", "anyOf", "nullable"] * (depth > 0))
    if kind == "integer":
        bounds = zip(("minimum", "maximum"), sorted(random.choices([-1, 0, 1, 2, 5, 100], k=2)))
        return {"type": kind, **dict(list(bounds)[: random.randrange(3)])}
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
        keys = {"maxItems": random.choice([0, 1, 2])} if random.random() < 0.5 else {}
        return {"type": kind, "items": schema(random, depth - 1), **keys}
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
    return {"type": random.choice(["boolean", "null", "number"])}


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


def patterns() -> Iterator[str]:
    """All patterns in `Schemas/`."""
    found = set()
    for file in (ROOT / "Schemas").glob("*.json"):
        found.update(re.findall(r'"pattern": ("(?:[^"\\]|\\.)*")', file.read_text()))
    yield from sorted(json.loads(pattern) for pattern in found)


def texts() -> List[str]:
    """Texts near the bounds of any of these patterns."""
    characters = [chr(code) for code in range(128)]
    characters += "\x85\xa0éåıſＡ٣\u1680\u200b\u2000\u2028\u202f\u205f\u3000\ufeff\u212a😀🇩🇪"
    around = [text for c in characters for text in (c, f"a{c}")]
    lengths = [0, 1, 2, 34, 35, 38, 39, 40, 44, 95, 96, 99, 100, 101]
    endings = ["", "\n", "[bot]", "[bot]\n", "[bot]a", "[bot][bot]", "[BOT]"]
    long = ["a" * length + ending for length in lengths for ending in endings]
    dots = ["." * length + ending for length in range(5) for ending in ("", "\n", "a")]
    return STRINGS + around + long + dots + ["\na", "😀" * 39]


def judged_pattern(pattern: str) -> Dict[str, Any]:
    """One line of `patterns.jsonl`."""
    judged = case({"type": "string", "pattern": pattern}, texts())
    return {"pattern": pattern, "accepted": judged["accepted"], "refused": judged["refused"]}


def files() -> Dict[str, List[str]]:
    """The lines of each file."""
    return {
        "cases.jsonl": [json.dumps(case(rule, candidates)) for rule, candidates in cases()],
        "patterns.jsonl": [json.dumps(judged_pattern(pattern)) for pattern in patterns()],
    }


if __name__ == "__main__":
    for name, lines in files().items():
        (FOLDER / name).write_text("\n".join(lines) + "\n")
