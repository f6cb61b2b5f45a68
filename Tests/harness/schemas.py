"""The schema files, and how values are checked against them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Dict, Iterable, List, Optional, Set, Tuple

from jsonschema import Draft7Validator, Draft202012Validator, FormatChecker
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT7, DRAFT202012

from .ecma import python_schema

DIALECTS = {"2020-12": (Draft202012Validator, DRAFT202012), "draft-07": (Draft7Validator, DRAFT7)}


class Schemas:
    """The files of one directory of schemas."""

    def __init__(self, directory: Path) -> None:
        self.files: Dict[str, Any] = {
            path.name: json.loads(path.read_text()) for path in sorted(directory.glob("*.json"))
        }
        self._validators: Dict[Tuple[str, str], Any] = {}

    @property
    def openrpc(self) -> Dict[str, Any]:
        return self.files["openrpc.json"]

    @property
    def methods(self) -> Dict[str, Dict[str, Any]]:
        return {method["name"]: method for method in self.openrpc["methods"]}

    def validator(self, name: str, dialect: str = "2020-12") -> Any:
        """A validator for the file ``name``; references go to the directory only."""
        key = (name, dialect)
        if key not in self._validators:
            kind, specification = DIALECTS[dialect]
            resources = {
                file: Resource(contents=python_schema(contents), specification=specification)
                for file, contents in self.files.items()
                if file != "openrpc.json"
            }
            registry: Registry = Registry().with_resources(resources.items())
            self._validators[key] = kind(
                resources[name].contents, registry=registry, format_checker=FormatChecker()
            )
        return self._validators[key]

    def check(self, name: str, value: Any) -> None:
        """Asserts that ``value`` satisfies the file under both dialects."""
        for dialect in DIALECTS:
            faults: List[Any] = list(self.validator(name, dialect).iter_errors(value))
            assert not faults, f"{name} under {dialect}: {faults[0].json_path}: {faults[0].message}"

    def check_answer(self, method: str, answer: Dict[str, Any]) -> None:
        """Asserts that a result, or an error that the method may end in, is as described."""
        if "result" in answer:
            self.check(f"{method}.result.json", answer["result"])
            return
        error = answer["error"]
        self.check("errors.json", error)
        listed = [choice["$ref"].rsplit("/")[-1] for choice in self.methods[method]["errors"]]
        kind = error["data"]["kind"]
        assert kind in listed, f"{method} is not said to end in {kind}: {error['message']}"

    def pointers(self, name: str, value: Any) -> Set[str]:
        """JSON Pointers to what is wrong: a missing or unknown member itself, not its object."""
        found: Set[str] = set()
        for fault in self.validator(name).iter_errors(value):
            names: Iterable[Optional[str]] = [None]
            if fault.validator == "required":
                names = set(fault.validator_value) - set(fault.instance)
            elif fault.validator == "additionalProperties":
                names = set(fault.instance) - set(fault.schema.get("properties", {}))
            base = "".join(f"/{escaped(str(step))}" for step in fault.absolute_path)
            found |= {base if n is None else f"{base}/{escaped(n)}" for n in names}
        return found


def escaped(token: str) -> str:
    """A member's name as a part of a JSON Pointer."""
    return token.replace("~", "~0").replace("/", "~1")
