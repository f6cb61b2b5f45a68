"""Params generated from a schema: valid ones, and ones with one fault."""

from __future__ import annotations

import os
from typing import Any, Callable, Dict, List

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy
from hypothesis_jsonschema import from_schema
from jsonschema import Draft202012Validator

from .ecma import python_schema

#: Integers up to this one are exact as floats.
_EXACT = 2**53


def bounded(examples: int) -> settings:
    """At most ``examples`` examples, the same in every run."""
    return settings(
        max_examples=examples,
        # Not `explain`: it takes 20 times as long, and no report prints its findings.
        phases=(Phase.generate, Phase.shrink),
        derandomize=True,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )


def valid_params(schema: Dict[str, Any], known: Dict[str, Any]) -> SearchStrategy[Any]:
    """Params that the schema accepts. Half of them use the existing names in ``known``.

    A server ends when the process that ``initialize`` names ends, so this process is always named.
    """
    there = {**known, "processId": os.getpid()}

    def adapt(params: Dict[str, Any], asks_known: bool, is_respelled: bool) -> Dict[str, Any]:
        adapted = {
            name: there[name] if name in there and (asks_known or name == "processId") else value
            for name, value in params.items()
        }
        return {n: respelled(v) for n, v in adapted.items()} if is_respelled else adapted

    generated = from_schema(_plain(schema))
    return st.builds(adapt, generated, st.booleans(), st.booleans()).filter(
        Draft202012Validator(python_schema(schema)).is_valid
    )


def respelled(value: Any) -> Any:
    """An integer with the fraction .0, which JSON Schema treats as the same number."""
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) < _EXACT:
        return float(value)
    return value


def wrong_params(schema: Dict[str, Any], valid: SearchStrategy[Any]) -> SearchStrategy[Any]:
    """Valid params with one member taken out, added, or given a value that its schema forbids."""
    properties = schema.get("properties", {})
    ways: List[Callable[[Dict[str, Any]], SearchStrategy[Any]]] = []
    if schema.get("required"):
        ways.append(lambda p: st.sampled_from(schema["required"]).map(lambda n: _without(p, n)))
    if schema.get("additionalProperties") is False:
        unknown = st.sampled_from(["unknown", "", "a/b", "m~n", "x~1y"]) | st.text(max_size=8)
        names = unknown.filter(lambda name: name not in properties)
        ways.append(lambda p: names.map(lambda name: {**p, name: 1}))
    ways += [_replacing(name, _wrong_values(rule)) for name, rule in properties.items()]
    if not ways:
        return st.nothing()
    return valid.flatmap(lambda params: st.sampled_from(ways).flatmap(lambda way: way(params)))


def _replacing(
    name: str, values: SearchStrategy[Any]
) -> Callable[[Dict[str, Any]], SearchStrategy[Any]]:
    return lambda params: values.map(lambda value: {**params, name: value})


def _without(params: Dict[str, Any], name: str) -> Dict[str, Any]:
    return {member: value for member, value in params.items() if member != name}


def _wrong_values(rule: Dict[str, Any]) -> SearchStrategy[Any]:
    """Values that the schema forbids: some just beyond its bounds, and any others."""
    is_valid = Draft202012Validator(python_schema(rule)).is_valid
    near = [value for value in _near_misses(rule) if not is_valid(value)]
    return st.sampled_from(near) | from_schema({"not": _plain(rule)})


def _near_misses(rule: Dict[str, Any]) -> List[Any]:
    values: List[Any] = [None, True, False, "", " ", "1", 1, 0.5, [], {}, ["x"], [None], "x\n"]
    for key in ("minimum", "maximum"):
        if key in rule:
            values += [rule[key] - 1, rule[key] + 1, rule[key] + 0.5, str(rule[key])]
    for value in rule.get("enum", []):
        if isinstance(value, str):
            values += [value.upper(), value + " ", value + "\n", [value]]
    if "maxLength" in rule:
        values.append("a" * (rule["maxLength"] + 1))
    if "pattern" in rule:
        values += ["octocat\n", "octo cat", "a" * 200, "..", "ünï", "\ufeff", "\x1c", "\x85"]
    return values


def _plain(schema: Dict[str, Any]) -> Dict[str, Any]:
    """The schema for the generator, which knows dialects up to draft-07."""
    return {name: value for name, value in python_schema(schema).items() if name != "$schema"}
