"""Validates the keywords that `Schemas/` uses, with only the standard library."""

from __future__ import annotations

import re
from typing import Any, Callable, Dict, Iterator, List, Tuple

#: A JSON Pointer and the problem at that place.
Fault = Tuple[str, str]


def faults(value: Any, schema: Dict[str, Any], path: str = "") -> Iterator[Fault]:
    """The violations of the schema. The path of a missing or unknown member is its own."""
    if not any(IS[kind](value) for kind in kinds(schema)):
        yield path, f"expected {' or '.join(kinds(schema))}"
        return
    for keyword, complaint in COMPLAINTS.items():
        if keyword in schema and complaint(value, schema[keyword]):
            yield path, f"expected {keyword} {schema[keyword]}"
    if isinstance(value, list):
        for index, item in enumerate(value):
            yield from faults(item, schema.get("items", {}), f"{path}/{index}")
    if isinstance(value, dict):
        yield from of_members(value, schema, path)
    if "anyOf" in schema and not any(is_valid(value, choice) for choice in schema["anyOf"]):
        yield path, "expected one of several things"


def of_members(value: Dict[str, Any], schema: Dict[str, Any], path: str) -> Iterator[Fault]:
    rules = schema.get("properties", {})
    found: List[Fault] = []
    for name in schema.get("required", []):
        if name not in value:
            found.append((f"{path}/{name}", "expected a value, found nothing"))
    for name, member in value.items():
        token = name.replace("~", "~0").replace("/", "~1")
        if name in rules:
            found += faults(member, rules[name], f"{path}/{token}")
        elif schema.get("additionalProperties") is False:
            found.append((f"{path}/{token}", "expected no such member"))
    ways = schema.get("oneOf", [])
    if not found and ways and sum(is_valid(value, way) for way in ways) != 1:
        name = ways[0]["required"][0]
        found.append((f"{path}/{name}", "expected exactly one of several ways"))
    yield from found


def is_valid(value: Any, schema: Dict[str, Any]) -> bool:
    return next(faults(value, schema), None) is None


def kinds(schema: Dict[str, Any]) -> List[str]:
    given = schema.get("type", "any")
    return [given] if isinstance(given, str) else given


def is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def matches(text: str, pattern: str) -> bool:
    # JSON Schema's `$` matches only at the end; Python's also matches before a final newline.
    return re.search(pattern.replace("$", r"\Z"), text) is not None


def same(value: Any, other: Any) -> bool:
    """In JSON 1.0 equals 1, but true does not."""
    return value == other and isinstance(value, bool) == isinstance(other, bool)


IS: Dict[str, Callable[[Any], bool]] = {
    "any": lambda v: True,
    "null": lambda v: v is None,
    "boolean": lambda v: isinstance(v, bool),
    "integer": lambda v: is_number(v) and v == v // 1,
    "number": is_number,
    "string": lambda v: isinstance(v, str),
    "array": lambda v: isinstance(v, list),
    "object": lambda v: isinstance(v, dict),
}

#: Whether a value violates a keyword. A value of another type never does.
COMPLAINTS: Dict[str, Callable[[Any, Any], bool]] = {
    "const": lambda v, const: not same(v, const),
    "enum": lambda v, values: not any(same(v, value) for value in values),
    "minimum": lambda v, bound: is_number(v) and v < bound,
    "maximum": lambda v, bound: is_number(v) and v > bound,
    # Python counts code points, as JSON Schema does.
    "minLength": lambda v, bound: isinstance(v, str) and len(v) < bound,
    "maxLength": lambda v, bound: isinstance(v, str) and len(v) > bound,
    "minItems": lambda v, bound: isinstance(v, list) and len(v) < bound,
    "maxItems": lambda v, bound: isinstance(v, list) and len(v) > bound,
    "pattern": lambda v, pattern: isinstance(v, str) and not matches(v, pattern),
}
