"""The functions of ``calls`` have the params and results of the server's method table."""

from __future__ import annotations

import inspect
import json
import re
from pathlib import Path
from typing import Any, Callable

import pytest
from gitxplorer import calls
from gitxplorer.calls import Call

COMMON = ("refresh", "maxAge", "workDoneToken")
SCHEMAS = Path(__file__).resolve().parents[3] / "Schemas"

#: Functions by method. The secret of a TCP client is given with the address instead.
FUNCTIONS: dict[str, Callable[..., Call[Any]]] = {
    path.name.removesuffix(".params.json"): getattr(
        calls, path.name.removesuffix(".params.json").removeprefix("rpc.").replace(".", "_")
    )
    for path in SCHEMAS.glob("*.params.json")
    if path.name != "session.authenticate.params.json"
}


def read(name: str) -> Any:
    return json.loads((SCHEMAS / name).read_text())


def params_of(method: str) -> dict[str, inspect.Parameter]:
    """A function's own params, by the names that are sent."""
    signature = inspect.signature(FUNCTIONS[method])
    return {
        re.sub(r"_(\w)", lambda match: match[1].upper(), name): parameter
        for name, parameter in signature.parameters.items()
        if parameter.kind is not inspect.Parameter.VAR_KEYWORD
    }


def hint(schema: Any) -> str:
    """The type hint for a param with this schema."""
    if "enum" in schema:
        return "Literal[" + ", ".join(repr(value) for value in schema["enum"]) + "]"
    kind = schema["type"] if isinstance(schema["type"], str) else schema["type"][0]
    if kind == "array":
        return f"Sequence[{hint(schema['items'])}]"
    names = {"integer": "int", "string": "str", "boolean": "bool", "object": "dict[str, str]"}
    return names[kind]


def test_every_function_is_a_method() -> None:
    functions = {
        value
        for name, value in vars(calls).items()
        if inspect.isfunction(value) and value.__module__ == calls.__name__ and name[0] != "_"
    }
    assert functions == set(FUNCTIONS.values())


@pytest.mark.parametrize("method", FUNCTIONS)
def test_a_function_has_its_methods_params(method: str) -> None:
    schema = read(f"{method}.params.json")
    document = {entry["name"]: entry for entry in read("openrpc.json")["methods"]}[method]
    described = {
        param["name"]: param for param in document["params"] if param["name"] not in COMMON
    }
    found = params_of(method)
    assert list(found) == list(described)
    for name, param in described.items():
        rule = schema["properties"][name]
        if param["required"]:
            assert found[name].annotation == hint(rule), name
            assert found[name].default is inspect.Parameter.empty, name
        else:
            assert found[name].annotation == f"Optional[{hint(rule)}]", name
            # An omitted param is not sent, so the server's default applies.
            assert found[name].default is None, name


@pytest.mark.parametrize("method", FUNCTIONS)
def test_a_function_has_its_methods_result(method: str) -> None:
    result = read(f"{method}.result.json")
    choices = [result] if "anyOf" not in result else result["anyOf"]
    names = [c["$ref"].rsplit("/")[-1] if "$ref" in c else c.get("title") for c in choices]
    hints = [f"types.{name}" for name in names]
    expected = hints[0] if len(hints) == 1 else f"Union[{', '.join(hints)}]"
    loose = {"shutdown": "None", "rpc.discover": "dict[str, Any]"}
    annotation = inspect.signature(FUNCTIONS[method]).return_annotation
    assert annotation == f"Call[{loose.get(method, expected)}]"


def test_the_options_of_calls_include_the_common_params() -> None:
    common = {"refresh", "max_age"}
    assert common <= set(calls.Options.__annotations__)
