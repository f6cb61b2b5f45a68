"""The schema files, and how values are checked against them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Dict, List

from jsonschema import Draft7Validator, Draft202012Validator, FormatChecker
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT7, DRAFT202012

DIALECTS = {"2020-12": (Draft202012Validator, DRAFT202012), "draft-07": (Draft7Validator, DRAFT7)}


class Schemas:
    """The files of one directory of schemas."""

    def __init__(self, directory: Path) -> None:
        self.files: Dict[str, Any] = {
            path.name: json.loads(path.read_text()) for path in sorted(directory.glob("*.json"))
        }

    @property
    def openrpc(self) -> Dict[str, Any]:
        return self.files["openrpc.json"]

    @property
    def methods(self) -> Dict[str, Dict[str, Any]]:
        return {method["name"]: method for method in self.openrpc["methods"]}

    def validator(self, name: str, dialect: str = "2020-12") -> Any:
        """A validator for the file ``name``; references go to the directory only."""
        kind, specification = DIALECTS[dialect]
        resources = {
            file: Resource(contents=contents, specification=specification)
            for file, contents in self.files.items()
        }
        registry: Registry = Registry().with_resources(resources.items())
        return kind(self.files[name], registry=registry, format_checker=FormatChecker())

    def check(self, name: str, value: Any) -> None:
        """Asserts that ``value`` satisfies the file under both dialects."""
        for dialect in DIALECTS:
            faults: List[Any] = list(self.validator(name, dialect).iter_errors(value))
            assert not faults, f"{name} under {dialect}: {faults[0].json_path}: {faults[0].message}"
