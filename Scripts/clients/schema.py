"""The method table as `Schemas/` has it: types, their members, errors."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[2]

Schema = dict[str, Any]

NULL: Schema = {"type": "null"}


class Member(NamedTuple):
    name: str
    schema: Schema
    required: bool


class Type(NamedTuple):
    """An object type that is declared in both languages."""

    name: str
    description: str
    members: list[Member]


def read(name: str) -> Schema:
    value: Schema = json.loads((ROOT / "Schemas" / name).read_text())
    return value


def shared_types(document: Schema) -> list[Type]:
    schemas = document["components"]["schemas"]
    return [object_type(name, schema["description"], schema) for name, schema in schemas.items()]


def inner_param_types(method: Schema) -> list[Type]:
    """The objects in a method's params."""
    part = f"Part of the params of `{method['name']}`."
    return [type for p in method["params"] for type in titled_types(p["schema"], part, part)]


def param_types(method: Schema) -> list[Type]:
    """The params of a method, after the objects in them; empty for a method without params."""
    members = [Member(p["name"], p["schema"], p["required"]) for p in method["params"]]
    own = Type(params_name(method), f"Params of `{method['name']}`.", members)
    return inner_param_types(method) + ([own] if members else [])


def result_types(method: Schema) -> list[Type]:
    """The named objects in a method's result, including the result itself."""
    name = method["name"]
    part = f"Part of the result of `{name}`."
    return titled_types(method["result"]["schema"], f"Result of `{name}`.", part)


def error_types(errors: Schema) -> list[Type]:
    """The type of each error's `data`, after the objects in it."""
    types = []
    for kind, summary, _ in error_kinds(errors):
        name, schema = data_name(kind), errors["$defs"][kind]
        part = f"Part of `{name}`."
        own = object_type(name, summary, schema)
        for member in own.members:
            types += titled_types(member.schema, part, part)
        types.append(own)
    return types


def error_kinds(errors: Schema) -> list[tuple[str, str, int]]:
    """The kind, summary and code of each error."""
    return [
        (
            error["properties"]["data"]["$ref"].removeprefix("#/$defs/"),
            error["description"],
            error["properties"]["code"]["const"],
        )
        for error in errors["anyOf"]
    ]


def object_type(name: str, description: str, schema: Schema) -> Type:
    required = schema.get("required", [])
    properties = schema["properties"].items()
    members = [Member(member, inner, member in required) for member, inner in properties]
    return Type(name, description, members)


def titled_types(schema: Schema, description: str, part: str) -> list[Type]:
    """The objects with a title, inner ones first."""
    types: list[Type] = []
    for inner in schema.get("properties", {}).values():
        types += titled_types(inner, part, part)
    for key in ("items", "additionalProperties"):
        if isinstance(schema.get(key), dict):
            types += titled_types(schema[key], part, part)
    for inner in schema.get("anyOf", []):
        types += titled_types(inner, description, part)
    if "title" in schema:
        types.append(object_type(schema["title"], description, schema))
    return types


def params_name(method: Schema) -> str:
    """`repos.list` gives `ReposListParams`."""
    return "".join(word[:1].upper() + word[1:] for word in method["name"].split(".")) + "Params"


def data_name(kind: str) -> str:
    """`notFound` gives `NotFoundData`."""
    return kind[:1].upper() + kind[1:] + "Data"


def literals(schema: Schema) -> list[Any]:
    return [schema["const"]] if "const" in schema else list(schema.get("enum", []))


def alternatives(schema: Schema) -> list[Schema]:
    """The schemas of a union; empty if the schema is not a union."""
    if "anyOf" in schema:
        return list(schema["anyOf"])
    if None in literals(schema) and len(literals(schema)) > 1:
        values = [value for value in literals(schema) if value is not None]
        return [{"enum": values}, NULL]
    if isinstance(schema.get("type"), list):
        return [{**schema, "type": name} if name != "null" else NULL for name in schema["type"]]
    return []


def type_name(schema: Schema) -> str:
    """The name of a declared type; empty if the schema is none."""
    # A reference with a description of its own is the only member of an `allOf`.
    [schema] = schema.get("allOf", [schema])
    return str(schema.get("$ref") or schema.get("title", "")).rpartition("/")[2]


def map_values(schema: Schema) -> Schema:
    values = schema.get("additionalProperties")
    return values if isinstance(values, dict) else {}
