"""The schema files, and the validation of values against them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Dict, Iterable, List, Optional, Set, Tuple

from jsonschema import Draft7Validator, Draft202012Validator, FormatChecker
from referencing import Registry
from referencing.jsonschema import DRAFT7, DRAFT202012

from .ecma import python_schema

DIALECTS = {"2020-12": (Draft202012Validator, DRAFT202012), "draft-07": (Draft7Validator, DRAFT7)}


#: The files of this package. In the repository they are a link to `Schemas/`.
SHIPPED = Path(__file__).resolve().parents[1] / "schemas"


class Mismatch(AssertionError):
    """A value that does not satisfy a schema."""


class Schemas:
    """The files of one directory of schemas."""

    def __init__(self, directory: Path = SHIPPED) -> None:
        self.files: Dict[str, Any] = {
            path.name: json.loads(path.read_text()) for path in sorted(directory.glob("*.json"))
        }
        self._validators: Dict[Tuple[str, str], Any] = {}

    @property
    def openrpc(self) -> Dict[str, Any]:
        document: Dict[str, Any] = self.files["openrpc.json"]
        return document

    @property
    def methods(self) -> Dict[str, Dict[str, Any]]:
        return {method["name"]: method for method in self.openrpc["methods"]}

    def validator(self, name: str, dialect: str = "2020-12") -> Any:
        """A validator for the file ``name``; references resolve only within the directory."""
        key = (name, dialect)
        if key not in self._validators:
            kind, specification = DIALECTS[dialect]
            resources = {
                file: specification.create_resource(python_schema(contents))
                for file, contents in self.files.items()
                if file != "openrpc.json"
            }
            registry: Registry[Any] = Registry().with_resources(resources.items())
            self._validators[key] = kind(
                resources[name].contents, registry=registry, format_checker=FormatChecker()
            )
        return self._validators[key]

    def check(self, name: str, value: Any) -> None:
        """Raises ``Mismatch`` unless ``value`` satisfies the file under both dialects."""
        for dialect in DIALECTS:
            for fault in map(_telling, self.validator(name, dialect).iter_errors(value)):
                raise Mismatch(f"{name} ({dialect}) says of {fault.json_path}: {fault.message}")

    def check_answer(self, method: str, answer: Dict[str, Any]) -> None:
        """Raises ``Mismatch`` unless it is a valid result or one of the method's errors."""
        if "result" in answer:
            self.check(f"{method}.result.json", answer["result"])
            return
        error = answer["error"]
        self.check("errors.json", error)
        listed = [choice["$ref"].rsplit("/")[-1] for choice in self.methods[method]["errors"]]
        kind = error["data"]["kind"]
        if kind not in listed:
            raise Mismatch(f"openrpc.json lists for {method}: {', '.join(listed)}; not {kind}")

    def pointers(self, name: str, value: Any) -> Set[str]:
        """JSON Pointers to the faults: to a missing or unknown member itself, not to its object."""
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


def _telling(fault: Any) -> Any:
    """If a value satisfies none of several schemas, the violation of the closest one."""
    ways: Dict[Any, List[Any]] = {}
    for part in fault.context or []:
        ways.setdefault(part.schema_path[0], []).append(part)
    return _telling(min(ways.values(), key=len)[0]) if ways else fault


def escaped(token: str) -> str:
    """A member's name, escaped for a JSON Pointer."""
    return token.replace("~", "~0").replace("/", "~1")
