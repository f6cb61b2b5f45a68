"""Finds values that one JSON Schema accepts and another rejects, for `Schemas/`'s keywords."""

from __future__ import annotations

from typing import Any, Dict, Iterator, NamedTuple, Set

from gitxplorer.contract.schemas import escaped

#: The bounds that get narrower when they rise, and those that get narrower when they fall.
_LOWER = {"minimum", "minLength", "minItems"}
_UPPER = {"maximum", "maxLength", "maxItems"}

_TYPES = {"null", "boolean", "number", "string", "array", "object"}


class Loss(NamedTuple):
    """One way in which ``wide`` accepts what ``narrow`` refuses."""

    path: str
    #: ``type``, ``value``, a bound's keyword, ``pattern``, ``unique``, ``required``, ``gone``,
    #: ``closed`` or ``ways``.
    what: str
    wide: Any = None
    narrow: Any = None


def losses(wide: Any, narrow: Any, wide_file: Any, narrow_file: Any) -> Iterator[Loss]:
    """Everything that ``wide`` accepts and ``narrow`` refuses, each place once.

    Each reference is resolved in its own file. In `Schemas/`, ``allOf`` only holds a reference
    that has annotations.
    """
    yield from _Comparison(wide_file, narrow_file).compare(wide, narrow, "")


class _Comparison:
    def __init__(self, wide_file: Any, narrow_file: Any) -> None:
        self.wide_file, self.narrow_file = wide_file, narrow_file
        #: The references that are being compared, because types may refer to themselves.
        self.open: Set[Any] = set()

    def compare(self, wide: Any, narrow: Any, path: str) -> Iterator[Loss]:
        references = (_reference(wide), _reference(narrow))
        if references != (None, None):
            if references in self.open:
                return
            self.open.add(references)
        wide, narrow = _resolved(wide, self.wide_file), _resolved(narrow, self.narrow_file)
        if "anyOf" in wide:
            for choice in wide["anyOf"]:
                yield from self.compare(choice, narrow, path)
        elif "anyOf" in narrow:
            found = [list(self.compare(wide, choice, path)) for choice in narrow["anyOf"]]
            if [] not in found:
                yield from min(found, key=len)
        else:
            yield from self.compare_one(wide, narrow, path)
        self.open.discard(references)

    def compare_one(self, wide: Any, narrow: Any, path: str) -> Iterator[Loss]:
        kinds = _kinds(wide)
        lost = {kind for kind in kinds if not _takes(narrow, kind)}
        yield from (Loss(path, "type", kind) for kind in sorted(lost))
        kinds -= lost
        yield from _values(wide, narrow, path)
        for key in sorted(_LOWER | _UPPER):
            if key in narrow and _is_of(key, kinds) and "enum" not in wide and "const" not in wide:
                if key not in wide or _is_narrower(key, wide[key], narrow[key]):
                    yield Loss(path, key, wide.get(key), narrow[key])
        if "string" in kinds and narrow.get("pattern", wide.get("pattern")) != wide.get("pattern"):
            yield Loss(path, "pattern", wide.get("pattern"), narrow["pattern"])
        if "array" in kinds:
            if narrow.get("uniqueItems") and not wide.get("uniqueItems"):
                yield Loss(path, "unique")
            yield from self.compare(wide.get("items", {}), narrow.get("items", {}), f"{path}/*")
        if "object" in kinds:
            yield from self.compare_members(wide, narrow, path)

    def compare_members(self, wide: Any, narrow: Any, path: str) -> Iterator[Loss]:
        of_wide, of_narrow = wide.get("properties", {}), narrow.get("properties", {})
        others = narrow.get("additionalProperties", True)
        for name in narrow.get("required", []):
            if name not in wide.get("required", []) and (name in of_wide or not _is_open(wide)):
                yield Loss(f"{path}/{escaped(name)}", "required")
        for name, rule in of_wide.items():
            place = f"{path}/{escaped(name)}"
            if name in of_narrow:
                yield from self.compare(rule, of_narrow[name], place)
            elif others is False:
                yield Loss(place, "gone")
            elif isinstance(others, dict):
                yield from self.compare(rule, others, place)
        if _is_open(wide):
            # Members that are not listed may be anything, or follow `additionalProperties`.
            rest = wide.get("additionalProperties", True)
            for name in of_narrow:
                if name not in of_wide and rest is True:
                    yield Loss(f"{path}/{escaped(name)}", "gone")
            if others is False:
                yield Loss(path, "closed")
            elif isinstance(others, dict):
                yield from self.compare({} if rest is True else rest, others, f"{path}/*")
        if narrow.get("oneOf", wide.get("oneOf")) != wide.get("oneOf"):
            yield Loss(path, "ways")


def _reference(schema: Any) -> Any:
    return schema.get("$ref") or next((s.get("$ref") for s in schema.get("allOf", [])), None)


def _resolved(schema: Any, file: Any) -> Dict[str, Any]:
    reference = _reference(schema)
    while reference:
        target: Any = file
        for token in reference.partition("#")[2].split("/")[1:]:
            target = target[token.replace("~1", "/").replace("~0", "~")]
        schema, reference = target, _reference(target)
    return schema


def _kinds(schema: Any) -> Set[str]:
    """The types that a schema accepts; ``integer`` counts as a separate type."""
    if "const" in schema and "type" not in schema:
        return {_kind_of(schema["const"])}
    kinds = schema.get("type", sorted(_TYPES))
    return {kinds} if isinstance(kinds, str) else set(kinds)


def _kind_of(value: Any) -> str:
    for kind, types in (("null", type(None)), ("boolean", bool), ("string", str), ("array", list)):
        if isinstance(value, types):
            return kind
    return "object" if isinstance(value, dict) else "number"


def _takes(schema: Any, kind: str) -> bool:
    kinds = _kinds(schema)
    return kind in kinds or (kind == "integer" and "number" in kinds)


def _values(wide: Any, narrow: Any, path: str) -> Iterator[Loss]:
    taken = narrow.get("enum", [narrow["const"]] if "const" in narrow else None)
    given = wide.get("enum", [wide["const"]] if "const" in wide else None)
    if taken is None:
        return
    if given is None:
        yield Loss(path, "value", None, taken)
        return
    for value in given:
        if value not in taken and _takes(narrow, _kind_of(value)):
            yield Loss(path, "value", value)


def _is_of(key: str, kinds: Set[str]) -> bool:
    suffixes = {"Length": {"string"}, "Items": {"array"}}
    wanted = next((k for s, k in suffixes.items() if key.endswith(s)), {"integer", "number"})
    return bool(wanted & kinds)


def _is_narrower(key: str, wide: Any, narrow: Any) -> bool:
    return bool(narrow > wide if key in _LOWER else narrow < wide)


def _is_open(schema: Any) -> bool:
    return schema.get("additionalProperties", True) is not False
