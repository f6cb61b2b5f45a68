"""The types of the TypeScript client."""

from __future__ import annotations

import json
import textwrap

from .schema import (
    Schema,
    Type,
    alternatives,
    data_name,
    error_kinds,
    error_types,
    literals,
    map_values,
    param_types,
    params_name,
    read,
    result_types,
    shared_types,
    type_name,
)

HEAD = """// Types of GitXplorer's methods: params, results, errors.
//
// Generated from the server's method table by `make schemas`; do not edit. Times are RFC 3339
// in UTC. A result may have more members than are listed here."""


def text(document: Schema) -> str:
    types = shared_types(document)
    for method in document["methods"]:
        types += param_types(method) + result_types(method)
    errors = read("errors.json")
    parts = [HEAD, *map(interface, types)]
    parts.append(method_table(document["methods"]))
    parts += map(interface, error_types(errors))
    parts.append(error_union(errors))
    return "\n\n".join(parts) + "\n"


def interface(type: Type) -> str:
    lines = [*comment(type.description), f"export interface {type.name} {{"]
    for member in type.members:
        lines += comment(member.schema.get("description", ""), "  ")
        mark = "" if member.required else "?"
        lines.append(f"  {member.name}{mark}: {name_of(member.schema)};")
    return "\n".join([*lines, "}"])


def method_table(methods: list[Schema]) -> str:
    lines = []
    for method in methods:
        params = params_name(method) if method["params"] else "NoParams"
        result = name_of(method["result"]["schema"])
        lines.append(f'  "{method["name"]}": {{ params: {params}; result: {result} }};')
    return "\n".join([
        "/** The params of a method that has none: `{}`, or none at all. */",
        "export type NoParams = Record<string, never>;",
        "",
        "/** Every method, with its params by name and its result. */",
        "export interface Methods {",
        *lines,
        "}",
        "",
        "export type MethodName = keyof Methods;",
        'export type Params<M extends MethodName> = Methods[M]["params"];',
        'export type Result<M extends MethodName> = Methods[M]["result"];',
    ])


def error_union(errors: Schema) -> str:
    members = [
        f"  | {{ code: {code}; message: string; data: {data_name(kind)} }}"
        for kind, _, code in error_kinds(errors)
    ]
    return "\n".join([
        "/** The `error` of a JSON-RPC response; its `code` and its `data.kind` identify it. */",
        "export type RPCError =",
        "\n".join(members) + ";",
        "",
        'export type ErrorData = RPCError["data"];',
        'export type ErrorKind = ErrorData["kind"];',
    ])


def comment(description: str, indent: str = "") -> list[str]:
    """`/** ... */`, on several lines if it is long."""
    lines = textwrap.wrap(description, 90)
    if len(lines) < 2:
        return [f"{indent}/** {line} */" for line in lines]
    return [f"{indent}/**", *(f"{indent} * {line}" for line in lines), f"{indent} */"]


def name_of(schema: Schema) -> str:
    shapes = list(map(name_of, alternatives(schema)))
    if shapes:
        return " | ".join(shapes)
    if literals(schema):
        return " | ".join(map(json.dumps, literals(schema)))
    if name := type_name(schema):
        return name
    if schema.get("type") == "array":
        inner = name_of(schema["items"])
        is_union = alternatives(schema["items"]) or literals(schema["items"])
        return f"({inner})[]" if is_union else f"{inner}[]"
    if schema.get("type") == "object":
        return f"{{ [name: string]: {name_of(map_values(schema))} }}"
    name = str(schema.get("type", "unknown"))
    return "number" if name == "integer" else name
